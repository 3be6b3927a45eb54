import { type DomainEvent, events } from '@meadow/contracts'
import { type Bus, createEvent, openBus } from '@meadow/events'
import { createLogger, newId } from '@meadow/service'
import { createBackOff, isTransientError } from '@meadow/storage'

const PATIENCE_MS = 30_000

/** Puts events on the bus whose data keep no contract; answers their ids. */
export async function poison(busUrl: string): Promise<string[]> {
  await using bus = await openBus(busUrl, { log: createLogger({ name: 'faults', level: 'fatal' }) })
  const time = new Date()
  const [subject, id] = [newId(time), newId(time)]
  const said = createEvent(events.postDeleted, {
    source: 'posts',
    subject,
    id,
    time,
    data: { authorId: subject, rev: 1 },
  })
  await publish(bus, { ...said, data: { authorId: 7 } } as unknown as DomainEvent)
  return [id]
}

/** As the relay does: a broker that has just come back may not answer the first time. */
async function publish(bus: Bus, event: DomainEvent): Promise<void> {
  const patience = createBackOff()
  const over = AbortSignal.timeout(PATIENCE_MS)
  for (;;) {
    try {
      return await bus.publish([event])
    } catch (error) {
      if (over.aborted || !isTransientError(error)) throw error
      await patience.wait(over)
    }
  }
}
