import { DomainError, type MetricsSource } from '@meadow/service'
import {
  type BatchWriter,
  createBatchWriter,
  isStoreOutage,
  type PostgresPool,
  withPostgresTransaction,
} from '@meadow/storage'
import type { LikeRequest, LikeResult } from './like-batch.ts'
import { writeLikeBatch } from './postgres-like-batch.ts'

/** Writes likes in batches. */
export type LikeWriter = Required<MetricsSource> & {
  /** @throws the error of this request, or unavailable if too many likes of the post wait */
  write(request: LikeRequest): Promise<LikeResult>
}

/** The likes of one post that wait: two batches. If each waits for the lock as long as it may, the gateway has not given up. */
const MAX_WAITING = 128

/**
 * Creates the writer of likes on PostgreSQL, with batches for each post: likes of a post that another transaction holds wait
 * with one connection and delay no other post. A batch waits in the queue of its post, which comments share.
 */
export function createPostgresLikeWriter(pool: PostgresPool): LikeWriter {
  const writers = new Map<string, { writer: BatchWriter<LikeRequest, LikeResult>; requestCount: number }>()
  let writingCount = 0
  let observeBatchSize: (size: number) => void = () => {}

  async function writeBatch(postId: string, requests: readonly LikeRequest[]) {
    observeBatchSize(requests.length)
    writingCount += requests.length
    const transact = () =>
      withPostgresTransaction(pool, (tx) => writeLikeBatch(tx, postId, requests), { hasGenericPlans: true })
    try {
      return await pool.transactionQueue(postId, transact)
    } finally {
      writingCount -= requests.length
    }
  }

  const createWriter = (postId: string) =>
    createBatchWriter<LikeRequest, LikeResult>({
      name: 'likes',
      isItemFailure: (error) => !isStoreOutage(error) && !(error instanceof DomainError), // the queue of the post refuses
      maxWaiting: MAX_WAITING,
      writeBatch: (requests) => writeBatch(postId, requests),
    })

  return {
    async write(request) {
      const { postId } = request.change
      const entry = writers.get(postId) ?? { writer: createWriter(postId), requestCount: 0 }
      writers.set(postId, entry)
      entry.requestCount += 1
      try {
        return await entry.writer.write(request)
      } finally {
        entry.requestCount -= 1
        if (entry.requestCount === 0) writers.delete(postId)
      }
    },
    registerMetrics(metrics) {
      const sizes = metrics.histogram({
        name: 'batch_size',
        help: 'Items of each batch that was attempted',
        labels: ['batch'],
        buckets: [1, 2, 4, 8, 16, 32, 64],
      })
      observeBatchSize = (size) => sizes.observe({ batch: 'likes' }, size)
      const waiting = {
        name: 'batch_waiting',
        help: 'Items that wait for the next batch',
        labels: ['batch'] as const,
      }
      const countRequests = () => [...writers.values()].reduce((sum, { requestCount }) => sum + requestCount, 0)
      metrics.gauge(waiting, () => [{ labels: { batch: 'likes' }, value: countRequests() - writingCount }])
    },
  }
}
