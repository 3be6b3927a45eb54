import type { Message, Producer, TopicMessages } from 'kafkajs'
import kafkajs from 'kafkajs'
import type { KafkaClient } from './kafka-client.ts'
import { type Renewed, renewed } from './renewed.ts'

/** Of one topic at once: a broker refuses more than 1 MB, and for ever. */
const MOST_BYTES = 500_000
const ANSWER_MS = 5_000

type Entry = { topic: string; message: Message }
export type Sender = AsyncDisposable & { send(entries: readonly Entry[]): Promise<void> }

/** Sends to Kafka: acknowledged by all replicas in step, and once each however often the client tries. */
export function createSender({ kafka, prefix }: KafkaClient, prepare: () => Promise<void>): Sender {
  const createPartitioner = kafkajs.Partitioners.DefaultPartitioner
  const create = () => kafka.producer({ idempotent: true, allowAutoTopicCreation: false, createPartitioner })
  const producer: Renewed<Producer> = renewed(create, prepare)
  return {
    async send(entries) {
      for (const topicMessages of inSteps(entries, prefix))
        await producer.use((one) => one.sendBatch({ topicMessages, acks: -1, timeout: ANSWER_MS }))
    },
    [Symbol.asyncDispose]: () => producer[Symbol.asyncDispose](),
  }
}

/** Cuts entries, in their order, into steps that a broker takes. */
function* inSteps(entries: readonly Entry[], prefix: string): Generator<TopicMessages[]> {
  let step: Entry[] = []
  let bytes = 0
  for (const entry of entries) {
    const size = Buffer.byteLength(entry.message.value ?? '')
    if (step.length > 0 && bytes + size > MOST_BYTES) {
      yield byTopic(step, prefix)
      step = []
      bytes = 0
    }
    step.push(entry)
    bytes += size
  }
  if (step.length > 0) yield byTopic(step, prefix)
}

const byTopic = (entries: readonly Entry[], prefix: string): TopicMessages[] =>
  [...Map.groupBy(entries, ({ topic }) => topic)].map(([topic, those]) => ({
    topic: prefix + topic,
    messages: those.map(({ message }) => message),
  }))
