import * as z from 'zod'
import type { ReaderForm } from './reader-schema.ts'
import { Id, Timestamp } from './text.ts'

/** The topics of the event bus. Events of one subject keep their order; there is no order across topics. */
export const TOPICS = ['members', 'posts', 'messages', 'notifications', 'reports'] as const
export type Topic = (typeof TOPICS)[number]

/** The CloudEvents 1.0 envelope of every event (https://cloudevents.io). */
export const EventEnvelope = z.object({
  specversion: z.literal('1.0'),
  /** A UUIDv7. Consumers drop repeats by this id. */
  id: Id,
  /** The service that published the event. */
  source: z.string(),
  type: z.string(),
  /** The id of the aggregate: a member, a post, a conversation, the notified member, or a report. Kafka's message key. */
  subject: Id,
  time: Timestamp,
  datacontenttype: z.literal('application/json'),
  /** `<type>/<version>` of the contract of `data`. */
  dataschema: z.string(),
  /** The W3C trace context of the request that caused the event. */
  traceparent: z.string().optional(),
  data: z.unknown(),
})
export type DomainEvent = z.infer<typeof EventEnvelope>

/** The publisher of an event: the owning service, or the operator of the installation. */
type EventProducer = 'auth' | 'social' | 'posts' | 'notify' | 'chat' | 'operator'

export type EventDefinition<Type extends string = string, Data extends z.ZodType = z.ZodType> = {
  readonly type: Type
  readonly topic: Topic
  readonly version: number
  readonly producers: readonly EventProducer[]
  readonly summary: string
  readonly data: Data
}

/** Defines an event once, for its producer, its consumers and the AsyncAPI document. */
export const defineEvent = <const Type extends string, Data extends z.ZodType>(
  definition: EventDefinition<Type, Data>,
): EventDefinition<Type, Data> => definition

/** An event of this definition as its producer writes it. */
export type EventOf<D extends EventDefinition> = Omit<DomainEvent, 'type' | 'data'> & {
  type: D['type']
  data: z.output<D['data']>
}

/** An event of this definition as a consumer reads it: an enum may have a value that this version does not know. */
export type ReceivedEvent<D extends EventDefinition> = Omit<EventOf<D>, 'data'> & {
  data: ReaderForm<z.output<D['data']>>
}
