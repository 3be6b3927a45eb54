import type { Logger } from '@meadow/service'
import { createBackOff } from '@meadow/storage'
import type { Subscription } from '../bus.ts'
import { ConsumerStalledError } from './consumer-watchdog.ts'
import type { KafkaClient } from './kafka-client.ts'
import { runKafkaConsumer } from './kafka-consumer.ts'
import type { MissedEventsReport } from './kafka-missed-events.ts'

/** The time after which a consumer counts as stalled, and the stalls in a row after which the process ends. */
export type WatchdogOptions = { stallTimeoutMs: number; maxStalls: number }

type KafkaSubscriptionDeps = {
  log: Logger
  createTopics(): Promise<void>
  /** Rejects if Kafka is unavailable. */
  ping(): Promise<void>
  onClientBroken(error: Error): void
  missedEvents: MissedEventsReport
  watchdog?: WatchdogOptions
}

const DEFAULT_WATCHDOG: WatchdogOptions = { stallTimeoutMs: 30_000, maxStalls: 3 }

/** Ends the process as an uncaught error, so that its supervisor starts it again. */
export function endProcess(error: Error): void {
  setImmediate(() => {
    throw error
  })
}

/**
 * Reads the topics of a subscription until the result is disposed. It replaces a consumer that ends or stalls. If several
 * consumers stall in a row although Kafka is available, it calls `onClientBroken`.
 */
export function subscribeToKafka(
  client: KafkaClient,
  subscription: Subscription,
  { log, createTopics, ping, onClientBroken, missedEvents, watchdog = DEFAULT_WATCHDOG }: KafkaSubscriptionDeps,
): AsyncDisposable {
  const { group } = subscription
  const disposed = new AbortController()
  const backOff = createBackOff()
  let stallsInARow = 0

  const onFetch = () => {
    if (backOff.failures > 0) log.info({ group }, 'the event bus is available again')
    backOff.reset()
    stallsInARow = 0
  }

  const isKafkaAvailable = () =>
    ping().then(
      () => true,
      () => false,
    )

  async function countStall(error: unknown): Promise<void> {
    if (!(error instanceof ConsumerStalledError) || !(await isKafkaAvailable())) return
    stallsInARow += 1
    log.error({ err: error, group, stallsInARow }, 'a consumer stalled although Kafka is available')
    if (stallsInARow >= watchdog.maxStalls) onClientBroken(error)
  }

  async function run(): Promise<void> {
    const { stallTimeoutMs } = watchdog
    while (!disposed.signal.aborted) {
      try {
        await createTopics()
        const { signal } = disposed
        await runKafkaConsumer(client, subscription, { log, onFetch, missedEvents, stallTimeoutMs, signal })
      } catch (error) {
        if (disposed.signal.aborted) return
        if (backOff.failures === 0) log.warn({ err: error, group }, 'the event bus is unavailable')
        await countStall(error)
        await backOff.wait(disposed.signal)
      }
    }
  }

  const running = run()
  return {
    async [Symbol.asyncDispose]() {
      disposed.abort()
      await running
    },
  }
}
