import { toStableId } from '@meadow/service'
import * as z from 'zod'
import type { DeadLetter, Delivery } from '../bus/bus.ts'

/** Returns the name of the topic that delivers replayed dead letters of `topic`. */
export const replayTopic = (topic: string): string => `${topic}.replay`

/**
 * A message on a replay topic: an event with its origin and its consumer. `id` is the dead letter's: the consumer's inbox drops
 * a second replay.
 */
export const ReplayedEvent = z.object({
  id: z.uuid(),
  consumer: z.string(),
  topic: z.string(),
  offset: z.string(),
  event: z.unknown(),
})
export type ReplayedEvent = z.infer<typeof ReplayedEvent>

/** Returns the id under which a dead letter is replayed. A dead letter of an older version has none. */
export const toReplayId = ({ id, consumer, topic, offset }: Omit<DeadLetter, 'id'> & { id?: string }): string =>
  id ?? toStableId(`${consumer} ${topic} ${offset}`)

/** Converts a dead letter to the message that delivers it again. */
export function toReplayedEvent(deadLetter: DeadLetter): ReplayedEvent {
  const { consumer, topic, offset, event } = deadLetter
  return { id: toReplayId(deadLetter), consumer, topic, offset, event }
}

/** A delivery for one consumer. The inbox stores `inboxId` instead of the event's id, if there is one. */
export type ConsumerDelivery = Delivery & { inboxId?: string }

/** Returns the original delivery of a replayed event, or undefined if the event is for another consumer. */
export function toConsumerDelivery(consumer: string, delivery: Delivery): ConsumerDelivery | undefined {
  if (!delivery.topic.endsWith(replayTopic(''))) return delivery
  const replayed = ReplayedEvent.safeParse(delivery.event).data
  if (replayed?.consumer !== consumer) return undefined
  const { id: inboxId, topic, offset, event } = replayed
  return { topic, offset, event, inboxId }
}
