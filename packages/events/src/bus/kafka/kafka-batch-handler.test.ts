import { expect, it } from '@jest/globals'
import { testLog } from '@meadow/testing'
import type { EachBatchPayload } from 'kafkajs'
import { createBatchHandler } from './kafka-batch-handler.ts'

/** Creates a batch with one event of one partition. */
function createPayload(partition: number, offset: number, commit = async () => {}): EachBatchPayload {
  const payload = {
    batch: { topic: 'posts', partition, messages: [{ offset: String(offset), value: Buffer.from('{}') }] },
    heartbeat: async () => {},
    isStale: () => false,
    pause: () => () => {},
    resolveOffset: () => {},
    uncommittedOffsets: () => ({ topics: [] }),
    commitOffsetsIfNecessary: commit,
  }
  return payload as unknown as EachBatchPayload
}

function createHandler(handle: () => Promise<void>) {
  const stopped = new AbortController()
  const gaps: [bigint | undefined, string | undefined][] = []
  const missedEvents = {
    checkPosition: async (_at: object, position: bigint | undefined, next: { offset: string } | undefined) =>
      void gaps.push([position, next?.offset]),
  }
  const subscription = { group: 'group', topics: ['posts'], handle }
  const handler = createBatchHandler(subscription, { prefix: '', missedEvents, signal: stopped.signal, log: testLog })
  return { handler, stopped, gaps }
}

it('handles no waiting batch after the consumer has been stopped', async () => {
  const mayGoOn = Promise.withResolvers<void>()
  let handled = 0
  const { handler, stopped } = createHandler(async () => {
    handled += 1
    await mayGoOn.promise
  })
  const batches = [0, 1, 2, 3, 4, 5].map((partition) => handler.eachBatch(createPayload(partition, 0)))
  await new Promise(setImmediate)
  expect(handled).toBe(3)
  stopped.abort()
  mayGoOn.resolve()
  await Promise.all(batches)
  await handler.drain()
  expect(handled).toBe(3)
})

it('checks a gap before an event once, although the event fails', async () => {
  let isFailing = false
  const { handler, gaps, stopped } = createHandler(async () => {
    if (isFailing) throw new Error('not now')
  })
  await handler.eachBatch(createPayload(0, 0))
  isFailing = true
  for (let times = 0; times < 2; times += 1) await handler.eachBatch(createPayload(0, 5))
  stopped.abort()
  expect(gaps).toEqual([
    [undefined, '0'],
    [1n, '5'],
    [5n, '5'],
  ])
})

it('fetches the next events while Kafka commits offsets, and leaves the group after the commit', async () => {
  const mayCommit = Promise.withResolvers<void>()
  let commits = 0
  const commit = async () => {
    commits += 1
    await mayCommit.promise
  }
  const { handler, stopped } = createHandler(async () => {})
  for (const offset of [0, 1, 2]) await handler.eachBatch(createPayload(0, offset, commit))
  expect(commits).toBe(1)
  stopped.abort()
  let hasCommitted = false
  const committed = handler.whenCommitted().then(() => {
    hasCommitted = true
  })
  await new Promise(setImmediate)
  expect(hasCommitted).toBe(false)
  mayCommit.resolve()
  await committed
  expect(commits).toBe(2) // the second one has the offsets of both batches that were handled meanwhile
})

it('goes on after a commit that failed, and commits with the next batch', async () => {
  const results = [Promise.reject(new Error('not now')), Promise.resolve()]
  let commits = 0
  const { handler, stopped } = createHandler(async () => {})
  for (const offset of [0, 1]) {
    await handler.eachBatch(createPayload(0, offset, () => results[commits++] ?? Promise.resolve()))
    await handler.whenCommitted()
  }
  stopped.abort()
  expect(commits).toBe(2)
})
