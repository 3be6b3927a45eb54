import { PAGE_SIZE } from '@meadow/contracts/limits'
import { api, useMutation, useQuery, useQueryClient, useSession } from '@meadow/web'
import { useMemo, useState } from 'react'
import { getClearedUpTo } from '../conversations/conversation-marks.ts'
import { useConversation } from '../conversations/use-conversation.ts'
import { isMessageHidden, withoutClearedContent } from '../messages/hidden-message.ts'
import { mergeMessagePage } from '../messages/message-window.ts'
import { appendOutboxMessages, toShownMessage } from '../messages/shown-message.ts'
import { useUnsentMessages } from '../messages/use-send-message.ts'
import { chatQueryKeys } from '../query-keys.ts'
import { getLatestRev } from '../sync/catch-up.ts'
import { type ThreadWindow, toThreadWindow } from './thread-window.ts'

/** Returns the thread of the message `rootId`: its replies, oldest first, followed by the outbox messages. */
export function useThread(rootId: string) {
  const cache = useQueryClient()
  const { user: currentUser } = useSession()
  const [isLoading, setIsLoading] = useState(false)
  const query = useQuery({
    queryKey: chatQueryKeys.thread(rootId),
    queryFn: async ({ signal }) => {
      const response = await fetchThread(rootId, undefined, signal)
      const { sender, recipient } = response.root
      const userId = sender._id === currentUser?._id ? recipient._id : sender._id
      const isOld = response.rev < getLatestRev(cache, userId) // a push arrived during the request
      return toThreadWindow(userId, isOld ? await fetchThread(rootId, undefined, signal) : response)
    },
  })
  const thread = query.data
  const outboxMessages = useUnsentMessages(thread?.userId ?? '')
  const clearedUpTo = getClearedUpTo(useConversation(thread?.userId).data)
  const messages = useMemo(() => {
    if (!thread || !currentUser) return []
    const { userId, root } = thread
    const sent = thread.messages
      .filter((message) => message.seq > clearedUpTo && !isMessageHidden(message))
      .map((message) => toShownMessage(message, userId))
    const recipient = root.sender._id === userId ? root.sender : root.recipient
    const pending = outboxMessages.filter(({ data }) => data.threadId === rootId)
    return appendOutboxMessages(sent, pending, { sender: currentUser, recipient, lastSeq: root.seq })
  }, [thread, clearedUpTo, outboxMessages, currentUser, rootId])

  const loadOlder = async () => {
    const first = thread?.messages[0]
    if (!first || isLoading) return
    setIsLoading(true)
    try {
      const page = await fetchThread(rootId, first._id)
      cache.setQueryData<ThreadWindow>(chatQueryKeys.thread(rootId), (known) => known && mergeMessagePage(known, page))
    } finally {
      setIsLoading(false)
    }
  }
  const { mutate: markRead } = useMutation({
    mutationFn: (id: string) => api('PUT /messages/thread/:id/read', { params: { id } }),
    onSuccess: () => thread && cache.invalidateQueries({ queryKey: chatQueryKeys.threadList(thread.userId) }),
  })
  return {
    root: thread && toShownMessage(withoutClearedContent(thread.root, clearedUpTo), thread.userId),
    messages,
    isPending: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    isLoading,
    hasOlder: thread?.hasOlder ?? false,
    /** @throws ApiError */
    loadOlder,
    /** Marks the replies as read, up to one of them. */
    markRead: (id: string) => markRead(id),
  }
}

const fetchThread = (id: string, before?: string, signal?: AbortSignal) =>
  api('GET /messages/thread/:id', {
    params: { id },
    query: { before, limit: PAGE_SIZE.messages },
    ...(signal && { signal }),
  })
