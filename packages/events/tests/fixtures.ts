import { type DomainEvent, events } from '@meadow/contracts'
import { newId } from '@meadow/service'
import { alice } from '@meadow/testing'
import { toDeadLetterMessage } from '../src/consumer/dead-letter.ts'
import { type Bus, createEvent, type DeadLetter, type Delivery } from '../src/index.ts'

export const noon = new Date('2026-03-01T12:00:00Z')

/** Creates an event of a member; `step` is its order. */
export const createMemberEvent = (step: number, subject = alice._id): DomainEvent =>
  createEvent(events.memberDeactivated, {
    source: 'auth',
    subject,
    data: { accountVersion: step },
    id: newId(noon),
    time: noon,
  })

export const createMemberEvents = (count: number): DomainEvent[] =>
  [...Array(count).keys()].map((n) => createMemberEvent(n + 1))

/** Creates an event on another topic. */
export const createPostEvent = (rev: number): DomainEvent =>
  createEvent(events.postDeleted, {
    source: 'posts',
    subject: '0199a000-0000-7000-8000-0000000b057d',
    data: { authorId: alice._id, rev },
    id: newId(noon),
    time: noon,
  })

export const createPostEvents = (count: number): DomainEvent[] =>
  [...Array(count).keys()].map((n) => createPostEvent(n + 1))

export const createTestDeadLetter = (fields: Partial<DeadLetter> = {}): DeadLetter => ({
  id: newId(noon),
  topic: 'members',
  offset: '1',
  event: { nobody: 'knows' },
  consumer: 'posts',
  cause: 'Error: no',
  failedAt: noon.toISOString(),
  ...fields,
})

/** Publishes dead letters as the relay of a service does. */
export const publishDeadLetters = (bus: Bus, ...deadLetters: DeadLetter[]): Promise<void> =>
  bus.publishMessages(deadLetters.map(toDeadLetterMessage))

export const getEventId = ({ event }: Delivery): string => (event as DomainEvent).id

/** Subscribes, and collects the ids of the delivered events. */
export async function subscribeAndCollect(
  bus: Bus,
  group: string,
  topics = ['members'],
): Promise<AsyncDisposable & { ids: string[] }> {
  const ids: string[] = []
  const subscription = await bus.subscribe({
    group,
    topics,
    handle: async (batch) => void ids.push(...batch.map(getEventId)),
  })
  return { ids, [Symbol.asyncDispose]: () => subscription[Symbol.asyncDispose]() }
}
