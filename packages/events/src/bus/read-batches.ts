import type { Delivery } from './bus.ts'

type ReadBatchesOptions = {
  /** Reads at most `batchSize` events after an offset. */
  read: (offset: string) => Promise<Delivery[]>
  batchSize: number
}

/** Reads batches of events after an offset until none is left. While the caller handles a full batch, the next one is read. */
export async function* readBatches(
  offset: string,
  { read, batchSize }: ReadBatchesOptions,
): AsyncGenerator<Delivery[]> {
  let pendingBatch = read(offset)
  while (true) {
    const batch = await pendingBatch
    const last = batch.at(-1)
    if (!last) return
    const nextBatch = batch.length < batchSize ? undefined : read(last.offset)
    nextBatch?.catch(() => {}) // if it fails, the loop throws its error after this batch
    yield batch
    pendingBatch = nextBatch ?? read(last.offset)
  }
}
