import { EventEmitter, on } from 'node:events'
import type { Admin } from 'kafkajs'
import type { Delivery } from '../bus/bus.ts'
import type { KafkaClient } from '../bus/kafka/kafka-client.ts'
import { toDelivery } from '../bus/kafka/kafka-message.ts'
import { type PartitionMessage, readPartitions } from '../bus/kafka/kafka-partition-reader.ts'

/** Yields new events of these topics until `signal` is aborted. @throws when the connection to Kafka is lost */
export async function* tailKafka(
  client: KafkaClient,
  admin: Admin,
  topics: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Delivery> {
  const { prefix } = client
  const ranges = await Promise.all(topics.map((topic) => getTopicEnd(admin, prefix + topic)))
  const stopped = new AbortController()
  const emitter = new EventEmitter()
  const onMessage = ({ topic, partition, message }: PartitionMessage) => {
    emitter.emit('delivery', toDelivery(topic.slice(prefix.length), partition, message))
    return 'continue' as const
  }
  const deliveries = on(emitter, 'delivery', { close: ['end'] })
  const reading = readPartitions(client, {
    ranges: ranges.flat(),
    onMessage,
    signal: AbortSignal.any([signal, stopped.signal]),
  }).finally(() => emitter.emit('end'))
  reading.catch(() => {}) // awaited below
  try {
    for await (const [delivery] of deliveries) yield delivery as Delivery
    await reading
  } finally {
    stopped.abort()
    await reading.catch(() => {})
  }
}

async function getTopicEnd(admin: Admin, topic: string) {
  return (await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => ({ topic, partition, offset: high }))
}
