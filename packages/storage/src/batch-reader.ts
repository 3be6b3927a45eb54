import type { MetricsSource } from '@meadow/service'
import { type BatchWriterOptions, createBatchWriter } from './batch-writer.ts'

export type BatchReaderOptions<Key, Value> = Pick<
  BatchWriterOptions<Key, Value>,
  'name' | 'maxBatchSize' | 'maxWaiting'
> & {
  /** Reads values by one statement. Returns a value for each key, in their order. Keys may be repeated. */
  readBatch: (keys: readonly Key[]) => Promise<readonly Value[]>
}

/** Reads values in batches. */
export type BatchReader<Key, Value> = Required<MetricsSource> & {
  /**
   * Reads the value of a key, together with others that wait. The statement always begins after this call: so it sees all
   * writes that were acknowledged before. @throws the error of the statement, or unavailable if too many keys wait
   */
  read(key: Key): Promise<Value>
}

/**
 * Creates a reader with the natural batching of `createBatchWriter`: keys that arrive while a statement runs are read by the
 * next one. A key never joins a statement that already runs, also if that reads the same key. If a statement fails, all its
 * keys fail.
 */
export function createBatchReader<Key, Value>({
  readBatch,
  ...options
}: BatchReaderOptions<Key, Value>): BatchReader<Key, Value> {
  const { write, registerMetrics } = createBatchWriter<Key, Value>({
    ...options,
    writeBatch: async (keys) => (await readBatch(keys)).map((value) => ({ value })),
    isItemFailure: () => false,
  })
  return { read: (key) => write(key), registerMetrics }
}
