import { describe, expect, it } from '@jest/globals'
import { createMetrics } from '@meadow/service'
import { type BatchOutcome, createBatchWriter } from '../src/index.ts'

/** Opens a writer whose batches end when the test says so. */
function openWriter(
  options: { maxBatchSize?: number; maxWaiting?: number; gatherMs?: number; isItemFailure?: () => boolean } = {},
) {
  const batches: { items: readonly string[]; end: PromiseWithResolvers<readonly BatchOutcome<string>[]> }[] = []
  const begun = new EventTarget()
  const writer = createBatchWriter<string, string>({
    name: 'test',
    isItemFailure: () => true,
    ...options,
    writeBatch(items) {
      const end = Promise.withResolvers<readonly BatchOutcome<string>[]>()
      batches.push({ items, end })
      begun.dispatchEvent(new Event('batch'))
      return end.promise
    },
  })
  const waitForBatch = async (index: number) => {
    while (batches.length <= index)
      await new Promise((resolve) => begun.addEventListener('batch', resolve, { once: true }))
    const batch = batches[index]
    if (!batch) throw new Error('There is no such batch')
    return { ...batch, accept: () => batch.end.resolve(batch.items.map((item) => ({ value: item.toUpperCase() }))) }
  }
  return { writer, waitForBatch, countBatches: () => batches.length }
}

describe('a batch writer', () => {
  it('writes what waits during a batch together in the next one, and delivers results in their order', async () => {
    const { writer, waitForBatch } = openWriter()
    const delivered: string[] = []
    const write = (item: string) => writer.write(item).then((result) => void delivered.push(result))
    const writes = [write('a')]
    const first = await waitForBatch(0)
    writes.push(write('b'), write('c'))
    expect(first.items).toEqual(['a'])
    first.accept()
    const second = await waitForBatch(1)
    expect(second.items).toEqual(['b', 'c'])
    second.accept()
    await Promise.all(writes)
    expect(delivered).toEqual(['A', 'B', 'C'])
  })

  it('writes delayed items with others, after their delay, or when there are enough for a batch', async () => {
    const { writer, waitForBatch } = openWriter({ maxBatchSize: 2 })
    const hour = { delayMs: 3_600_000 }
    const writes = [writer.write('a', hour), writer.write('b')]
    const first = await waitForBatch(0)
    expect(first.items).toEqual(['a', 'b'])
    writes.push(writer.write('c', hour))
    first.accept()
    await writes[1]
    writes.push(writer.write('d', { delayMs: 1 }))
    const second = await waitForBatch(1)
    expect(second.items).toEqual(['c', 'd'])
    second.accept()
    await writes[3]
    writes.push(writer.write('e', hour), writer.write('f', hour))
    const third = await waitForBatch(2)
    expect(third.items).toEqual(['e', 'f'])
    third.accept()
    expect(await Promise.all(writes)).toEqual(['A', 'B', 'C', 'D', 'E', 'F'])
  })

  it('waits after a batch of four or more for as many items as were in it and waited at its end, together', async () => {
    const { writer, waitForBatch } = openWriter({ gatherMs: 3_600_000 })
    const write = (items: string) => [...items].map((item) => writer.write(item))
    const writes = write('abcd')
    const first = await waitForBatch(0)
    writes.push(...write('ef'))
    first.accept()
    await writes[3]
    writes.push(...write('gh'), writer.write('-', { delayMs: 3_600_000 }), ...write('ij'))
    const second = await waitForBatch(1)
    expect(second.items.join('')).toBe('efgh-ij')
    second.accept()
    expect((await Promise.all(writes)).join('')).toBe('ABCDEFGH-IJ')
  })

  it('waits after such a batch no longer than its time, and not at all after a smaller one', async () => {
    const { writer, waitForBatch } = openWriter({ gatherMs: 1 })
    const writes = [...'abcd'].map((item) => writer.write(item))
    const first = await waitForBatch(0)
    writes.push(writer.write('e'))
    first.accept()
    const second = await waitForBatch(1)
    expect(second.items).toEqual(['e'])
    second.accept()
    expect((await Promise.all(writes)).join('')).toBe('ABCDE')

    const patient = openWriter({ gatherMs: 3_600_000 })
    const fewWrites = [...'abc'].map((item) => patient.writer.write(item))
    const small = await patient.waitForBatch(0)
    fewWrites.push(patient.writer.write('d'))
    small.accept()
    const next = await patient.waitForBatch(1)
    next.accept()
    expect((await Promise.all(fewWrites)).join('')).toBe('ABCD')
  })

  it('limits the size of a batch', async () => {
    const { writer, waitForBatch } = openWriter({ maxBatchSize: 2 })
    const writes = ['a', 'b', 'c'].map((item) => writer.write(item))
    const first = await waitForBatch(0)
    expect(first.items).toEqual(['a', 'b'])
    first.accept()
    const second = await waitForBatch(1)
    expect(second.items).toEqual(['c'])
    second.accept()
    expect(await Promise.all(writes)).toEqual(['A', 'B', 'C'])
  })

  it('fails an item alone', async () => {
    const { writer, waitForBatch } = openWriter()
    const writes = ['a', 'b'].map((item) => writer.write(item))
    const { end } = await waitForBatch(0)
    end.resolve([{ error: new Error('refused') }, { value: 'B' }])
    await expect(writes[0]).rejects.toThrow('refused')
    expect(await writes[1]).toBe('B')
  })

  it('writes the items of a failed batch one by one', async () => {
    const { writer, waitForBatch } = openWriter()
    const writes = ['a', 'b'].map((item) => writer.write(item))
    const { end } = await waitForBatch(0)
    end.reject(new Error('conflict'))
    const [alone, other] = [await waitForBatch(1), await waitForBatch(2)]
    expect([alone.items, other.items]).toEqual([['a'], ['b']])
    alone.end.reject(new Error('still a conflict'))
    other.accept()
    await expect(writes[0]).rejects.toThrow('still a conflict')
    expect(await writes[1]).toBe('B')
  })

  it('fails all items when the store is away, and goes on with the next batch', async () => {
    const { writer, waitForBatch, countBatches } = openWriter({ isItemFailure: () => false })
    const writes = ['a', 'b'].map((item) => writer.write(item))
    const { end } = await waitForBatch(0)
    end.reject(new Error('away'))
    for (const write of writes) await expect(write).rejects.toThrow('away')
    expect(countBatches()).toBe(1)
    const later = writer.write('c')
    const next = await waitForBatch(1)
    next.accept()
    expect(await later).toBe('C')
  })

  it('refuses items when too many wait', async () => {
    const { writer, waitForBatch } = openWriter({ maxBatchSize: 1, maxWaiting: 1 })
    const first = writer.write('a')
    const firstBatch = await waitForBatch(0)
    const second = writer.write('b')
    await expect(writer.write('c')).rejects.toMatchObject({ code: 'unavailable' })
    firstBatch.accept()
    const secondBatch = await waitForBatch(1)
    secondBatch.accept()
    expect(await Promise.all([first, second])).toEqual(['A', 'B'])
  })

  it('measures the size of batches', async () => {
    const { writer, waitForBatch } = openWriter()
    const metrics = createMetrics()
    writer.registerMetrics(metrics)
    const writes = ['a', 'b'].map((item) => writer.write(item))
    const batch = await waitForBatch(0)
    batch.accept()
    await Promise.all(writes)
    expect(await metrics.render()).toContain('batch_size_sum{batch="test"} 2')
  })
})
