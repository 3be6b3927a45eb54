import { type Logger, withTimeout } from '@meadow/service'
import type { Consumer } from 'kafkajs'
import type { Subscription } from '../bus.ts'
import { takeBatches } from './kafka-batch.ts'
import type { KafkaClient } from './kafka-client.ts'
import { watchOver } from './kafka-watch.ts'

type Parts = {
  log: Logger
  /** It reads, or could if there was something. */
  working(): void
  quietMs: number
  over: AbortSignal
}

/**
 * A consumer that dies is missed after 6 s, which is the least that brokers allow by default. Kafka holds a request for
 * at most half a second, since ending waits for it.
 */
const TIMES = { sessionTimeout: 6_000, rebalanceTimeout: 10_000, heartbeatInterval: 1_500, maxWaitTimeInMs: 500 }
const COMMIT_MS = 5_000
/** More than a group has partitions: which of them wait for each other is for us to say. */
const AT_ONCE = 64
const ENDS_WITHIN_MS = 5_000

/** Reads as one member of a group, from its beginning to its end: `over`, or a failure, which is thrown. */
export async function readUntilItEnds({ kafka, prefix }: KafkaClient, subscription: Subscription, parts: Parts) {
  const { log } = parts
  const ended = new AbortController()
  const over = AbortSignal.any([parts.over, ended.signal])
  const consumer = kafka.consumer({
    ...TIMES,
    groupId: prefix + subscription.group,
    allowAutoTopicCreation: false,
    retry: { restartOnFailure: async () => false }, // we make a new one
  })
  const batches = takeBatches(subscription, { prefix, over, log })
  const watch = watchOver(consumer, { ...parts, isBusy: batches.isBusy })
  const topics = subscription.topics.map((topic) => prefix + topic)
  const started = start(consumer, topics, batches.take)
  try {
    await Promise.race([started.then(() => watch.end), watch.end])
  } finally {
    watch.stop()
    ended.abort()
    const left = started.catch(() => {}).then(() => consumer.disconnect()) // who is still joining would join after that
    await batches.done()
    await withTimeout(() => left, ENDS_WITHIN_MS).catch(() => {}) // whom Kafka does not answer it will miss by itself
  }
}

async function start(consumer: Consumer, topics: string[], eachBatch: ReturnType<typeof takeBatches>['take']) {
  await consumer.connect()
  await consumer.subscribe({ topics, fromBeginning: true })
  await consumer.run({
    eachBatch,
    eachBatchAutoResolve: false,
    autoCommitInterval: COMMIT_MS,
    partitionsConsumedConcurrently: AT_ONCE,
  })
}
