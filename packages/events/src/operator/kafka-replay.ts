import { newId } from '@meadow/service'
import { createBackOff } from '@meadow/storage'
import type { Kafka, TopicMessages } from 'kafkajs'
import { deadLetterTopic } from '../bus/bus.ts'
import type { KafkaClient } from '../bus/kafka/kafka-client.ts'
import type { StoredDeadLetter } from './bus-operator.ts'
import { type ReplayedEvent, replayTopic } from './replay.ts'

const BATCH_SIZE = 200
/** An open transaction of a crashed operator hides later messages for this long. */
const TRANSACTION_TIMEOUT_MS = 10_000
/**
 * Errors of a fenced producer: another operator began, and this one's transaction is void. Kafka 4.3 sometimes responds
 * with `UNKNOWN` to its commit; the next attempt reads which dead letters are left in either case.
 */
const FENCED_PATTERN =
  /^(INVALID_PRODUCER_EPOCH|PRODUCER_FENCED|INVALID_PRODUCER_ID_MAPPING|INVALID_TXN_STATE|CONCURRENT_TRANSACTIONS|UNKNOWN)$/
const MAX_ATTEMPTS = 8

type ReadDeadLetters = (topic: string) => Promise<StoredDeadLetter[]>

/**
 * Moves dead letters to the replay topics, a batch per transaction. All operators use one transactional id, so Kafka lets
 * only the newest of them commit. Each transaction reads the dead letters again, so that none is replayed twice.
 * Returns the number of replayed dead letters.
 */
export async function replayInKafka(
  client: KafkaClient,
  deadLetters: readonly StoredDeadLetter[],
  readDeadLetters: ReadDeadLetters,
): Promise<number> {
  let total = 0
  for (let from = 0; from < deadLetters.length; from += BATCH_SIZE) {
    const batch = deadLetters.slice(from, from + BATCH_SIZE)
    total += await retryIfFenced(() => replayBatch(client, batch, readDeadLetters))
  }
  return total
}

async function retryIfFenced<T>(attempt: () => Promise<T>): Promise<T> {
  const backOff = createBackOff()
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isFenced(error) || backOff.failures === MAX_ATTEMPTS) throw error
      await backOff.wait(new AbortController().signal)
    }
  }
}

function isFenced(error: unknown): boolean {
  const { type = '', cause } = Object(error) as { type?: string; cause?: unknown }
  return FENCED_PATTERN.test(type) || (cause !== undefined && isFenced(cause))
}

async function replayBatch(
  { kafka, prefix }: KafkaClient,
  requested: readonly StoredDeadLetter[],
  readDeadLetters: ReadDeadLetters,
): Promise<number> {
  await using opened = await openTransaction(kafka, `${prefix}meadow-operator`)
  const { transaction } = opened
  const topics = [...new Set(requested.map(({ deadLetter }) => deadLetter.topic))]
  const existing = new Set<string>()
  for (const topic of topics) for (const { offset } of await readDeadLetters(topic)) existing.add(`${topic} ${offset}`)
  const batch = requested.filter(({ deadLetter, offset }) => existing.has(`${deadLetter.topic} ${offset}`))
  if (batch.length === 0) return 0
  const topicMessages = topics.flatMap((topic): TopicMessages[] => {
    const stored = batch.filter(({ deadLetter }) => deadLetter.topic === topic)
    return [
      {
        topic: prefix + replayTopic(topic),
        messages: stored.map(({ deadLetter }) => ({ value: JSON.stringify(toReplayedEvent(deadLetter)) })),
      },
      { topic: prefix + deadLetterTopic(topic), messages: stored.map(({ offset }) => ({ key: offset, value: null })) },
    ]
  })
  await transaction.sendBatch({ topicMessages, acks: -1 })
  await transaction.commit()
  return batch.length
}

const toReplayedEvent = ({ consumer, topic, offset, event }: StoredDeadLetter['deadLetter']): ReplayedEvent => ({
  id: newId(new Date()),
  consumer,
  topic,
  offset,
  event,
})

/** Begins a transaction, and fences other producers with this id. Disposing the result aborts it unless it was committed. */
async function openTransaction(kafka: Kafka, transactionalId: string) {
  const producer = kafka.producer({ transactionalId, idempotent: true, transactionTimeout: TRANSACTION_TIMEOUT_MS })
  const disconnect = () => producer.disconnect().catch(() => {})
  try {
    await producer.connect()
    const transaction = await producer.transaction()
    return {
      transaction,
      async [Symbol.asyncDispose]() {
        if (transaction.isActive()) await transaction.abort().catch(() => {})
        await disconnect()
      },
    }
  } catch (error) {
    await disconnect()
    throw error
  }
}
