import { EventEnvelope } from '@meadow/contracts'
import { type BackgroundTask, type Logger, readTraceId, withTrace } from '@meadow/service'
import { scheduleHourly } from '@meadow/storage'
import type { Bus, Delivery } from '../bus/bus.ts'
import { type ConsumerDelivery, replayTopic, toConsumerDelivery } from '../operator/replay.ts'
import { type ConsumerMetrics, createConsumerMetrics } from './consumer-metrics.ts'
import { createConsumerPause } from './consumer-pause.ts'
import { type ConsumerStore, INBOX_RETENTION_MS } from './consumer-store.ts'
import { type EventHandler, groupHandlersByType, type HandlerTask, handleOnce, parseDelivery } from './event-handler.ts'
import { handleAlone, throwIfUnavailable } from './handle-alone.ts'
import { storeDeadLetter } from './store-dead-letter.ts'
import { createUnknownContentReport } from './unknown-content.ts'

type ConsumerDeps<Bound> = {
  name: string
  bus: Bus
  store: ConsumerStore<Bound>
  handlers: readonly EventHandler<Bound>[]
  /** Tasks that work on what the handlers of some events store. A commit of the consumer with such an event wakes them. */
  wokenTasks?: readonly WokenTask[] | undefined
  log: Logger
  now: () => Date
}

/** A background task that is woken by events of these types, so that it need not poll often. */
export type WokenTask = BackgroundTask & { wokenBy: readonly string[]; wake(): void }

/**
 * Creates the background task that handles the events of a service, each once. A batch is one transaction; if it fails, its
 * events are handled one by one. While the store is unavailable the bus delivers the batch again, so the order is kept. An
 * event that keeps failing becomes a dead letter, and the consumer continues. If too many events fail, it pauses: the bus
 * delivers the failing event again until it is handled.
 */
export function createConsumer<Bound>({
  name,
  bus,
  store,
  handlers,
  wokenTasks = [],
  log,
  now,
}: ConsumerDeps<Bound>): BackgroundTask {
  const handlersByType = groupHandlersByType(handlers)
  const topics = [...new Set(handlers.map(({ definition }) => definition.topic))]
  const unknownContent = createUnknownContentReport(name, log)
  const pause = createConsumerPause({ consumer: name, log, now })
  let stopped = new AbortController()
  let subscription: AsyncDisposable | undefined
  let cleanup: Disposable | undefined
  let consumerMetrics: ConsumerMetrics | undefined

  const parse = (delivery: ConsumerDelivery) => parseDelivery(delivery, handlersByType)

  function recordHandled(tasks: readonly HandlerTask<Bound>[]): void {
    for (const { wokenBy, wake } of wokenTasks) if (tasks.some(({ event }) => wokenBy.includes(event.type))) wake()
    for (const task of tasks) unknownContent.reportValues(task, consumerMetrics)
    for (const [type, ofType] of Map.groupBy(tasks, ({ event }) => event.type)) logHandled(type, ofType)
    const byTopic = Map.groupBy(tasks, (task) => task.handlers[0]?.definition.topic ?? '')
    for (const [topic, { length }] of byTopic) consumerMetrics?.countHandled(topic, length)
  }

  /** Logs handled events with the ids of their requests, so that a request can be followed. One line for all, which is cheaper. */
  function logHandled(type: string, tasks: readonly HandlerTask<Bound>[]): void {
    const handled = tasks.map(({ event: { id, traceparent } }) => ({ id, requestId: readTraceId(traceparent) }))
    log.info({ consumer: name, type, events: handled }, 'events handled')
  }

  /** Makes an event a dead letter. @throws FailureLimitError if the group pauses instead */
  async function reject(delivery: ConsumerDelivery, error: unknown): Promise<void> {
    const result = await storeDeadLetter(store, delivery, { consumer: name, error, at: now() })
    if (result === 'limit-reached') throw pause.block(delivery, error)
    if (result === 'handled-before') return
    const { topic, offset, event } = delivery
    const { id, traceparent } = EventEnvelope.safeParse(event).data ?? {}
    withTrace(traceparent, () => log.error({ err: error, consumer: name, topic, offset, id }, 'dead letter'))
    consumerMetrics?.countDeadLetter(topic)
  }

  async function handleSingle(delivery: ConsumerDelivery): Promise<void> {
    const handle = async () => {
      const task = parse(delivery)
      if (task) recordHandled(await handleOnce(name, store, [task]))
    }
    const isBlocked = () => pause.isBlocked(delivery)
    const failure = await handleAlone(handle, { isBlocked, ping: store.ping, signal: stopped.signal })
    if (failure) await reject(delivery, failure.error)
    pause.release([delivery])
  }

  async function handleBatch(deliveries: readonly Delivery[]): Promise<void> {
    const batch = deliveries
      .map((delivery) => toConsumerDelivery(name, delivery))
      .filter((delivery) => delivery !== undefined)
    consumerMetrics?.observeBatch(batch.length)
    try {
      const tasks = batch.map(parse).filter((task) => task !== undefined)
      recordHandled(await handleOnce(name, store, tasks))
    } catch (error) {
      await throwIfUnavailable(error, store.ping)
      if (!pause.isPaused()) log.warn({ err: error, consumer: name }, 'a batch failed; handling its events one by one')
      for (const delivery of batch) {
        stopped.signal.throwIfAborted()
        await handleSingle(delivery)
      }
    }
    pause.release(batch)
    unknownContent.reportSkipped(batch, consumerMetrics)
  }

  async function deleteExpiredInboxIds(): Promise<void> {
    const before = new Date(now().getTime() - INBOX_RETENTION_MS)
    while (!stopped.signal.aborted && (await store.transaction((_bound, inbox) => inbox.deleteExpired(before))));
  }

  return {
    name: `consumer ${name}`,
    degradationProbes: {
      async consumer() {
        if (pause.isPaused()) throw new Error('The consumer pauses, because too many events fail')
      },
    },
    registerMetrics(metrics) {
      consumerMetrics = createConsumerMetrics({ metrics, group: name, topics, isPaused: pause.isPaused })
    },
    async start() {
      stopped = new AbortController()
      cleanup = scheduleHourly(deleteExpiredInboxIds, log)
      const subscribedTopics = [...topics, ...topics.map(replayTopic)]
      subscription = await bus.subscribe({ group: name, topics: subscribedTopics, handle: handleBatch })
    },
    async stop() {
      stopped.abort()
      cleanup?.[Symbol.dispose]()
      await subscription?.[Symbol.asyncDispose]()
    },
  }
}
