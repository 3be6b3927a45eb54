import { type QueryClient, readSession, useQueryClient, useResync, useSession } from '@meadow/web'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { showMessage } from '../cache.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createOutboxStore } from './outbox-store.ts'
import { sendWaiting } from './send-waiting.ts'
import type { Waiting } from './waiting.ts'

/** One for the page: it goes on sending when the chat is left for another page. */
const outboxes = new WeakMap<QueryClient, Outbox>()

/** The outbox of whoever is signed in. */
export function useOutbox(): Outbox {
  const cache = useQueryClient()
  const { user } = useSession()
  return outboxOf(cache, user?._id ?? '')
}

/** Sends what waits, from now on and whenever there may be a network again. */
export function useSending(): void {
  const outbox = useOutbox()
  useEffect(() => outbox.subscribe(() => undefined), [outbox])
  useResync(() => outbox.flush())
}

/** What waits for one recipient, oldest first. */
export function useWaiting(userId: string): Waiting[] {
  const outbox = useOutbox()
  const all = useSyncExternalStore(outbox.subscribe, outbox.entries)
  return useMemo(() => all.filter(({ recipientId }) => recipientId === userId), [all, userId])
}

function outboxOf(cache: QueryClient, memberId: string): Outbox {
  const known = outboxes.get(cache)
  if (known?.memberId === memberId) return known
  known?.stop()
  const outbox = createOutbox({
    memberId,
    store: createOutboxStore(),
    isSignedIn: () => readSession().userId === memberId,
    send: async (waiting, onProgress) => showMessage(cache, await sendWaiting(waiting, onProgress), memberId),
  })
  outboxes.set(cache, outbox)
  return outbox
}
