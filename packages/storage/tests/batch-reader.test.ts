import { describe, expect, it } from '@jest/globals'
import { createMetrics } from '@meadow/service'
import { createBatchReader } from '../src/index.ts'

/** Opens a reader of a map, whose statements end when the test says so. A statement sees the values of its beginning. */
function openReader(options: { maxBatchSize?: number; maxWaiting?: number } = {}) {
  const values = new Map<string, number>()
  const statements: { keys: readonly string[]; end: PromiseWithResolvers<void> }[] = []
  const begun = new EventTarget()
  const reader = createBatchReader<string, number>({
    name: 'test',
    ...options,
    async readBatch(keys) {
      const result = keys.map((key) => values.get(key) ?? 0)
      const end = Promise.withResolvers<void>()
      statements.push({ keys, end })
      begun.dispatchEvent(new Event('statement'))
      await end.promise
      return result
    },
  })
  const waitForStatement = async (index: number) => {
    while (statements.length <= index)
      await new Promise((resolve) => begun.addEventListener('statement', resolve, { once: true }))
    const statement = statements[index]
    if (!statement) throw new Error('There is no such statement')
    return statement
  }
  return { reader, values, waitForStatement, countStatements: () => statements.length }
}

describe('a batch reader', () => {
  it('reads the keys that arrive during a statement together in the next one, and returns to each its own value', async () => {
    const { reader, values, waitForStatement } = openReader()
    for (const [index, key] of ['a', 'b', 'c'].entries()) values.set(key, index + 1)
    const reads = [reader.read('a')]
    const first = await waitForStatement(0)
    reads.push(...['c', 'b', '-', 'c'].map((key) => reader.read(key)))
    expect(first.keys).toEqual(['a'])
    first.end.resolve()
    const second = await waitForStatement(1)
    expect(second.keys).toEqual(['c', 'b', '-', 'c'])
    second.end.resolve()
    expect(await Promise.all(reads)).toEqual([1, 3, 2, 0, 3])
  })

  it('begins the statement of a key after the call, so a caller reads what it has written', async () => {
    const { reader, values, waitForStatement } = openReader()
    const before = reader.read('a')
    const first = await waitForStatement(0)
    values.set('a', 1)
    const after = reader.read('a')
    first.end.resolve()
    expect(await before).toBe(0)
    const second = await waitForStatement(1)
    values.set('a', 2)
    const last = reader.read('a')
    second.end.resolve()
    expect(await after).toBe(1)
    const third = await waitForStatement(2)
    third.end.resolve()
    expect(await last).toBe(2)
  })

  it('limits the number of keys of a statement', async () => {
    const { reader, waitForStatement } = openReader({ maxBatchSize: 2 })
    const reads = ['a', 'b', 'c'].map((key) => reader.read(key))
    const first = await waitForStatement(0)
    first.end.resolve()
    const second = await waitForStatement(1)
    second.end.resolve()
    expect([first.keys, second.keys]).toEqual([['a', 'b'], ['c']])
    expect(await Promise.all(reads)).toEqual([0, 0, 0])
  })

  it('fails all keys of a statement that fails, without a repeat, and goes on with the next one', async () => {
    const { reader, waitForStatement, countStatements } = openReader()
    const reads = ['a', 'b'].map((key) => reader.read(key))
    const failing = await waitForStatement(0)
    const later = reader.read('c')
    failing.end.reject(new Error('away'))
    for (const read of reads) await expect(read).rejects.toThrow('away')
    const next = await waitForStatement(1)
    expect(next.keys).toEqual(['c'])
    next.end.resolve()
    expect(await later).toBe(0)
    expect(countStatements()).toBe(2)
  })

  it('fails a key for which the statement returns no value', async () => {
    const reader = createBatchReader({ name: 'test', readBatch: async (keys: readonly string[]) => keys.slice(1) })
    const [first, second] = await Promise.allSettled(['a', 'b'].map((key) => reader.read(key)))
    expect(first).toEqual({ status: 'fulfilled', value: 'b' })
    expect(second).toMatchObject({ status: 'rejected' })
  })

  it('refuses keys when too many wait', async () => {
    const { reader, waitForStatement } = openReader({ maxWaiting: 1 })
    const first = reader.read('a')
    const firstStatement = await waitForStatement(0)
    const second = reader.read('b')
    await expect(reader.read('c')).rejects.toMatchObject({ code: 'unavailable' })
    firstStatement.end.resolve()
    const secondStatement = await waitForStatement(1)
    secondStatement.end.resolve()
    expect(await Promise.all([first, second])).toEqual([0, 0])
  })

  it('measures the keys of each statement, and those that wait', async () => {
    const { reader, waitForStatement } = openReader()
    const metrics = createMetrics()
    reader.registerMetrics(metrics)
    const reads = ['a', 'b'].map((key) => reader.read(key))
    const statement = await waitForStatement(0)
    const waiting = reader.read('c')
    const rendered = await metrics.render()
    expect(rendered).toContain('batch_size_sum{batch="test"} 2')
    expect(rendered).toContain('batch_waiting{batch="test"} 1')
    statement.end.resolve()
    const next = await waitForStatement(1)
    next.end.resolve()
    await Promise.all([...reads, waiting])
  })
})
