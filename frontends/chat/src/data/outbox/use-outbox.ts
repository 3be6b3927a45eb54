import type { MessageView } from '@meadow/contracts'
import { api, type QueryClient, readStoredSession, useQueryClient, useSession, useSocketResync } from '@meadow/web'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { applyNewMessage } from '../sync/apply-push.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import type { OutboxMessage } from './outbox-message.ts'
import { createOutboxStore } from './outbox-store.ts'

/** One for the page: it goes on sending when the chat is left for another page. */
const outboxes = new WeakMap<QueryClient, Outbox>()

/** The outbox of whoever is signed in. */
export function useOutbox(): Outbox {
  const cache = useQueryClient()
  const { user } = useSession()
  return getOutbox(cache, user?._id ?? '')
}

/** Sends what waits, from now on and whenever there may be a network again. */
export function useOutboxSender(): void {
  const outbox = useOutbox()
  useEffect(() => outbox.subscribe(() => undefined), [outbox])
  useSocketResync(() => outbox.flush())
}

/** What waits for one recipient, oldest first. */
export function useOutboxMessages(userId: string): OutboxMessage[] {
  const outbox = useOutbox()
  const all = useSyncExternalStore(outbox.subscribe, outbox.entries)
  return useMemo(() => all.filter(({ recipientId }) => recipientId === userId), [all, userId])
}

function getOutbox(cache: QueryClient, memberId: string): Outbox {
  const known = outboxes.get(cache)
  if (known?.memberId === memberId) return known
  known?.stop()
  const outbox = createOutbox({
    memberId,
    store: createOutboxStore(),
    isSignedIn: () => readStoredSession().userId === memberId,
    send: async (waiting, onProgress) => applyNewMessage(cache, await postOutboxMessage(waiting, onProgress), memberId),
  })
  outboxes.set(cache, outbox)
  return outbox
}

/** Sends a message that waits; sending it again answers the same message. @throws ApiError */
async function postOutboxMessage(waiting: OutboxMessage, onProgress: (share: number) => void): Promise<MessageView> {
  const { id, recipientId, content, picture, replyTo, threadId } = waiting
  const attempt = {
    recipientId,
    clientMessageId: id,
    ...(replyTo && { replyTo: replyTo._id }),
    ...(threadId && { threadId }),
  }
  if (!picture) return (await api('POST /messages', { body: { ...attempt, content } })).message
  const form = new FormData()
  for (const [name, value] of Object.entries(attempt)) form.append(name, value) // before the file: the server reads as it comes
  form.append('image', picture)
  return (await api('POST /messages/image', { body: form, onProgress })).message
}
