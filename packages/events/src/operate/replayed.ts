import * as z from 'zod'
import type { Delivery } from '../bus/bus.ts'

/** The topic on which dead letters of a topic come again. */
export const replayTopic = (topic: string): string => `${topic}.replay`

/** What lies there: an event with where it came from, and for whom. `id` makes this attempt unlike those before. */
export const Replay = z.object({
  id: z.uuid(),
  consumer: z.string(),
  topic: z.string(),
  offset: z.string(),
  event: z.unknown(),
})
export type Replay = z.infer<typeof Replay>

/** A delivery as a consumer takes it: `note` is what its inbox notes in place of the event's own id. */
export type Addressed = Delivery & { note?: string }

/** What `consumer` has to do with a delivery: all of a usual topic, and of a replay what is meant for it. */
export function addressedTo(consumer: string, delivery: Delivery): Addressed | undefined {
  if (!delivery.topic.endsWith(replayTopic(''))) return delivery
  const replay = Replay.safeParse(delivery.event).data
  if (replay?.consumer !== consumer) return undefined
  const { id: note, topic, offset, event } = replay
  return { topic, offset, event, note }
}
