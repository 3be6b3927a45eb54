import type { DomainEvent, EventDefinition, EventOf } from '@meadow/contracts'
import { withTrace } from '@meadow/service'

/** A consumer's handler of one type of event. `Bound` are the ports that it needs, bound to one transaction. */
export type EventHandler<Bound> = {
  readonly definition: EventDefinition
  /** Parses `data` by the contract. @throws ZodError */
  readonly parse: (event: DomainEvent) => DomainEvent
  /** Handles consecutive events of this type, in their order, in one transaction. */
  readonly handle: (events: readonly DomainEvent[], bound: Bound) => Promise<void>
}

const parseWith = (definition: EventDefinition) => (event: DomainEvent) => ({
  ...event,
  data: definition.data.parse(event.data),
})

/** Creates a handler that handles one event at a time, in the trace of the request that caused the event. */
export function onEvent<D extends EventDefinition, Bound>(
  definition: D,
  handle: (event: EventOf<D>, bound: Bound) => Promise<void>,
): EventHandler<Bound> {
  return {
    definition,
    parse: parseWith(definition),
    async handle(events, bound) {
      for (const event of events) await withTrace(event.traceparent, () => handle(event as EventOf<D>, bound)) // parsed before
    },
  }
}

/**
 * Creates a handler that handles consecutive events together, so that frequent events need few statements. Its result must
 * equal handling them one by one, because the consumer does that after a failure.
 */
export const onEventBatch = <D extends EventDefinition, Bound>(
  definition: D,
  handle: (events: readonly EventOf<D>[], bound: Bound) => Promise<void>,
): EventHandler<Bound> => ({
  definition,
  parse: parseWith(definition),
  handle: (events, bound) => handle(events as EventOf<D>[], bound), // parsed before
})
