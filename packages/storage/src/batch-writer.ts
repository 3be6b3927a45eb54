import { DomainError, type MetricsSource } from '@meadow/service'

/** The result of one item of a batch, or its own error. */
export type BatchOutcome<Result> = { value: Result } | { error: unknown }

export type BatchWriterOptions<Item, Result> = {
  /** The name in the metrics. */
  name: string
  /** Writes items in one transaction. Returns an outcome for each, in their order. Rejects only if no item was written. */
  writeBatch: (items: readonly Item[]) => Promise<readonly BatchOutcome<Result>[]>
  /** Returns true for a failure that one item may have caused: then each item of the batch is written again alone. */
  isItemFailure: (error: unknown) => boolean
  /** @default 64 */
  maxBatchSize?: number
  /** The number of items that may wait; beyond it `write` rejects. @default 1000 */
  maxWaiting?: number
  /**
   * The longest wait after a batch of four items or more, in milliseconds. The next one waits for as many items as that one had
   * and as waited at its end, together. So those who write again after each result share a batch with those who wait, instead of
   * taking turns with them in two batches of half the size. Items whose delay is not over do not count. @default 0
   */
  gatherMs?: number
}

/** Writes items in batches. */
export type BatchWriter<Item, Result> = Required<MetricsSource> & {
  /**
   * Writes an item, together with others that wait. An item with a delay goes with the next others, and starts a batch itself
   * only after the delay. @throws the error of this item, or unavailable if too many items wait
   */
  write(item: Item, options?: { delayMs?: number }): Promise<Result>
}

/** From `dueAt`, when its delay is over, the item can start a batch. In milliseconds of `performance.now()`. */
type WaitingItem<Item, Result> = { item: Item; dueAt: number } & Pick<
  PromiseWithResolvers<Result>,
  'resolve' | 'reject'
>

const MAX_BATCH_SIZE = 64
const MAX_WAITING = 1_000
const RETRY_AFTER_SECONDS = 1
/** The next batch waits after one with at least this many items: what `commit_siblings` is for PostgreSQL's `commit_delay`. */
const MIN_ITEMS_BEFORE_WAIT = 4
const BATCH_SIZE_BUCKETS = [1, 2, 4, 8, 16, 32, 64]

/**
 * Creates a writer with natural batching: items that arrive while a batch is written form the next batch. So nothing waits at
 * low load, and at high load many items share a transaction. If a batch fails as a whole because of one item, each of its items
 * is written again as a batch of its own. Delivers results in the order of the batch, except after such a repeat.
 */
export function createBatchWriter<Item, Result>({
  name,
  writeBatch,
  isItemFailure,
  maxBatchSize = MAX_BATCH_SIZE,
  maxWaiting = MAX_WAITING,
  gatherMs = 0,
}: BatchWriterOptions<Item, Result>): BatchWriter<Item, Result> {
  const waiting: WaitingItem<Item, Result>[] = []
  let isWriting = false
  let scheduledStart: { timer: NodeJS.Timeout; at: number } | undefined
  /** Until `endsAt`, the next batch waits for `count` items that are due. */
  let gathering = { count: 0, endsAt: 0 }
  let observeBatchSize: (size: number) => void = () => {}

  async function writeAlone(entry: WaitingItem<Item, Result>): Promise<void> {
    await writeBatch([entry.item]).then((outcomes) => settle([entry], outcomes), entry.reject)
  }

  async function writeNextBatch(): Promise<void> {
    const batch = waiting.splice(0, maxBatchSize)
    const dueItems = countDue(batch)
    observeBatchSize(batch.length)
    try {
      settle(batch, await writeBatch(batch.map(({ item }) => item)))
    } catch (error) {
      if (batch.length > 1 && isItemFailure(error)) await Promise.all(batch.map(writeAlone))
      else for (const { reject } of batch) reject(error)
    }
    const count = dueItems < MIN_ITEMS_BEFORE_WAIT ? 0 : dueItems + countDue(waiting)
    gathering = { count, endsAt: performance.now() + gatherMs }
  }

  /** Returns the time at which the next batch is due. */
  function findDueTime(): number {
    if (waiting.length >= maxBatchSize) return 0
    const firstDueAt = Math.min(...waiting.map(({ dueAt }) => dueAt))
    return countDue(waiting) < gathering.count ? Math.max(firstDueAt, gathering.endsAt) : firstDueAt
  }

  async function writeWaiting(): Promise<void> {
    while (findDueTime() <= performance.now()) await writeNextBatch()
    isWriting = false
    if (waiting.length > 0) startAt(findDueTime())
  }

  function start(): void {
    clearTimeout(scheduledStart?.timer)
    scheduledStart = undefined
    isWriting = true
    setImmediate(() => void writeWaiting()) // items of the same turn of the event loop go together
  }

  /** Starts writing at a time, unless it begins earlier. */
  function startAt(time: number): void {
    const delayMs = time - performance.now()
    if (delayMs <= 0) start()
    else if (!scheduledStart || time < scheduledStart.at) {
      clearTimeout(scheduledStart?.timer)
      scheduledStart = { timer: setTimeout(start, delayMs), at: time }
    }
  }

  return {
    write(item, { delayMs = 0 } = {}) {
      if (waiting.length >= maxWaiting) {
        const cause = new Error(`too many items wait for the batch ${name}`)
        return Promise.reject(new DomainError('unavailable', { retryAfter: RETRY_AFTER_SECONDS, cause }))
      }
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      waiting.push({ item, dueAt: performance.now() + delayMs, resolve, reject })
      if (!isWriting) startAt(findDueTime())
      return promise
    },
    registerMetrics(metrics) {
      const sizes = metrics.histogram({
        name: 'batch_size',
        help: 'Items of each batch that was attempted',
        labels: ['batch'],
        buckets: BATCH_SIZE_BUCKETS,
      })
      observeBatchSize = (size) => sizes.observe({ batch: name }, size)
      const waitingItems = {
        name: 'batch_waiting',
        help: 'Items that wait for the next batch',
        labels: ['batch'] as const,
      }
      metrics.gauge(waitingItems, () => [{ labels: { batch: name }, value: waiting.length }])
    },
  }
}

/** Returns the number of items whose delay is over. */
function countDue(entries: readonly { dueAt: number }[]): number {
  const now = performance.now()
  return entries.filter(({ dueAt }) => dueAt <= now).length
}

function settle<Item, Result>(
  batch: readonly WaitingItem<Item, Result>[],
  outcomes: readonly BatchOutcome<Result>[],
): void {
  for (const [index, { resolve, reject }] of batch.entries()) {
    const outcome = outcomes[index]
    if (outcome === undefined) reject(new Error('The batch has no outcome for this item'))
    else if ('error' in outcome) reject(outcome.error)
    else resolve(outcome.value)
  }
}
