import { EventEmitter, on } from 'node:events'
import type { Admin } from 'kafkajs'
import type { Delivery } from '../bus/bus.ts'
import type { KafkaClient } from '../bus/kafka/kafka-client.ts'
import { toDelivery } from '../bus/kafka/kafka-delivery.ts'
import { type Found, readLog } from '../bus/kafka/kafka-reader.ts'

/** What comes on these topics from now on, until `signal` is aborted. @throws when Kafka is lost */
export async function* tailKafka(
  client: KafkaClient,
  admin: Admin,
  topics: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Delivery> {
  const { prefix } = client
  const starts = await Promise.all(topics.map((topic) => endOf(admin, prefix + topic)))
  const left = new AbortController()
  const over = AbortSignal.any([signal, left.signal])
  const heard = new EventEmitter()
  const take = ({ topic, partition, message }: Found) => {
    heard.emit('delivery', toDelivery(topic.slice(prefix.length), partition, message))
    return 'more' as const
  }
  const deliveries = on(heard, 'delivery', { close: ['end'] })
  const reading = readLog(client, { starts: starts.flat(), take, signal: over }).finally(() => heard.emit('end'))
  reading.catch(() => {}) // told below
  try {
    for await (const [delivery] of deliveries) yield delivery as Delivery
    await reading
  } finally {
    left.abort()
    await reading.catch(() => {})
  }
}

async function endOf(admin: Admin, topic: string) {
  return (await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => ({ topic, partition, offset: high }))
}
