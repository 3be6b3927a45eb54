import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js'
import '../src/bus/kafka/kafka-client.ts'

const logger = { debug() {}, warn() {} }

/** Creates a queue with one request in flight at a time, and records the sent requests. */
function createQueue() {
  const sent: number[] = []
  const queue = new RequestQueue({ maxInFlightRequests: 1, requestTimeout: 5_000, logger })
  const entry = { resolve() {}, reject() {} }
  const push = (correlationId: number) =>
    queue.push({
      entry: { ...entry, correlationId },
      expectResponse: true,
      sendRequest: () => void sent.push(correlationId),
    })
  const respond = (correlationId: number) => queue.fulfillRequest({ correlationId, payload: null, size: 0 })
  return { queue, sent, push, respond }
}

describe("kafkajs' request queue", () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  it('sets no timer while no request waits', () => {
    const { push, respond } = createQueue()
    push(1)
    respond(1)
    expect(jest.getTimerCount()).toBe(0)
  })

  it('sends a waiting request when another one is done', () => {
    const { sent, push, respond } = createQueue()
    push(1)
    push(2)
    expect(sent).toEqual([1])
    respond(1)
    expect(sent).toEqual([1, 2])
  })

  it('sends a waiting request after the throttle time of a broker, and then sets no timer', () => {
    const { queue, sent, push } = createQueue()
    queue.throttledUntil = Date.now() + 300
    push(1)
    jest.advanceTimersByTime(200)
    expect(sent).toEqual([])
    jest.advanceTimersByTime(200)
    expect(sent).toEqual([1])
    expect(jest.getTimerCount()).toBe(0)
  })
})
