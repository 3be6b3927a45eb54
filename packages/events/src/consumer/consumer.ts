import { EventEnvelope } from '@meadow/contracts'
import { type BackgroundTask, DomainError, type Logger, withTrace } from '@meadow/service'
import { isTransientError, scheduleHourly, sleep } from '@meadow/storage'
import { ZodError } from 'zod'
import type { Bus, Delivery } from '../bus/bus.ts'
import { type ConsumerDelivery, replayTopic, toConsumerDelivery } from '../operator/replay.ts'
import { type ConsumerMetrics, createConsumerMetrics } from './consumer-metrics.ts'
import type { ConsumerStore } from './consumer-store.ts'
import type { EventHandler } from './event-handler.ts'
import { type HandlerTask, handleOnce } from './handle-once.ts'
import { groupHandlersByType, parseDelivery } from './parse-delivery.ts'

type ConsumerDeps<Bound> = {
  name: string
  bus: Bus
  store: ConsumerStore<Bound>
  handlers: readonly EventHandler<Bound>[]
  log: Logger
}

const MAX_ATTEMPTS = 5
const RETRY_DELAY_MS = 50

/** Returns true if every attempt would fail: the event does not match its contract, or breaks a rule. */
const isPermanentError = (error: unknown) => error instanceof ZodError || error instanceof DomainError

const describeError = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error))

/**
 * Creates the background task that handles the events of a service, each once. A batch is one transaction; if it fails, its
 * events are handled one by one. On a transient error the bus delivers the batch again, so the order is kept. An event
 * that keeps failing becomes a dead letter, and the consumer continues.
 */
export function createConsumer<Bound>({ name, bus, store, handlers, log }: ConsumerDeps<Bound>): BackgroundTask {
  const handlersByType = groupHandlersByType(handlers)
  const topics = [...new Set(handlers.map(({ definition }) => definition.topic))]
  let stopped = new AbortController()
  let subscription: AsyncDisposable | undefined
  let cleanup: Disposable | undefined
  let consumerMetrics: ConsumerMetrics | undefined

  const parse = ({ event, inboxId }: ConsumerDelivery) => parseDelivery(event, handlersByType, inboxId)

  /** Logs each handled event with the trace of its request, so that a request can be followed by its id. */
  function recordHandled(tasks: readonly HandlerTask<Bound>[]): void {
    for (const { event, handlers: eventHandlers } of tasks) {
      withTrace(event.traceparent, () => log.info({ consumer: name, type: event.type, id: event.id }, 'event handled'))
      consumerMetrics?.countHandled(eventHandlers[0]?.definition.topic ?? '')
    }
  }

  async function publishDeadLetter(delivery: ConsumerDelivery, error: unknown): Promise<void> {
    const { topic, offset, event, inboxId } = delivery
    const { id, traceparent } = EventEnvelope.safeParse(event).data ?? {}
    withTrace(traceparent, () => log.error({ err: error, consumer: name, topic, offset, id }, 'dead letter'))
    const failedAt = new Date().toISOString()
    await bus.publishDeadLetter({ topic, offset, event, consumer: name, cause: describeError(error), failedAt })
    consumerMetrics?.countDeadLetter(topic)
    const handledId = inboxId ?? id
    // without this, each repeat of the event would become another dead letter
    if (handledId) await store.transaction((_bound, inbox) => inbox.insertNew(name, [handledId]))
  }

  async function handleWithAttempts(task: HandlerTask<Bound>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return recordHandled(await handleOnce(name, store, [task]))
      } catch (error) {
        if (isTransientError(error) || isPermanentError(error) || attempt === MAX_ATTEMPTS) throw error
        await sleep(RETRY_DELAY_MS * attempt, stopped.signal)
      }
    }
  }

  async function handleSingle(delivery: ConsumerDelivery): Promise<void> {
    try {
      const task = parse(delivery)
      if (task) await handleWithAttempts(task)
    } catch (error) {
      if (isTransientError(error)) throw error
      await publishDeadLetter(delivery, error)
    }
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
      if (isTransientError(error)) throw error
      log.warn({ err: error, consumer: name }, 'a batch failed; handling its events one by one')
      for (const delivery of batch) await handleSingle(delivery)
    }
  }

  async function deleteExpiredInboxIds(): Promise<void> {
    while (await store.transaction((_bound, inbox) => inbox.deleteExpired()));
  }

  return {
    name: `consumer ${name}`,
    registerMetrics(metrics) {
      consumerMetrics = createConsumerMetrics({ metrics, group: name, topics })
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
