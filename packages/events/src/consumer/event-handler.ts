import {
  type DomainEvent,
  type EventDefinition,
  EventEnvelope,
  type ReceivedEvent,
  readEventData,
} from '@meadow/contracts'
import { withTrace } from '@meadow/service'
import type { ConsumerStore } from './consumer-store.ts'

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

/**
 * A parsed event, its handlers, and its id in the inbox, which is usually the event's id. `unknownValues` are the enum values
 * in it that no contract defines.
 */
export type HandlerTask<Bound> = {
  event: DomainEvent
  handlers: readonly EventHandler<Bound>[]
  inboxId: string
  unknownValues: readonly string[]
}

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

/**
 * Handles events once per consumer: the inbox ids and the effects commit in one transaction. Returns the tasks that were
 * handled now, without repeats.
 */
export async function handleOnce<Bound>(
  consumer: string,
  store: ConsumerStore<Bound>,
  tasks: readonly HandlerTask<Bound>[],
): Promise<HandlerTask<Bound>[]> {
  if (tasks.length === 0) return []
  return store.transaction(async (bound, inbox) => {
    const newIds = await inbox.insertNew(
      consumer,
      tasks.map(({ inboxId, event }) => ({ id: inboxId, type: event.type })),
    )
    const newTasks = tasks.filter(({ inboxId }) => newIds.delete(inboxId)) // drops repeats within the batch, too
    for (const run of splitByHandlers(newTasks)) {
      const events = run.map(({ event }) => event)
      for (const { handle } of run[0]?.handlers ?? []) await handle(events, bound)
    }
    return newTasks
  })
}

/** Splits tasks into runs of consecutive events of one type. */
function splitByHandlers<Bound>(tasks: readonly HandlerTask<Bound>[]): HandlerTask<Bound>[][] {
  const runs: HandlerTask<Bound>[][] = []
  for (const task of tasks) {
    const run = runs.at(-1)
    if (run?.[0]?.handlers === task.handlers) run.push(task)
    else runs.push([task])
  }
  return runs
}
