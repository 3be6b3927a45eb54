import { type DomainEvent, eventsByType, type Topic } from '@meadow/contracts'
import type { RegisterMetrics } from '@meadow/service'

/** Something that came over the bus. It is what somebody put there, and not yet known to keep any contract. */
export type Delivery = { topic: string; offset: string; event: unknown }

/** An event that a consumer could not handle, and why. It is kept on `<topic>.dead`. */
export type DeadLetter = Delivery & { consumer: string; cause: string; failedAt: string }

export type Subscription = {
  /** Each group hears everything once; of several subscriptions of one group one is given an event at a time. */
  group: string
  topics: readonly string[]
  /**
   * Handles a batch of one topic, in the order in which it was published. The group's place moves on when this has
   * succeeded; when it rejects, the same comes again after a while, without end. So it may come more than once.
   */
  handle(batch: readonly Delivery[]): Promise<void>
}

/** Where services tell each other what happened: topics whose events keep the order of their subject. */
export type Bus = AsyncDisposable & {
  /**
   * Puts events on the topics of their types, in this order. When it rejects, some may be there: all are to be put again.
   * The same event may be put twice.
   */
  publish(events: readonly DomainEvent[]): Promise<void>
  publishDeadLetter(letter: DeadLetter): Promise<void>
  /** Begins where the group stopped, at first with the oldest event there is. Disposing waits for a running batch. */
  subscribe(subscription: Subscription): Promise<AsyncDisposable>
  ping(): Promise<void>
  registerMetrics?: RegisterMetrics
}

/** The topic on which a topic's dead letters are kept. */
export const deadLetterTopic = (topic: string): string => `${topic}.dead`

/** The topic of an event. @throws when no contract knows its type */
export function topicOf({ type }: DomainEvent): Topic {
  const definition = eventsByType.get(type)
  if (!definition) throw new Error(`No topic for events of type ${type}`)
  return definition.topic
}
