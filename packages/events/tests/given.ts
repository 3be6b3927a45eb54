import { type DomainEvent, events } from '@meadow/contracts'
import { newId } from '@meadow/service'
import { alice } from '@meadow/testing'
import { type Bus, createEvent, type Delivery } from '../src/index.ts'

export const noon = new Date('2026-03-01T12:00:00Z')

/** Something that happened to a member; `step` tells the order. */
export const change = (step: number, subject = alice._id): DomainEvent =>
  createEvent(events.memberDeactivated, {
    source: 'auth',
    subject,
    data: { accountVersion: step },
    id: newId(noon),
    time: noon,
  })

export const changes = (count: number): DomainEvent[] => [...Array(count).keys()].map((n) => change(n + 1))

/** The same on another topic. */
export const deletion = (rev: number): DomainEvent =>
  createEvent(events.postDeleted, {
    source: 'posts',
    subject: '0199a000-0000-7000-8000-0000000b057d',
    data: { authorId: alice._id, rev },
    id: newId(noon),
    time: noon,
  })

export const deletions = (count: number): DomainEvent[] => [...Array(count).keys()].map((n) => deletion(n + 1))

export const idOf = ({ event }: Delivery): string => (event as DomainEvent).id

/** A subscription that notes the ids of what it was given. */
export async function hear(
  bus: Bus,
  group: string,
  topics = ['members'],
): Promise<AsyncDisposable & { ids: string[] }> {
  const ids: string[] = []
  const subscription = await bus.subscribe({
    group,
    topics,
    handle: async (batch) => void ids.push(...batch.map(idOf)),
  })
  return { ids, [Symbol.asyncDispose]: () => subscription[Symbol.asyncDispose]() }
}
