import { expect, it } from '@jest/globals'
import { testLog } from '@meadow/testing'
import type { EachBatchPayload } from 'kafkajs'
import { createBatchHandler } from './kafka-batch-handler.ts'

/** Creates a batch with one event of one partition. */
function createPayload(partition: number, offset: number): EachBatchPayload {
  const payload = {
    batch: { topic: 'posts', partition, messages: [{ offset: String(offset), value: Buffer.from('{}') }] },
    heartbeat: async () => {},
    isStale: () => false,
    pause: () => () => {},
    resolveOffset: () => {},
    uncommittedOffsets: () => ({ topics: [] }),
    commitOffsetsIfNecessary: async () => {},
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
