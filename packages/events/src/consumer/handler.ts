import type { DomainEvent, EventDefinition, EventOf } from '@meadow/contracts'

/** What a consumer does about one type of event. `Bound` are the ports it needs, bound to the transaction. */
export type Handler<Bound> = {
  readonly definition: EventDefinition
  /** Checks `data` by its contract. @throws ZodError */
  readonly read: (event: DomainEvent) => DomainEvent
  readonly handle: (event: DomainEvent, bound: Bound) => Promise<void>
}

/** Pairs an event with the small function that handles it. */
export function on<D extends EventDefinition, Bound>(
  definition: D,
  handle: (event: EventOf<D>, bound: Bound) => Promise<void>,
): Handler<Bound> {
  return {
    definition,
    read: (event) => ({ ...event, data: definition.data.parse(event.data) }),
    handle: (event, bound) => handle(event as EventOf<D>, bound), // `read` has made it one
  }
}
