import type { DomainEvent, EventDefinition, EventOf } from '@meadow/contracts'
import { currentTraceparent } from '@meadow/service'
import type * as z from 'zod'

type NewEvent<D extends EventDefinition> = {
  /** The service that says it. */
  source: string
  /** The id of the aggregate whose order matters. */
  subject: string
  data: z.input<D['data']>
  id: string
  time: Date
  /** @default the trace of the request that is being answered */
  traceparent?: string
}

/** Builds the event that says what happened. @throws when `data` does not keep the contract: that is our mistake */
export function createEvent<D extends EventDefinition>(definition: D, said: NewEvent<D>): EventOf<D> {
  const traceparent = said.traceparent ?? currentTraceparent()
  const event: Omit<DomainEvent, 'data'> = {
    specversion: '1.0',
    id: said.id,
    source: said.source,
    type: definition.type,
    subject: said.subject,
    time: said.time.toISOString(),
    datacontenttype: 'application/json',
    dataschema: `${definition.type}/${definition.version}`,
    ...(traceparent && { traceparent }),
  }
  return { ...event, data: definition.data.parse(said.data) } as EventOf<D>
}
