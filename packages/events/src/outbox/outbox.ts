import { type DomainEvent, eventsByType } from '@meadow/contracts'
import type { EventMessage } from '../bus/bus.ts'

/** A committed event as the relay publishes it. */
export type OutboxMessage = EventMessage & { id: string }

/** The committed but unpublished events of a service. Disposing it closes its connection, and with it ends unfinished work. */
export type Outbox = AsyncDisposable & {
  /**
   * Runs `work` while no other process does. Returns undefined if another process holds the outbox. If this process loses
   * the lock or lease meanwhile, `readPending` and `markPublished` reject for the rest of `work`.
   */
  runExclusively<T>(work: () => Promise<T>): Promise<T | undefined>
  /** Returns true if the outbox has events, even if another process is publishing them. */
  hasPending(): Promise<boolean>
  /** Reads the oldest events, at most `limit`. */
  readPending(limit: number): Promise<OutboxMessage[]>
  /** Counts the events, up to 100,000, and returns the time of the oldest. */
  measureBacklog(): Promise<{ length: number; oldest: Date | undefined }>
  /** Deletes events that were published. */
  markPublished(ids: readonly string[]): Promise<void>
  /** Calls `listener` after each commit of this process that appended events. */
  onAppended(listener: () => void): Disposable
}

type StoredMessage = Omit<OutboxMessage, 'topic' | 'key'> & { topic?: string | null; key?: string | null }

/**
 * Converts a row or document of the outbox. An older version stored neither topic nor key, so they are derived from the
 * event. @throws Error if they are missing and no contract has the event's source
 */
export function toOutboxMessage({ id, topic, key, value }: StoredMessage): OutboxMessage {
  if (topic && key) return { id, topic, key, value }
  const event = JSON.parse(value) as DomainEvent
  return { id, topic: deriveTopic(event), key: event.subject, value }
}

/** Returns the topic of the type. A type that was removed since had the topic of similar types of the same source. */
function deriveTopic({ type, source }: DomainEvent): string {
  const published = [...eventsByType.values()].filter(({ producers }) => producers.some((one) => one === source))
  const isSimilar = (other: string) => other.split('.')[0] === type.split('.')[0]
  const own = published.find(({ producers }) => producers.length === 1) // others publish to topics of others, too
  const definition = eventsByType.get(type) ?? published.find((one) => isSimilar(one.type)) ?? own
  if (!definition) throw new Error(`No topic for events of type ${type} from ${source}`)
  return definition.topic
}
