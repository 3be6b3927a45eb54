import { setTimeout as delay } from 'node:timers/promises'
import type { Outbox } from '@meadow/events'

const RETRY_MS = 20
const TIMEOUT_MS = 30_000

/**
 * Runs `work` while the relays of all `outboxes` publish nothing: holds the lock of each, one inside the other. Services accept
 * writes meanwhile, whose events wait. `work` gets
 * the time since when the first outbox is held, as of `performance.now()`.
 * @throws Error if one of the locks is not free for 30 s
 */
export async function withPausedRelays<T>(
  outboxes: readonly Pick<Outbox, 'runExclusively'>[],
  work: (pausedSince: number) => Promise<T>,
  heldSince?: number,
): Promise<T> {
  const [outbox, ...others] = outboxes
  if (!outbox) return work(heldSince ?? performance.now())
  const deadline = performance.now() + TIMEOUT_MS
  while (performance.now() < deadline) {
    const since = heldSince ?? performance.now()
    const done = await outbox.runExclusively(async () => ({ result: await withPausedRelays(others, work, since) }))
    if (done) return done.result
    await delay(RETRY_MS)
  }
  throw new Error('A service has been publishing events for 30 s. Try again when it has less to do.')
}
