import { EventEmitter } from 'node:events'
import { describe, expect, it } from '@jest/globals'
import { eventually, testLog } from '@meadow/testing'
import type { Kafka } from 'kafkajs'
import { readKafkaAddress } from '../src/bus/kafka/kafka-address.ts'
import { subscribeToKafka } from '../src/bus/kafka/kafka-subscription.ts'

const { topicSettings } = readKafkaAddress('kafka://a')
const EVENTS = { HEARTBEAT: 'heartbeat', FETCH: 'fetch', GROUP_JOIN: 'join', CRASH: 'crash' }

/** Creates a client that calls `onRun` with each consumer that runs. */
function createFakeClient(onRun: (consumer: EventEmitter, index: number) => void, connect = async () => {}) {
  let created = 0
  const calls: string[] = []
  const kafka = {
    consumer() {
      created += 1
      const [index, emitter] = [created, new EventEmitter()]
      return {
        events: EVENTS,
        on(event: string, listener: (event: unknown) => void) {
          emitter.on(event, listener)
          return () => emitter.off(event, listener)
        },
        connect,
        subscribe: async () => {},
        async run() {
          calls.push('run')
          onRun(emitter, index)
        },
        async disconnect() {
          calls.push('disconnect')
          emitter.emit('left')
        },
      }
    },
  }
  return { client: { kafka: kafka as unknown as Kafka, prefix: '', topicSettings }, createdCount: () => created, calls }
}

/** Lets a consumer fetch until it disconnects. */
function fetchUntilDisconnect(consumer: EventEmitter): void {
  const timer = setInterval(() => {
    consumer.emit('heartbeat')
    consumer.emit('fetch')
  }, 5)
  consumer.once('left', () => clearInterval(timer))
}

const stall = () => {}

function subscribe({ client, createdCount }: ReturnType<typeof createFakeClient>, ping: () => Promise<void>) {
  const failures: { error: Error; after: number }[] = []
  const watchdog = { stallTimeoutMs: 100, maxStalls: 3 }
  const subscription = subscribeToKafka(
    client,
    { group: 'group', topics: ['members'], handle: async () => {} },
    {
      log: testLog,
      createTopics: async () => {},
      ping,
      watchdog,
      missedEvents: { checkCommittedOffsets: async () => {}, checkPosition: async () => {} },
      onClientBroken: (error) => failures.push({ error, after: createdCount() }),
    },
  )
  return { failures, subscription }
}

const isAvailable = async () => {}
const isUnavailable = () => Promise.reject(new Error('unavailable'))

describe('the watchdog of a consumer', () => {
  it('replaces a stalled consumer', async () => {
    const kafka = createFakeClient((consumer, index) => (index === 1 ? stall() : fetchUntilDisconnect(consumer)))
    const { failures, subscription } = subscribe(kafka, isAvailable)
    await using _ = subscription
    await eventually(() => expect(kafka.createdCount()).toBe(2))
    expect(failures).toEqual([])
  })

  it('replaces a consumer that sends heartbeats but never fetches', async () => {
    const kafka = createFakeClient((consumer, index) => {
      if (index > 1) return fetchUntilDisconnect(consumer)
      const timer = setInterval(() => consumer.emit('heartbeat'), 5)
      consumer.once('left', () => clearInterval(timer))
    })
    const { subscription } = subscribe(kafka, isAvailable)
    await using _ = subscription
    await eventually(() => expect(kafka.createdCount()).toBe(2))
  })

  it('reports a broken client after three stalls in a row although Kafka is available', async () => {
    const kafka = createFakeClient(stall)
    const { failures, subscription } = subscribe(kafka, isAvailable)
    await using _ = subscription
    await eventually(() => expect(failures.length).toBeGreaterThan(0))
    expect(failures[0]?.after).toBe(3)
    expect(failures[0]?.error.message).toMatch(/^No heartbeat or fetch/)
  })

  it('never reports a broken client while Kafka is unavailable', async () => {
    const kafka = createFakeClient(stall)
    const { failures, subscription } = subscribe(kafka, isUnavailable)
    await using _ = subscription
    await eventually(() => expect(kafka.createdCount()).toBeGreaterThan(4))
    expect(failures).toEqual([])
  })

  it('replaces a crashed consumer, and does not count it as a stall', async () => {
    const kafka = createFakeClient((consumer, index) =>
      index < 5 ? consumer.emit('crash', { payload: { error: new Error('lost') } }) : fetchUntilDisconnect(consumer),
    )
    const { failures, subscription } = subscribe(kafka, isAvailable)
    await using _ = subscription
    await eventually(() => expect(kafka.createdCount()).toBe(5))
    expect(failures).toEqual([])
  })

  it('disconnects a consumer that was still connecting when its subscription ended', async () => {
    const [connecting, mayConnect] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const kafka = createFakeClient(fetchUntilDisconnect, () => {
      connecting.resolve()
      return mayConnect.promise
    })
    const { subscription } = subscribe(kafka, isAvailable)
    await connecting.promise
    const ended = subscription[Symbol.asyncDispose]()
    mayConnect.resolve()
    await ended
    expect(kafka.calls.at(-1)).toBe('disconnect')
  })
})
