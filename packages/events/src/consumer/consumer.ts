import { EventEnvelope } from '@meadow/contracts'
import { type BackgroundTask, DomainError, type Logger, withTrace } from '@meadow/service'
import { isTransientError, scheduleHourly, sleep } from '@meadow/storage'
import { ZodError } from 'zod'
import type { Bus, Delivery } from '../bus/bus.ts'
import { type Addressed, addressedTo, replayTopic } from '../operate/replayed.ts'
import { handleOnce, type Task } from './handle-once.ts'
import type { EventHandler } from './handler.ts'
import { createMeter, type Meter } from './meter.ts'
import { byType, readDelivery } from './read-delivery.ts'
import type { ConsumerStore } from './store.ts'

type ConsumerDeps<Bound> = {
  name: string
  bus: Bus
  store: ConsumerStore<Bound>
  handlers: readonly EventHandler<Bound>[]
  log: Logger
}

const ATTEMPTS = 5
const BETWEEN_MS = 50

/** No other attempt would end differently: it keeps no contract, or it breaks a rule. */
const isHopeless = (error: unknown) => error instanceof ZodError || error instanceof DomainError

const causeOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error))

/**
 * Lets a service hear events, each once. A batch is one transaction; after a failure its events are taken one by one.
 * While the surroundings are at fault the bus brings the batch again, so order holds. An event that is itself at fault
 * becomes a dead letter, and the others go on.
 */
export function createConsumer<Bound>({ name, bus, store, handlers, log }: ConsumerDeps<Bound>): BackgroundTask {
  const handlersOf = byType(handlers)
  const topics = [...new Set(handlers.map(({ definition }) => definition.topic))]
  let stopped = new AbortController()
  let running: AsyncDisposable | undefined
  let keeping: Disposable | undefined
  let meter: Meter | undefined

  const read = ({ event, note }: Addressed) => readDelivery(event, handlersOf, note)

  /** One line for each event that was handled: whoever follows a request by its id finds what came of it. */
  function tell(handled: readonly Task<Bound>[]): void {
    for (const { event, handlers } of handled) {
      withTrace(event.traceparent, () => log.info({ consumer: name, type: event.type, id: event.id }, 'handled'))
      meter?.handled(handlers[0]?.definition.topic ?? '')
    }
  }

  async function bury(delivery: Addressed, error: unknown): Promise<void> {
    const { topic, offset: position, event, note } = delivery
    const cause = causeOf(error)
    const { id, traceparent } = EventEnvelope.safeParse(event).data ?? {}
    withTrace(traceparent, () => log.error({ err: error, consumer: name, topic, position, id }, 'dead letter'))
    await bus.publishDeadLetter({
      topic,
      offset: position,
      event,
      consumer: name,
      cause,
      failedAt: new Date().toISOString(),
    })
    meter?.died(topic)
    const noted = note ?? id
    if (noted) await store.transaction((_bound, inbox) => inbox.insertNew(name, [noted])) // or it would die again with each repeat
  }

  async function patiently(task: Task<Bound>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return tell(await handleOnce(name, store, [task]))
      } catch (error) {
        if (isTransientError(error) || isHopeless(error) || attempt === ATTEMPTS) throw error
        await sleep(BETWEEN_MS * attempt, stopped.signal)
      }
    }
  }

  async function handleAlone(delivery: Addressed): Promise<void> {
    try {
      const task = read(delivery)
      if (task) await patiently(task)
    } catch (error) {
      if (isTransientError(error)) throw error
      await bury(delivery, error)
    }
  }

  async function handle(came: readonly Delivery[]): Promise<void> {
    const batch = came.map((delivery) => addressedTo(name, delivery)).filter((delivery) => delivery !== undefined)
    meter?.came(batch.length)
    try {
      const tasks = batch.map(read).filter((task) => task !== undefined)
      tell(await handleOnce(name, store, tasks))
    } catch (error) {
      if (isTransientError(error)) throw error
      log.warn({ err: error, consumer: name }, 'a batch failed; its events are taken one by one')
      for (const delivery of batch) await handleAlone(delivery)
    }
  }

  async function forgetOld(): Promise<void> {
    while (await store.transaction((_bound, inbox) => inbox.deleteExpired()));
  }

  return {
    name: `consumer ${name}`,
    registerMetrics(metrics) {
      meter = createMeter({ metrics, group: name, topics })
    },
    async start() {
      stopped = new AbortController()
      keeping = scheduleHourly(forgetOld, log)
      running = await bus.subscribe({ group: name, topics: [...topics, ...topics.map(replayTopic)], handle })
    },
    async stop() {
      stopped.abort()
      keeping?.[Symbol.dispose]()
      await running?.[Symbol.asyncDispose]()
    },
  }
}
