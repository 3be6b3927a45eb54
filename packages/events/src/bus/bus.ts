import { type DomainEvent, eventsByType, type Topic } from '@meadow/contracts'
import type { RegisterMetrics } from '@meadow/service'

/** A message that the bus delivered. Its event has not been checked against a contract. */
export type Delivery = { topic: string; offset: string; event: unknown }

/**
 * A message that a consumer could not handle, with the cause. It is published on `<topic>.dead`. `id` is the same whenever
 * this consumer rejects this delivery.
 */
export type DeadLetter = Delivery & { id: string; consumer: string; cause: string; failedAt: string }

export type Subscription = {
  /** The consumer group. Each group gets every event once; subscriptions of one group share the work. */
  group: string
  topics: readonly string[]
  /**
   * Handles a batch of one topic, in publishing order. The bus commits the group's offset after the promise resolves. If it
   * rejects, the bus delivers the same batch again after a delay, without limit. So an event may be delivered repeatedly.
   */
  handle(batch: readonly Delivery[]): Promise<void>
}

/** An event as text, with its topic and its key. Events of one key keep their order. */
export type EventMessage = { topic: string; key: string; value: string }

/** The event bus: topics whose events keep the order of their subject. */
export type Bus = AsyncDisposable & {
  /**
   * Publishes events on the topics of their types, in this order. If it rejects, some of them may have been published, and
   * the caller publishes all of them again. Publishing an event twice is allowed.
   */
  publish(events: readonly DomainEvent[]): Promise<void>
  /** Publishes events as `publish` does, unparsed and of any type. Dead letters are stored once by their id. */
  publishMessages(messages: readonly EventMessage[]): Promise<void>
  /**
   * Delivers events from the group's committed offset on; a new group starts at the oldest event. Disposing the result
   * waits for the running batch.
   */
  subscribe(subscription: Subscription): Promise<AsyncDisposable>
  ping(): Promise<void>
  registerMetrics?: RegisterMetrics
}

/** Returns the name of the topic that stores the dead letters of `topic`. */
export const deadLetterTopic = (topic: string): string => `${topic}.dead`

/** Returns true if a topic stores dead letters. */
export const isDeadLetterTopic = (topic: string): boolean => topic.endsWith(deadLetterTopic(''))

/** Returns the topic of an event. @throws Error if no contract defines its type */
export function topicOf({ type }: DomainEvent): Topic {
  const definition = eventsByType.get(type)
  if (!definition) throw new Error(`No topic for events of type ${type}`)
  return definition.topic
}

/** Converts an event to its message. @throws Error if no contract defines its type */
export const toEventMessage = (event: DomainEvent): EventMessage => ({
  topic: topicOf(event),
  key: event.subject,
  value: JSON.stringify(event),
})

/** The gauge of consumer lag, which every bus reports. */
export const CONSUMER_LAG_METRIC = {
  name: 'consumer_lag_events',
  help: 'Events of a topic that a consumer group has not handled yet; at most 100,000 are counted',
  labels: ['group', 'topic'] as const,
}

export type CountMissedEvents = (labels: { group: string; topic: string }, times: number) => void

/** The counter of events that a consumer group can no longer read. */
export const CONSUMER_MISSED_EVENTS_METRIC = {
  name: 'consumer_missed_events_total',
  help: 'Times that a consumer group continued after events that were deleted before it had read them',
  labels: ['group', 'topic'] as const,
}
