import * as z from 'zod'
import { Id, Timestamp } from './text.ts'

/** The topics of the bus. Events of one subject stay in order; topics are not ordered against each other. */
export const TOPICS = ['members', 'posts', 'messages', 'notifications'] as const
export type Topic = (typeof TOPICS)[number]

/** What every event carries around its `data`: a CloudEvents 1.0 envelope (https://cloudevents.io). */
export const Envelope = z.object({
  specversion: z.literal('1.0'),
  /** UUIDv7; the key by which consumers drop repeats. */
  id: Id,
  /** The service that says it. */
  source: z.string(),
  type: z.string(),
  /** The id of the aggregate whose order matters: a member, a post, a conversation, or who is notified. */
  subject: Id,
  time: Timestamp,
  datacontenttype: z.literal('application/json'),
  /** `<type>/<version>` of the contract that `data` keeps. */
  dataschema: z.string(),
  /** W3C trace context of the request that caused it. */
  traceparent: z.string().optional(),
  data: z.unknown(),
})
export type DomainEvent = z.infer<typeof Envelope>

/** Who says an event: the owner of what happened, or whoever operates the installation. */
type Sayer = 'auth' | 'social' | 'posts' | 'notify' | 'chat' | 'operator'

export type EventDefinition<Type extends string = string, Data extends z.ZodType = z.ZodType> = {
  readonly type: Type
  readonly topic: Topic
  readonly version: number
  readonly from: readonly Sayer[]
  readonly summary: string
  readonly data: Data
}

/** States an event once, for the service that announces it and those that hear it. */
export const defineEvent = <const Type extends string, Data extends z.ZodType>(
  definition: EventDefinition<Type, Data>,
): EventDefinition<Type, Data> => definition

/** An event of this definition with its data parsed. */
export type EventOf<D extends EventDefinition> = Omit<DomainEvent, 'type' | 'data'> & {
  type: D['type']
  data: z.output<D['data']>
}
