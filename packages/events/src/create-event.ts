import type { DomainEvent, EventDefinition, EventOf } from '@meadow/contracts'
import { getTraceparent } from '@meadow/service'
import type * as z from 'zod'

type NewEvent<D extends EventDefinition> = {
  /** The service that publishes the event. */
  source: string
  /** The id of the aggregate. Events of one subject keep their order. */
  subject: string
  data: z.input<D['data']>
  id: string
  time: Date
  /** @default the trace context of the current request */
  traceparent?: string
}

/** Creates an event in its CloudEvents envelope. @throws ZodError if `data` does not match the contract, which is a bug */
export function createEvent<D extends EventDefinition>(definition: D, event: NewEvent<D>): EventOf<D> {
  const traceparent = event.traceparent ?? getTraceparent()
  const envelope: Omit<DomainEvent, 'data'> = {
    specversion: '1.0',
    id: event.id,
    source: event.source,
    type: definition.type,
    subject: event.subject,
    time: event.time.toISOString(),
    datacontenttype: 'application/json',
    dataschema: `${definition.type}/${definition.version}`,
    ...(traceparent && { traceparent }),
  }
  return { ...envelope, data: definition.data.parse(event.data) } as EventOf<D>
}
