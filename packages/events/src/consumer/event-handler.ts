import type { DomainEvent, EventDefinition, ReceivedEvent } from '@meadow/contracts'
import { withTrace } from '@meadow/service'

/** A consumer's handler of one type of event. `Bound` are the ports that it needs, bound to one transaction. */
export type EventHandler<Bound> = {
  readonly definition: EventDefinition
  /** Handles consecutive events of this type, in their order, in one transaction. */
  readonly handle: (events: readonly DomainEvent[], bound: Bound) => Promise<void>
}

/** Creates a handler that handles one event at a time, in the trace of the request that caused the event. */
export function onEvent<D extends EventDefinition, Bound>(
  definition: D,
  handle: (event: ReceivedEvent<D>, bound: Bound) => Promise<void>,
): EventHandler<Bound> {
  return {
    definition,
    async handle(events, bound) {
      for (const event of events) await withTrace(event.traceparent, () => handle(event as ReceivedEvent<D>, bound)) // parsed before
    },
  }
}

/**
 * Creates a handler that handles consecutive events together, so that frequent events need few statements. Its result must
 * equal handling them one by one, because the consumer does that after a failure.
 */
export const onEventBatch = <D extends EventDefinition, Bound>(
  definition: D,
  handle: (events: readonly ReceivedEvent<D>[], bound: Bound) => Promise<void>,
): EventHandler<Bound> => ({
  definition,
  handle: (events, bound) => handle(events as ReceivedEvent<D>[], bound), // parsed before
})
