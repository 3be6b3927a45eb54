import { type DomainEvent, events } from '@meadow/contracts'
import { type Bus, createEvent, openBus } from '@meadow/events'
import { createLogger, newId } from '@meadow/service'
import { createBackOff, isTransientError } from '@meadow/storage'

const PUBLISH_TIMEOUT_MS = 30_000

/** Publishes an event that violates its contract. Returns its id. */
export async function publishPoison(busUrl: string): Promise<string[]> {
  await using bus = await openBus(busUrl, { log: createLogger({ name: 'faults', level: 'fatal' }) })
  const time = new Date()
  const [subject, id] = [newId(time), newId(time)]
  const event = createEvent(events.postDeleted, {
    source: 'posts',
    subject,
    id,
    time,
    data: { authorId: subject, rev: 1 },
  })
  await publishWithRetry(bus, { ...event, data: { authorId: 7 } } as unknown as DomainEvent)
  return [id]
}

/** Publishes with retries, as the relay does: a restarted broker may not respond at first. */
async function publishWithRetry(bus: Bus, event: DomainEvent): Promise<void> {
  const backOff = createBackOff()
  const timeout = AbortSignal.timeout(PUBLISH_TIMEOUT_MS)
  for (;;) {
    try {
      return await bus.publish([event])
    } catch (error) {
      if (timeout.aborted || !isTransientError(error)) throw error
      await backOff.wait(timeout)
    }
  }
}
