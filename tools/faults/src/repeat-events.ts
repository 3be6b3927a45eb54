import { type DomainEvent, TOPICS } from '@meadow/contracts'
import { openBus } from '@meadow/events'
import { createLogger } from '@meadow/service'
import type { SeededRandom } from '@meadow/testing/random'

/** The number of events that are shuffled together. */
const SHUFFLE_WINDOW = 50

type EventRepeater = AsyncDisposable & { end(): Promise<number> }

/** Publishes each event twice more, shuffled with others, until `end`, which returns their number. */
export async function startRepeatingEvents(busUrl: string, random: SeededRandom): Promise<EventRepeater> {
  await using opening = new AsyncDisposableStack()
  const bus = opening.use(await openBus(busUrl, { log: createLogger({ name: 'faults', level: 'fatal' }) }))
  const receivedIds = new Set<string>()
  let heldEvents: DomainEvent[] = []
  let publishedCount = 0

  async function repeat(): Promise<void> {
    const repeated = shuffled([...heldEvents, ...heldEvents], random)
    await bus.publish(repeated)
    publishedCount += repeated.length
    heldEvents = []
  }

  opening.use(
    await bus.subscribe({
      group: 'repeats',
      topics: TOPICS,
      async handle(batch) {
        for (const received of batch) {
          const event = received.event as DomainEvent
          if (receivedIds.has(event.id)) continue
          receivedIds.add(event.id)
          heldEvents.push(event)
        }
        if (heldEvents.length >= SHUFFLE_WINDOW) await repeat()
      },
    }),
  )
  const opened = opening.move()
  return {
    async end() {
      await repeat()
      await opened.disposeAsync()
      return publishedCount
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** In any order (Fisher and Yates). */
function shuffled<T>(items: readonly T[], random: SeededRandom): T[] {
  const all = [...items]
  for (let left = all.length - 1; left > 0; left--) {
    const other = random.below(left + 1)
    ;[all[left], all[other]] = [all[other] as T, all[left] as T]
  }
  return all
}
