import { PAGE_SIZE } from '@meadow/contracts/limits'
import { api, useMutation, useQuery, useQueryClient, useSession } from '@meadow/web'
import { useMemo, useState } from 'react'
import { mergeMessagePage } from '../messages/message-window.ts'
import { outboxToShownMessage, toShownMessage } from '../messages/shown-message.ts'
import { useOutboxMessages } from '../outbox/use-outbox.ts'
import { chatQueryKeys } from '../query-keys.ts'
import { getLatestRev } from '../sync/latest-rev.ts'
import { type ThreadWindow, toThreadWindow } from './thread-window.ts'

/** What was written under the message `rootId`, oldest first, with what waits to be sent there. */
export function useThread(rootId: string) {
  const cache = useQueryClient()
  const { user: me } = useSession()
  const [isLoading, setLoading] = useState(false)
  const query = useQuery({
    queryKey: chatQueryKeys.thread(rootId),
    queryFn: async ({ signal }) => {
      const answer = await fetchThread(rootId, undefined, signal)
      const { sender, recipient } = answer.root
      const userId = sender._id === me?._id ? recipient._id : sender._id
      const isOld = answer.rev < getLatestRev(cache, userId) // something was told while it was on its way
      return toThreadWindow(userId, isOld ? await fetchThread(rootId, undefined, signal) : answer)
    },
  })
  const thread = query.data
  const waiting = useOutboxMessages(thread?.userId ?? '')
  const messages = useMemo(() => {
    if (!thread || !me) return []
    const { userId, root } = thread
    const sent = thread.messages.map((message) => toShownMessage(message, userId))
    const recipient = root.sender._id === userId ? root.sender : root.recipient
    const known = new Set(sent.map(({ key }) => key))
    const local = waiting.filter(({ id, threadId }) => threadId === rootId && !known.has(id))
    const seq = (sent.at(-1)?.seq ?? root.seq) + 1
    return [...sent, ...local.map((one) => outboxToShownMessage(one, { sender: me, recipient, seq }))]
  }, [thread, waiting, me, rootId])

  const loadOlder = async () => {
    const first = thread?.messages[0]
    if (!first || isLoading) return
    setLoading(true)
    try {
      const page = await fetchThread(rootId, first._id)
      cache.setQueryData<ThreadWindow>(chatQueryKeys.thread(rootId), (known) => known && mergeMessagePage(known, page))
    } finally {
      setLoading(false)
    }
  }
  const { mutate: markRead } = useMutation({
    mutationFn: () => api('PUT /messages/thread/:id/read', { params: { id: rootId } }),
    onSuccess: () => thread && cache.invalidateQueries({ queryKey: chatQueryKeys.threadList(thread.userId) }),
  })
  return {
    root: thread && toShownMessage(thread.root, thread.userId),
    messages,
    isPending: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    isLoading,
    hasOlder: thread?.hasOlder ?? false,
    /** @throws ApiError */
    loadOlder,
    /** All that is there now. */
    markRead: () => markRead(),
  }
}

const fetchThread = (id: string, before?: string, signal?: AbortSignal) =>
  api('GET /messages/thread/:id', {
    params: { id },
    query: { before, limit: PAGE_SIZE.messages },
    ...(signal && { signal }),
  })
