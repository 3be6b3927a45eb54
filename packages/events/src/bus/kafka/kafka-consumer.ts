import { type Logger, withTimeout } from '@meadow/service'
import type { Consumer, EachBatchHandler } from 'kafkajs'
import type { Subscription } from '../bus.ts'
import { createConsumerWatchdog } from './consumer-watchdog.ts'
import { createBatchHandler } from './kafka-batch-handler.ts'
import type { KafkaClient } from './kafka-client.ts'
import type { MissedEventsReport } from './kafka-missed-events.ts'

type KafkaConsumerDeps = {
  log: Logger
  /** Called whenever the consumer fetches, with or without a result. */
  onFetch(): void
  missedEvents: MissedEventsReport
  stallTimeoutMs: number
  signal: AbortSignal
}

/**
 * The session timeout is the minimum that brokers allow by default. A fetch blocks for at most half a second, because
 * disconnecting waits for it.
 */
const CONSUMER_TIMES = {
  sessionTimeout: 6_000,
  rebalanceTimeout: 10_000,
  heartbeatInterval: 1_500,
  maxWaitTimeInMs: 500,
}
/** More than a group has partitions: the batch handler limits how many of them it handles at the same time. */
const MAX_PARTITION_CONCURRENCY = 64
const DISCONNECT_TIMEOUT_MS = 5_000

/** Runs one consumer of a group until `signal` is aborted. @throws when the consumer crashes or stalls */
export async function runKafkaConsumer(
  { kafka, prefix }: KafkaClient,
  subscription: Subscription,
  deps: KafkaConsumerDeps,
): Promise<void> {
  await deps.missedEvents.checkCommittedOffsets(subscription.topics)
  const ended = new AbortController()
  const signal = AbortSignal.any([deps.signal, ended.signal])
  const consumer = kafka.consumer({
    ...CONSUMER_TIMES,
    groupId: prefix + subscription.group,
    allowAutoTopicCreation: false,
    retry: { restartOnFailure: async () => false }, // the subscription creates a new consumer instead
  })
  const batches = createBatchHandler(subscription, { ...deps, prefix, signal })
  consumer.on(consumer.events.GROUP_JOIN, batches.onAssigned)
  const watchdog = createConsumerWatchdog(consumer, { ...deps, isBusy: batches.isBusy })
  const topics = subscription.topics.map((topic) => prefix + topic)
  const started = startConsumer(consumer, topics, batches.eachBatch)
  try {
    await Promise.race([started.then(() => watchdog.ended), watchdog.ended])
  } finally {
    watchdog.stop()
    ended.abort()
    const disconnected = started
      .catch(() => {}) // a consumer cannot leave while it joins
      .then(batches.whenCommitted)
      .then(() => consumer.disconnect())
    await batches.drain()
    await withTimeout(() => disconnected, DISCONNECT_TIMEOUT_MS).catch(() => {}) // Kafka removes it after the session timeout
  }
}

async function startConsumer(consumer: Consumer, topics: string[], eachBatch: EachBatchHandler): Promise<void> {
  await consumer.connect()
  await consumer.subscribe({ topics, fromBeginning: true })
  await consumer.run({
    eachBatch,
    eachBatchAutoResolve: false,
    autoCommit: false, // the batch handler commits; kafkajs would wait for Kafka after each batch, and fetch nothing meanwhile
    partitionsConsumedConcurrently: MAX_PARTITION_CONCURRENCY,
  })
}
