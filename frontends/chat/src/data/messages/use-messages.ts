import type { MemberView } from '@meadow/contracts/browser'
import { PAGE_SIZE } from '@meadow/contracts/limits'
import { type ApiResponse, api, useQuery, useQueryClient, useSession, waitForPageIdle } from '@meadow/web'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { getClearedUpTo } from '../conversations/conversation-marks.ts'
import { useConversation } from '../conversations/use-conversation.ts'
import { chatQueryKeys } from '../query-keys.ts'
import { catchUpConversation, recordLatestRev } from '../sync/catch-up.ts'
import { isMessageHidden } from './hidden-message.ts'
import {
  findMessageSince,
  type MessageWindow,
  mergeMessagePage,
  toMessageWindow,
  withoutCleared,
} from './message-window.ts'
import { appendOutboxMessages, type ShownMessage, toShownMessage } from './shown-message.ts'
import { useMessageExpiry } from './use-message-expiry.ts'
import { useUnsentMessages } from './use-send-message.ts'

type MessagePageRequest = { before?: string; around?: string | number; limit?: number }
type MessagePage = ApiResponse<'GET /messages/:id'>
type ApplyPage = (known: MessageWindow | undefined, page: MessagePage) => MessageWindow

/** The number of newest messages that a browser stores for reading offline. The first page is shorter, to be shown soon. */
const OFFLINE_MESSAGES = PAGE_SIZE.max

