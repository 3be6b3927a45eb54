import type { Message, Producer, TopicMessages } from 'kafkajs'
import kafkajs from 'kafkajs'
import type { KafkaClient } from './kafka-client.ts'
import { createReconnectingClient, type ReconnectingClient } from './reconnecting-client.ts'

/** Size of one request. A broker rejects a message batch above 1 MB, and a retry would fail as well. */
const MAX_REQUEST_BYTES = 500_000
const ACK_TIMEOUT_MS = 5_000

export type ProducerEntry = { topic: string; message: Message }
export type KafkaProducer = AsyncDisposable & { send(entries: readonly ProducerEntry[]): Promise<void> }

/** Creates an idempotent producer that waits for all in-sync replicas. It calls `prepare` before it connects. */
export function createKafkaProducer({ kafka, prefix }: KafkaClient, prepare: () => Promise<void>): KafkaProducer {
  const createPartitioner = kafkajs.Partitioners.DefaultPartitioner
  const create = () => kafka.producer({ idempotent: true, allowAutoTopicCreation: false, createPartitioner })
  const producer: ReconnectingClient<Producer> = createReconnectingClient(create, prepare)
  return {
    async send(entries) {
      for (const topicMessages of toRequests(entries, prefix))
        await producer.use((connected) => connected.sendBatch({ topicMessages, acks: -1, timeout: ACK_TIMEOUT_MS }))
    },
    [Symbol.asyncDispose]: () => producer[Symbol.asyncDispose](),
  }
}

/** Divides entries, in their order, into requests below the size limit. */
export function* toRequests(entries: readonly ProducerEntry[], prefix: string): Generator<TopicMessages[]> {
  let request: ProducerEntry[] = []
  let requestBytes = 0
  for (const entry of entries) {
    const entryBytes = Buffer.byteLength(entry.message.value ?? '')
    if (request.length > 0 && requestBytes + entryBytes > MAX_REQUEST_BYTES) {
      yield groupByTopic(request, prefix)
      request = []
      requestBytes = 0
    }
    request.push(entry)
    requestBytes += entryBytes
  }
  if (request.length > 0) yield groupByTopic(request, prefix)
}

const groupByTopic = (entries: readonly ProducerEntry[], prefix: string): TopicMessages[] =>
  [...Map.groupBy(entries, ({ topic }) => topic)].map(([topic, topicEntries]) => ({
    topic: prefix + topic,
    messages: topicEntries.map(({ message }) => message),
  }))
