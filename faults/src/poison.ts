import { type DomainEvent, events } from '@meadow/contracts'
import { announce, openBus } from '@meadow/events'
import { createLogger, newId } from '@meadow/service'

/** Puts events on the bus whose data keep no contract; answers their ids. */
export async function poison(busUrl: string): Promise<string[]> {
  await using bus = await openBus(busUrl, { log: createLogger({ name: 'faults', level: 'fatal' }) })
  const time = new Date()
  const [subject, id] = [newId(time), newId(time)]
  const said = announce(events.postDeleted, { source: 'posts', subject, id, time, data: { authorId: subject, rev: 1 } })
  await bus.publish([{ ...said, data: { authorId: 7 } } as unknown as DomainEvent])
  return [id]
}
