import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js'
import '../src/bus/kafka/kafka-client.ts'

const logger = { debug() {}, warn() {} }

/** A queue that has one request on its way at a time, and the numbers of those it has sent. */
function aQueue() {
  const sent: number[] = []
  const queue = new RequestQueue({ maxInFlightRequests: 1, requestTimeout: 5_000, logger })
  const entry = { resolve() {}, reject() {} }
  const push = (correlationId: number) =>
    queue.push({
      entry: { ...entry, correlationId },
      expectResponse: true,
      sendRequest: () => void sent.push(correlationId),
    })
  const answer = (correlationId: number) => queue.fulfillRequest({ correlationId, payload: null, size: 0 })
  return { queue, sent, push, answer }
}

describe("the queue of Kafka's client", () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  it('sets no timer when nothing waits', () => {
    const { push, answer } = aQueue()
    push(1)
    answer(1)
    expect(jest.getTimerCount()).toBe(0)
  })

  it('sends what waits when there is room', () => {
    const { sent, push, answer } = aQueue()
    push(1)
    push(2)
    expect(sent).toEqual([1])
    answer(1)
    expect(sent).toEqual([1, 2])
  })

  it('sends what waits when a broker that asked for patience has had it, and then looks no more', () => {
    const { queue, sent, push } = aQueue()
    queue.throttledUntil = Date.now() + 300
    push(1)
    jest.advanceTimersByTime(200)
    expect(sent).toEqual([])
    jest.advanceTimersByTime(200)
    expect(sent).toEqual([1])
    expect(jest.getTimerCount()).toBe(0)
  })
})
