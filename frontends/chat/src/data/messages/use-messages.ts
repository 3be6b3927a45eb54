import type { MemberView } from '@meadow/contracts'
import { PAGE_SIZE } from '@meadow/contracts/limits'
import { type ApiResponse, api, useQuery, useQueryClient, useSession } from '@meadow/web'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useConversation } from '../conversations/use-conversation.ts'
import type { OutboxMessage } from '../outbox/outbox-message.ts'
import { useOutboxMessages } from '../outbox/use-outbox.ts'
import { chatQueryKeys } from '../query-keys.ts'
import { catchUpConversation } from '../sync/catch-up.ts'
import { recordLatestRev } from '../sync/latest-rev.ts'
import { type MessageWindow, mergeMessagePage, toMessageWindow } from './message-window.ts'
import { outboxToShownMessage, type ShownMessage, toShownMessage } from './shown-message.ts'

type MessagePageRequest = { before?: string; around?: string; limit?: number }

/** The messages with `userId`, oldest first, with those that wait to be sent behind them. */
export function useMessages(userId: string) {
  const cache = useQueryClient()
  const [isLoading, setLoading] = useState(false)
  const newest = useRef<MessagePageRequest>(undefined)
  const query = useQuery({
    queryKey: chatQueryKeys.messageWindow(userId),
    queryFn: async ({ signal }) => toMessageWindow(userId, await fetchMessages(userId, {}, signal)),
    staleTime: Number.POSITIVE_INFINITY, // what changes is told, or asked for since the last that is known
  })
  const talk = query.data
  const messages = useShownMessages(userId, talk)

  useEffect(() => {
    if (talk) void catchUpConversation(cache, userId) // something may have been told while it was fetched
  }, [cache, userId, talk])

  /** A page beside the run waits for its turn; another run comes instead of what is on its way. A failure changes nothing. */
  const load = async (
    asked: MessagePageRequest,
    show: (talk: MessageWindow | undefined, page: ApiResponse<'GET /messages/:id'>) => MessageWindow,
  ) => {
    if (isLoading && show === beside) return
    newest.current = asked
    setLoading(true)
    try {
      const page = await fetchMessages(userId, asked)
      if (newest.current !== asked) return
      const before = cache.getQueryData<MessageWindow>(chatQueryKeys.messageWindow(userId))
      if (before) recordLatestRev(cache, userId, before.rev)
      cache.setQueryData<MessageWindow>(chatQueryKeys.messageWindow(userId), (known) => show(known, page))
    } finally {
      if (newest.current === asked) setLoading(false)
    }
  }
  const beside = (known: MessageWindow | undefined, page: ApiResponse<'GET /messages/:id'>) =>
    known ? mergeMessagePage(known, page) : toMessageWindow(userId, page)
  const anew = (known: MessageWindow | undefined, page: ApiResponse<'GET /messages/:id'>) => ({
    ...known,
    ...toMessageWindow(userId, page),
    run: (known?.generation ?? 0) + 1,
  })
  const [first, last] = [talk?.messages[0], talk?.messages.at(-1)]

  return {
    messages,
    /** Another one when other messages are shown instead of those before, not beside them. */
    run: talk?.generation ?? 0,
    isPending: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    /** While older or newer ones are on their way. */
    isLoading,
    hasOlder: talk?.hasOlder ?? false,
    hasNewer: talk?.hasNewer ?? false,
    /** @throws ApiError, as the next ones do */
    loadOlder: async () => {
      if (first) await load({ before: first._id }, beside)
    },
    loadNewer: async () => {
      if (last && talk?.hasNewer) await load({ around: last._id, limit: PAGE_SIZE.most }, beside)
    },
    /** Shows the messages around one. */
    jumpTo: async (id: string) => {
      if (!talk?.messages.some(({ _id }) => _id === id)) await load({ around: id }, anew)
    },
    /** Shows the newest messages. */
    toLatest: async () => {
      if (talk?.hasNewer) await load({}, anew)
    },
  }
}

const fetchMessages = (
  userId: string,
  { limit = PAGE_SIZE.messages, ...asked }: MessagePageRequest,
  signal?: AbortSignal,
) => api('GET /messages/:id', { params: { id: userId }, query: { ...asked, limit }, ...(signal && { signal }) })

/** What the server has, and behind it what waits: unless it is there already. */
function useShownMessages(userId: string, talk: MessageWindow | undefined): ShownMessage[] {
  const { user: me } = useSession()
  const waiting = useOutboxMessages(userId)
  const { data: conversation } = useConversation(userId)
  const other = conversation?.user
  return useMemo(() => {
    const sent = (talk?.messages ?? []).map((message) => toShownMessage(message, userId))
    if (!me || waiting.length === 0) return sent
    return [
      ...sent,
      ...toUnsentMessages(waiting, sent, { sender: me, recipient: other ?? createUnknownMember(userId) }),
    ]
  }, [talk, waiting, me, other, userId])
}

function toUnsentMessages(
  waiting: readonly OutboxMessage[],
  sent: readonly ShownMessage[],
  between: { sender: MemberView; recipient: MemberView },
): ShownMessage[] {
  const known = new Set(sent.map(({ key }) => key))
  const last = sent.at(-1)?.seq ?? 0
  return waiting
    .filter(({ id }) => !known.has(id))
    .map((one, place) => outboxToShownMessage(one, { ...between, seq: last + 1 + place }))
}

/** A member of whom only the id is known yet. */
const createUnknownMember = (_id: string): MemberView => ({
  _id,
  username: '',
  fullName: '',
  avatar: '',
  isVerified: false,
  isFollowing: false,
})
