import { EventEmitter } from 'node:events'
import { describe, expect, it } from '@jest/globals'
import { eventually, testLog } from '@meadow/testing'
import type { Kafka } from 'kafkajs'
import { subscribeToKafka } from '../src/bus/kafka/kafka-subscription.ts'

const EVENTS = { HEARTBEAT: 'heartbeat', FETCH: 'fetch', GROUP_JOIN: 'join', CRASH: 'crash' }

/** A client whose consumers live as the test says: `live` is given each, once it runs. */
function clientOf(live: (consumer: EventEmitter, nth: number) => void, connect = async () => {}) {
  let made = 0
  const did: string[] = []
  const kafka = {
    consumer() {
      made += 1
      const [nth, emitter] = [made, new EventEmitter()]
      return {
        events: EVENTS,
        on(event: string, listener: (event: unknown) => void) {
          emitter.on(event, listener)
          return () => emitter.off(event, listener)
        },
        connect,
        subscribe: async () => {},
        async run() {
          did.push('runs')
          live(emitter, nth)
        },
        async disconnect() {
          did.push('leaves')
          emitter.emit('left')
        },
      }
    },
  }
  return { client: { kafka: kafka as unknown as Kafka, prefix: '' }, made: () => made, did }
}

/** A consumer that reads until it leaves. */
function reads(consumer: EventEmitter): void {
  const timer = setInterval(() => {
    consumer.emit('heartbeat')
    consumer.emit('fetch')
  }, 5)
  consumer.once('left', () => clearInterval(timer))
}

const silent = () => {}

function subscribe({ client, made }: ReturnType<typeof clientOf>, ping: () => Promise<void>) {
  const givenUp: { error: Error; after: number }[] = []
  const parts = { log: testLog, prepare: async () => {}, ping, patience: { quietMs: 100, failures: 3 } }
  const subscription = subscribeToKafka(
    client,
    { group: 'group', topics: ['members'], handle: async () => {} },
    { ...parts, giveUp: (error) => givenUp.push({ error, after: made() }) },
  )
  return { givenUp, subscription }
}

const answers = async () => {}
const isAway = () => Promise.reject(new Error('away'))

describe('the watch over a consumer', () => {
  it('makes a quiet one anew', async () => {
    const kafka = clientOf((consumer, nth) => (nth === 1 ? silent() : reads(consumer)))
    const { givenUp, subscription } = subscribe(kafka, answers)
    await using _ = subscription
    await eventually(() => expect(kafka.made()).toBe(2))
    expect(givenUp).toEqual([])
  })

  it('sees one that gives heartbeats but never reads', async () => {
    const kafka = clientOf((consumer, nth) => {
      if (nth > 1) return reads(consumer)
      const timer = setInterval(() => consumer.emit('heartbeat'), 5)
      consumer.once('left', () => clearInterval(timer))
    })
    const { subscription } = subscribe(kafka, answers)
    await using _ = subscription
    await eventually(() => expect(kafka.made()).toBe(2))
  })

  it('gives the process up when three in a row are quiet though Kafka answers', async () => {
    const kafka = clientOf(silent)
    const { givenUp, subscription } = subscribe(kafka, answers)
    await using _ = subscription
    await eventually(() => expect(givenUp.length).toBeGreaterThan(0))
    expect(givenUp[0]?.after).toBe(3)
    expect(givenUp[0]?.error.message).toMatch(/^No sign of life/)
  })

  it('never gives up while Kafka is away', async () => {
    const kafka = clientOf(silent)
    const { givenUp, subscription } = subscribe(kafka, isAway)
    await using _ = subscription
    await eventually(() => expect(kafka.made()).toBeGreaterThan(4))
    expect(givenUp).toEqual([])
  })

  it('makes one that crashed anew, and counts it as no failure', async () => {
    const kafka = clientOf((consumer, nth) =>
      nth < 5 ? consumer.emit('crash', { payload: { error: new Error('lost') } }) : reads(consumer),
    )
    const { givenUp, subscription } = subscribe(kafka, answers)
    await using _ = subscription
    await eventually(() => expect(kafka.made()).toBe(5))
    expect(givenUp).toEqual([])
  })

  it('lets none run on that was still connecting when its subscription ended', async () => {
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const kafka = clientOf(reads, () => {
      asked.resolve()
      return answered.promise
    })
    const { subscription } = subscribe(kafka, answers)
    await asked.promise
    const ended = subscription[Symbol.asyncDispose]()
    answered.resolve()
    await ended
    expect(kafka.did.at(-1)).toBe('leaves')
  })
})