/** Returns the messages with `userId`, oldest first, followed by the outbox messages, and functions that load more. */
export function useMessages(userId: string) {
  const cache = useQueryClient()
  const [isLoading, setIsLoading] = useState(false)
  const latestRequest = useRef<MessagePageRequest>(undefined)
  const isRunning = useRef(false) // unlike the state, it is current before the next render
  const query = useQuery({
    queryKey: chatQueryKeys.messageWindow(userId),
    queryFn: async ({ signal }) => toMessageWindow(userId, await fetchMessages(userId, {}, signal)),
    staleTime: Number.POSITIVE_INFINITY, // pushes and `catchUpConversation` keep it up to date
  })
  const messageWindow = query.data
  const clearedUpTo = getClearedUpTo(useConversation(userId).data)
  const messages = useShownMessages(userId, messageWindow, clearedUpTo)

  useEffect(() => {
    if (messageWindow) void catchUpConversation(cache, userId) // a push may have arrived during the request
  }, [cache, userId, messageWindow])

  const mergePage: ApplyPage = (known, page) => (known ? mergeMessagePage(known, page) : toMessageWindow(userId, page))
  const replaceWindow: ApplyPage = (known, page) => ({
    ...known,
    ...toMessageWindow(userId, page),
    generation: (known?.generation ?? 0) + 1,
  })
  /**
   * Merging waits for a running request, replacing overtakes it. A failed request changes nothing. Returns the page, unless another request
   * has overtaken it. @throws ApiError
   */
  const load = async (request: MessagePageRequest, applyPage: ApplyPage): Promise<MessagePage | undefined> => {
    if (isRunning.current && applyPage === mergePage) return undefined
    latestRequest.current = request
    isRunning.current = true
    setIsLoading(true)
    try {
      const page = await fetchMessages(userId, request)
      if (latestRequest.current !== request) return undefined
      const before = cache.getQueryData<MessageWindow>(chatQueryKeys.messageWindow(userId))
      if (before) recordLatestRev(cache, userId, before.rev)
      cache.setQueryData<MessageWindow>(chatQueryKeys.messageWindow(userId), (known) => applyPage(known, page))
      return page
    } finally {
      if (latestRequest.current === request) {
        isRunning.current = false
        setIsLoading(false)
      }
    }
  }
  const [first, last] = [messageWindow?.messages[0], messageWindow?.messages.at(-1)]

  const count = messageWindow?.messages.length ?? 0
  const isShort = messageWindow?.hasOlder === true && !messageWindow.hasNewer && count < OFFLINE_MESSAGES
  const loadMissing = useEffectEvent(async () => {
    if (first) await load({ before: first._id, limit: OFFLINE_MESSAGES - count }, mergePage).catch(() => undefined)
  })
  useEffect(() => {
    if (!isShort) return
    const abortController = new AbortController()
    void waitForPageIdle(abortController.signal).then(() => {
      if (!abortController.signal.aborted) void loadMissing()
    })
    return () => abortController.abort()
  }, [isShort])

  const isAllCleared = last !== undefined && last.seq <= clearedUpTo
  const areAllHidden = messages.length === 0 && count > 0 && !isAllCleared
  const loadShown = useEffectEvent(async () => {
    if (first && messageWindow?.hasOlder) await load({ before: first._id }, mergePage)
    else if (last && messageWindow?.hasNewer) await load({ around: last._id, limit: PAGE_SIZE.max }, mergePage)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs until the window has a message that is shown
  useEffect(() => {
    if (areAllHidden) void loadShown().catch(() => undefined)
  }, [areAllHidden, first?._id, last?._id])

  return {
    messages,
    /** Changes when other messages replace the shown ones. */
    generation: messageWindow?.generation ?? 0,
    isPending: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    /** True while older or newer messages are loading. */
    isLoading,
    hasOlder: messageWindow?.hasOlder === true && (first === undefined || first.seq > clearedUpTo),
    hasNewer: messageWindow?.hasNewer ?? false,
    /** @throws ApiError, like the functions below */
    loadOlder: async () => {
      if (first) await load({ before: first._id }, mergePage)
    },
    loadNewer: async () => {
      if (last && messageWindow?.hasNewer) await load({ around: last._id, limit: PAGE_SIZE.max }, mergePage)
    },
    /** Shows the messages around one, unless it is loaded already. */
    jumpToMessage: async (id: string) => {
      if (!messageWindow?.messages.some(({ _id }) => _id === id)) await load({ around: id }, replaceWindow)
    },
    /** Shows the first message since a time, or the last one before it. Returns its id; undefined if there is none. */
    jumpToTime: async (time: number): Promise<string | undefined> => {
      const loaded = messageWindow && findMessageSince(withoutCleared(messageWindow, clearedUpTo), time)
      if (loaded) return loaded._id
      const page = await load({ around: time }, replaceWindow)
      return (
        page &&
        (
          findMessageSince(toMessageWindow(userId, page), time) ??
          page.messages.findLast((message) => !isMessageHidden(message))
        )?._id
      )
    },
    /** Shows the newest messages. */
    jumpToLatest: async () => {
      if (messageWindow?.hasNewer) await load({}, replaceWindow)
    },
  }
}

const fetchMessages = (
  userId: string,
  { limit = PAGE_SIZE.messages, ...request }: MessagePageRequest,
  signal?: AbortSignal,
) => api('GET /messages/:id', { params: { id: userId }, query: { ...request, limit }, ...(signal && { signal }) })

function useShownMessages(
  userId: string,
  messageWindow: MessageWindow | undefined,
  clearedUpTo: number,
): ShownMessage[] {
  const { user: currentUser } = useSession()
  const pending = useUnsentMessages(userId)
  const { data: conversation } = useConversation(userId)
  const otherMember = conversation?.user
  const atMs = useMessageExpiry(userId, messageWindow)
  return useMemo(() => {
    const sent = (messageWindow?.messages ?? [])
      .filter((message) => message.seq > clearedUpTo && !isMessageHidden(message, atMs))
      .map((message) => toShownMessage(message, userId))
    if (!currentUser || pending.length === 0) return sent
    const recipient = otherMember ?? createUnknownMember(userId)
    return appendOutboxMessages(sent, pending, { sender: currentUser, recipient, lastSeq: 0 })
  }, [messageWindow, pending, currentUser, otherMember, userId, atMs, clearedUpTo])
}

/** Creates a placeholder for a member of whom only the id is known yet. */
const createUnknownMember = (_id: string): MemberView => ({
  _id,
  username: '',
  fullName: '',
  avatar: '',
  isVerified: false,
  isFollowing: false,
})
