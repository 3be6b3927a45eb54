import { EventEnvelope } from '@meadow/contracts'
import type { EventHandler } from './event-handler.ts'
import type { HandlerTask } from './handle-once.ts'

/** Groups handlers by the type of their event. */
export const groupHandlersByType = <Bound>(
  handlers: readonly EventHandler<Bound>[],
): Map<string, EventHandler<Bound>[]> => Map.groupBy(handlers, ({ definition }) => definition.type)

/**
 * Parses a delivered event by its contract. Returns undefined if no handler handles its type. `inboxId` replaces the
 * event's id in the inbox. @throws ZodError if the event does not match its contract
 */
export function parseDelivery<Bound>(
  delivered: unknown,
  handlersByType: ReadonlyMap<string, readonly EventHandler<Bound>[]>,
  inboxId?: string,
): HandlerTask<Bound> | undefined {
  const envelope = EventEnvelope.parse(delivered)
  const handlers = handlersByType.get(envelope.type)
  const [first] = handlers ?? []
  return first && handlers && { event: first.parse(envelope), handlers, inboxId: inboxId ?? envelope.id }
}
