import { expect, it } from '@jest/globals'
import type { Delivery } from './bus.ts'
import { readBatches } from './read-batches.ts'

const batchSize = 2

/** Creates a log of events and the list of the offsets after which it has been read. */
function createLog(length: number) {
  const log = Array.from({ length }, (_, at): Delivery => ({ topic: 'posts', offset: String(at + 1), event: {} }))
  const reads: string[] = []
  const read = async (offset: string) => {
    reads.push(offset)
    return log.slice(Number(offset), Number(offset) + batchSize)
  }
  return { read, reads }
}

it('reads the batch after a full one while that is handled', async () => {
  const { read, reads } = createLog(3)
  const batches: string[][] = []
  const readsOfBatch: string[][] = []
  for await (const batch of readBatches('0', { read, batchSize })) {
    batches.push(batch.map(({ offset }) => offset))
    readsOfBatch.push([...reads])
  }
  expect(batches).toEqual([['1', '2'], ['3']])
  expect(readsOfBatch).toEqual([
    ['0', '2'],
    ['0', '2'],
  ])
  expect(reads).toEqual(['0', '2', '3'])
})

it('fails after the batch before the one that it cannot read', async () => {
  const { read } = createLog(4)
  const failingRead = (offset: string) => (offset === '2' ? Promise.reject(new Error('lost')) : read(offset))
  const handled: string[] = []
  const readAll = async () => {
    for await (const batch of readBatches('0', { read: failingRead, batchSize })) {
      await new Promise(setImmediate)
      handled.push(...batch.map(({ offset }) => offset))
    }
  }
  await expect(readAll()).rejects.toThrow('lost')
  expect(handled).toEqual(['1', '2'])
})
