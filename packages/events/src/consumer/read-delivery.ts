import { EventEnvelope } from '@meadow/contracts'
import type { Task } from './handle-once.ts'
import type { EventHandler } from './handler.ts'

/** Handlers by the type of event that they want. */
export const byType = <Bound>(handlers: readonly EventHandler<Bound>[]): Map<string, EventHandler<Bound>[]> =>
  Map.groupBy(handlers, ({ definition }) => definition.type)

/** Checks what came over the bus; undefined when nobody here wants it. @throws ZodError when it keeps no contract */
export function readDelivery<Bound>(
  delivered: unknown,
  handlersOf: ReadonlyMap<string, readonly EventHandler<Bound>[]>,
  note?: string,
): Task<Bound> | undefined {
  const envelope = EventEnvelope.parse(delivered)
  const handlers = handlersOf.get(envelope.type)
  const reader = handlers?.[0]
  return reader && { event: reader.parse(envelope), handlers, note: note ?? envelope.id }
}
