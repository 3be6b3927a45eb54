import { Envelope } from '@meadow/contracts'
import type { Task } from './handle-once.ts'
import type { Handler } from './handler.ts'

/** Handlers by the type of event that they want. */
export const byType = <Bound>(handlers: readonly Handler<Bound>[]): Map<string, Handler<Bound>[]> =>
  Map.groupBy(handlers, ({ definition }) => definition.type)

/** Checks what came over the bus; undefined when nobody here wants it. @throws ZodError when it keeps no contract */
export function readDelivery<Bound>(
  delivered: unknown,
  handlersOf: ReadonlyMap<string, readonly Handler<Bound>[]>,
  note?: string,
): Task<Bound> | undefined {
  const envelope = Envelope.parse(delivered)
  const handlers = handlersOf.get(envelope.type)
  const reader = handlers?.[0]
  return reader && { event: reader.read(envelope), handlers, note: note ?? envelope.id }
}
