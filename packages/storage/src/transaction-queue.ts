import type { MetricsSource } from '@meadow/service'
import { createKeyedQueue, type KeyedQueue, type KeyedQueueOptions } from './keyed-queue.ts'

/** At most this many transactions wait for one row, of a popular post or member; further ones are refused. */
const MAX_WAITING = 100
/** Some changes wait in two queues, one inside the other: together below the 5 s after which the gateway gives up. */
const QUEUE_TIMEOUT_MS = 2_000

/**
 * Creates the queues of one process, one for each row, in which transactions wait before they take a connection of the pool:
 * one popular row leaves connections for all others. `pool` is the name of the pool in the metrics.
 */
export function createTransactionQueue(
  pool: string,
  { timeoutMs = QUEUE_TIMEOUT_MS, ...options }: Pick<KeyedQueueOptions, 'maxConcurrency' | 'timeoutMs'> = {},
): Required<MetricsSource> & { transactionQueue: KeyedQueue } {
  let countRefused = () => {}
  const transactionQueue = createKeyedQueue({
    ...options,
    maxWaiting: MAX_WAITING,
    timeoutMs,
    onRefused: () => countRefused(),
  })
  return {
    transactionQueue,
    registerMetrics(metrics) {
      const waiting = {
        name: 'transaction_queue_waiting',
        help: 'Transactions that wait for others of the same row before they take a connection',
        labels: ['pool'] as const,
      }
      metrics.gauge(waiting, () => [{ labels: { pool }, value: transactionQueue.countWaiting() }])
      const refused = metrics.counter({
        name: 'transaction_queue_refused_total',
        help: 'Transactions refused because too many waited for the same row, or for too long',
        labels: ['pool'] as const,
      })
      countRefused = () => refused.inc({ pool })
    },
  }
}
