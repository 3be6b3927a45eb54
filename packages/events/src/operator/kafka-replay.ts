import { createBackOff } from '@meadow/storage'
import type { Kafka } from 'kafkajs'
import { type DeadLetter, deadLetterTopic } from '../bus/bus.ts'
import type { KafkaClient } from '../bus/kafka/kafka-client.ts'
import { type ProducerEntry, toRequests } from '../bus/kafka/kafka-producer.ts'
import type { StoredDeadLetter } from './bus-operator.ts'
import type { KafkaDeadLetters } from './kafka-dead-letters.ts'
import { replayTopic, toReplayedEvent, toReplayId } from './replay.ts'

const BATCH_SIZE = 2_000
/** An open transaction of a crashed operator hides later messages for this long. */
const TRANSACTION_TIMEOUT_MS = 10_000
/**
 * Errors of a fenced producer: another operator began, and this one's transaction is void. Kafka 4.3 sometimes responds
 * with `UNKNOWN` to its commit; the next attempt reads which dead letters are left in either case.
 */
const FENCED_PATTERN =
  /^(INVALID_PRODUCER_EPOCH|PRODUCER_FENCED|INVALID_PRODUCER_ID_MAPPING|INVALID_TXN_STATE|CONCURRENT_TRANSACTIONS|UNKNOWN)$/
const MAX_ATTEMPTS = 8

/**
 * Moves dead letters to the replay topics, a batch per transaction. All operators use one transactional id, so Kafka lets
 * only the newest of them commit. Each transaction first reads what others have replayed meanwhile, so that none is replayed
 * twice. Returns the number of replayed dead letters.
 */
export async function replayInKafka(
  client: KafkaClient,
  stored: KafkaDeadLetters,
  deadLetters: readonly StoredDeadLetter[],
): Promise<number> {
  let total = 0
  for (let from = 0; from < deadLetters.length; from += BATCH_SIZE) {
    const batch = deadLetters.slice(from, from + BATCH_SIZE)
    total += await retryIfFenced(() => replayBatch(client, stored, batch))
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
  stored: KafkaDeadLetters,
  requested: readonly StoredDeadLetter[],
): Promise<number> {
  await using opened = await openTransaction(kafka, `${prefix}meadow-operator`)
  const { transaction } = opened
  const left: DeadLetter[] = []
  for (const [topic, group] of Map.groupBy(requested, ({ deadLetter }) => deadLetter.topic)) {
    const { offsets } = await stored.refresh(topic)
    left.push(...group.map(({ deadLetter }) => deadLetter).filter((one) => offsets.has(toReplayId(one))))
  }
  if (left.length === 0) return 0
  for (const topicMessages of toRequests(left.flatMap(toMessages), prefix))
    await transaction.sendBatch({ topicMessages, acks: -1 })
  await transaction.commit()
  return left.length
}

/** The replayed event, and the mark that the dead letter was replayed. */
const toMessages = (deadLetter: DeadLetter): ProducerEntry[] => [
  { topic: replayTopic(deadLetter.topic), message: { value: JSON.stringify(toReplayedEvent(deadLetter)) } },
  { topic: deadLetterTopic(deadLetter.topic), message: { key: toReplayId(deadLetter), value: null } },
]

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
