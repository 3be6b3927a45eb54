import { newId } from '@meadow/service'
import { createBackOff } from '@meadow/storage'
import type { Kafka, TopicMessages } from 'kafkajs'
import { deadLetterTopic } from '../bus/bus.ts'
import type { KafkaClient } from '../bus/kafka/kafka-client.ts'
import type { StoredDeadLetter } from './operator.ts'
import { type Replay, replayTopic } from './replayed.ts'

const AT_ONCE = 200
/** A transaction that its operator left open hides what comes after it for so long. */
const LEFT_OPEN_MS = 10_000
/**
 * Another operator began: all that this one has not committed is void. `UNKNOWN` is what a broker of 4.3
 * sometimes answers to the commit of the one that loses; whatever became of it, what is still there is read anew.
 */
const FENCED =
  /^(INVALID_PRODUCER_EPOCH|PRODUCER_FENCED|INVALID_PRODUCER_ID_MAPPING|INVALID_TXN_STATE|CONCURRENT_TRANSACTIONS|UNKNOWN)$/
const ATTEMPTS = 8

type ReadDead = (topic: string) => Promise<StoredDeadLetter[]>

/**
 * Takes letters off the dead ones and puts each where its consumer replays it, in one transaction. Operators share one
 * name, so that Kafka lets only the last that began commit: what is still there is read after that.
 */
export async function replayInKafka(
  client: KafkaClient,
  letters: readonly StoredDeadLetter[],
  readDead: ReadDead,
): Promise<number> {
  let total = 0
  for (let from = 0; from < letters.length; from += AT_ONCE)
    total += await patiently(() => replaySome(client, letters.slice(from, from + AT_ONCE), readDead))
  return total
}

async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  const backOff = createBackOff()
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isFenced(error) || backOff.failures === ATTEMPTS) throw error
      await backOff.wait(new AbortController().signal)
    }
  }
}

function isFenced(error: unknown): boolean {
  const { type = '', cause } = Object(error) as { type?: string; cause?: unknown }
  return FENCED.test(type) || (cause !== undefined && isFenced(cause))
}

async function replaySome({ kafka, prefix }: KafkaClient, wanted: readonly StoredDeadLetter[], readDead: ReadDead) {
  await using opened = await openTransaction(kafka, `${prefix}meadow-operator`)
  const { transaction } = opened
  const topics = [...new Set(wanted.map(({ deadLetter: letter }) => letter.topic))]
  const there = new Map<string, StoredDeadLetter>()
  for (const topic of topics) for (const kept of await readDead(topic)) there.set(`${topic} ${kept.offset}`, kept)
  const letters = wanted.filter(({ deadLetter: letter, offset: place }) => there.has(`${letter.topic} ${place}`))
  if (letters.length === 0) return 0
  const of = (topic: string) => letters.filter(({ deadLetter: letter }) => letter.topic === topic)
  const topicMessages = topics.flatMap((topic): TopicMessages[] => [
    {
      topic: prefix + replayTopic(topic),
      messages: of(topic).map((kept) => ({ value: JSON.stringify(toReplay(kept)) })),
    },
    {
      topic: prefix + deadLetterTopic(topic),
      messages: of(topic).map(({ offset: place }) => ({ key: place, value: null })),
    },
  ])
  await transaction.sendBatch({ topicMessages, acks: -1 })
  await transaction.commit()
  return letters.length
}

const toReplay = ({ deadLetter: { consumer, topic, offset, event } }: StoredDeadLetter): Replay => ({
  id: newId(new Date()),
  consumer,
  topic,
  offset,
  event,
})

/** Begins a transaction and ends those of others under this name; what is not committed is void in the end. */
async function openTransaction(kafka: Kafka, transactionalId: string) {
  const producer = kafka.producer({ transactionalId, idempotent: true, transactionTimeout: LEFT_OPEN_MS })
  const close = () => producer.disconnect().catch(() => {})
  try {
    await producer.connect()
    const transaction = await producer.transaction()
    return {
      transaction,
      async [Symbol.asyncDispose]() {
        if (transaction.isActive()) await transaction.abort().catch(() => {})
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
