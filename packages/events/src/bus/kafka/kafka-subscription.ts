import type { Logger } from '@meadow/service'
import { createBackOff } from '@meadow/storage'
import type { Subscription } from '../bus.ts'
import type { KafkaClient } from './kafka-client.ts'
import { readUntilItEnds } from './kafka-consumer.ts'
import { Quiet } from './kafka-watch.ts'

/** How long a consumer may give no sign of life, and how often it is made anew before the process is given up. */
export type Patience = { quietMs: number; failures: number }

type Parts = {
  log: Logger
  /** Makes the topics, where they are not there. */
  prepare(): Promise<void>
  /** Does Kafka answer? */
  ping(): Promise<void>
  giveUp(error: Error): void
  patience?: Patience
}

const USUAL: Patience = { quietMs: 30_000, failures: 3 }

/** Ends the process as an error would that nobody caught: who supervises it starts it again. */
export function endProcess(error: Error): void {
  setImmediate(() => {
    throw error
  })
}

/**
 * Keeps one group reading its topics until it is disposed of. A consumer that ends, or is quiet, is made anew. When
 * Kafka answers and every new one is quiet again, the client has lost its way in this process, which is given up.
 */
export function subscribeToKafka(client: KafkaClient, subscription: Subscription, parts: Parts): AsyncDisposable {
  const { log, prepare, ping, giveUp, patience = USUAL } = parts
  const { group } = subscription
  const disposed = new AbortController()
  const backOff = createBackOff()
  let quietInARow = 0

  const working = () => {
    if (backOff.failures > 0) log.info({ group }, 'the event bus is back')
    backOff.reset()
    quietInARow = 0
  }

  async function countQuiet(error: unknown): Promise<void> {
    if (!(error instanceof Quiet) || !(await answers())) return
    quietInARow += 1
    log.error({ err: error, group, times: quietInARow }, 'a consumer is quiet though Kafka answers')
    if (quietInARow >= patience.failures) giveUp(error)
  }

  const answers = () =>
    ping().then(
      () => true,
      () => false,
    )

  async function run(): Promise<void> {
    while (!disposed.signal.aborted) {
      try {
        await prepare()
        const { quietMs } = patience
        await readUntilItEnds(client, subscription, { log, working, quietMs, over: disposed.signal })
      } catch (error) {
        if (disposed.signal.aborted) return
        if (backOff.failures === 0) log.warn({ err: error, group }, 'the event bus is away')
        await countQuiet(error)
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
