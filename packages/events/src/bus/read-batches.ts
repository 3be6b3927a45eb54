import type { Delivery } from './bus.ts'

type ReadBatchesOptions = {
  /** Reads at most `batchSize` events after an offset. */
  read: (offset: string) => Promise<Delivery[]>
  batchSize: number
}

/** Reads the batches after an offset until none is left. A full batch has a successor, which is read while the caller handles it. */
export async function* readBatches(
  offset: string,
  { read, batchSize }: ReadBatchesOptions,
): AsyncGenerator<Delivery[]> {
  let reading = read(offset)
  while (true) {
    const batch = await reading
    const last = batch.at(-1)
    if (!last) return
    const successor = batch.length < batchSize ? undefined : read(last.offset)
    successor?.catch(() => {}) // if it fails, the caller learns it after this batch
    yield batch
    reading = successor ?? read(last.offset)
  }
}
