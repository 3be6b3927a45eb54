import type { DomainEvent, EventDefinition, EventOf } from '@meadow/contracts'
import { withTrace } from '@meadow/service'

/** What a consumer does about one type of event. `Bound` are the ports it needs, bound to the transaction. */
export type EventHandler<Bound> = {
  readonly definition: EventDefinition
  /** Checks `data` by its contract. @throws ZodError */
  readonly parse: (event: DomainEvent) => DomainEvent
  /** Handles events of this type that came one after the other, in this order and all in one transaction. */
  readonly handle: (events: readonly DomainEvent[], bound: Bound) => Promise<void>
}

const parseWith = (definition: EventDefinition) => (event: DomainEvent) => ({
  ...event,
  data: definition.data.parse(event.data),
})

/** Pairs an event with the small function that handles it, as part of the trace that caused it. */
export function onEvent<D extends EventDefinition, Bound>(
  definition: D,
  handle: (event: EventOf<D>, bound: Bound) => Promise<void>,
): EventHandler<Bound> {
  return {
    definition,
    parse: parseWith(definition),
    async handle(events, bound) {
      for (const event of events) await withTrace(event.traceparent, () => handle(event as EventOf<D>, bound)) // by `read`
    },
  }
}

/**
 * Pairs an event of which many come at once with what handles several together, so that it sends few statements. The end
 * must be the same as if they came one by one: after a failure they do.
 */
export const onEventBatch = <D extends EventDefinition, Bound>(
  definition: D,
  handle: (events: readonly EventOf<D>[], bound: Bound) => Promise<void>,
): EventHandler<Bound> => ({
  definition,
  parse: parseWith(definition),
  handle: (events, bound) => handle(events as EventOf<D>[], bound), // by `read`
})
