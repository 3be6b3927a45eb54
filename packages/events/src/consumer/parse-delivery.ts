import { EventEnvelope, readEventData } from '@meadow/contracts'
import type { EventHandler } from './event-handler.ts'
import type { HandlerTask } from './handle-once.ts'

/** A delivery as a handler needs it. `inboxId` replaces the event's id in the inbox. */
type ParsableDelivery = { topic: string; event: unknown; inboxId?: string }

/** An event that its source may not publish, or not on this topic. Every attempt to handle it would fail. */
export class ForeignEventError extends Error {
  override name = 'ForeignEventError'
}

/** Groups handlers by the type of their event. */
export const groupHandlersByType = <Bound>(
  handlers: readonly EventHandler<Bound>[],
): Map<string, EventHandler<Bound>[]> => Map.groupBy(handlers, ({ definition }) => definition.type)

/**
 * Parses a delivered event by the reader's form of its contract, which accepts what newer versions add. Returns undefined if
 * no handler handles its type.
 * @throws ZodError if the event does not match its contract, ForeignEventError if its source may not have published it
 */
export function parseDelivery<Bound>(
  { topic, event, inboxId }: ParsableDelivery,
  handlersByType: ReadonlyMap<string, readonly EventHandler<Bound>[]>,
): HandlerTask<Bound> | undefined {
  const envelope = EventEnvelope.parse(event)
  const handlers = handlersByType.get(envelope.type)
  const [first] = handlers ?? []
  if (!first || !handlers) return undefined
  assertProducer(first.definition, envelope.source, topic)
  const { data, unknownValues } = readEventData(first.definition, envelope.data)
  return { event: { ...envelope, data }, handlers, inboxId: inboxId ?? envelope.id, unknownValues }
}

/** Services may write to different topics, so the topic shows who can have written an event. @throws ForeignEventError */
function assertProducer(
  { type, ...definition }: EventHandler<unknown>['definition'],
  source: string,
  topic: string,
): void {
  if (definition.topic !== topic) throw new ForeignEventError(`${type} does not belong to the topic ${topic}`)
  if (!definition.producers.some((producer) => producer === source))
    throw new ForeignEventError(`${source} does not publish ${type}`)
}
