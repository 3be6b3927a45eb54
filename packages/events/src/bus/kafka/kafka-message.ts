import type { KafkaMessage, Message } from 'kafkajs'
import { type Delivery, type EventMessage, isDeadLetterTopic } from '../bus.ts'

const EVENT_HEADERS = { 'content-type': 'application/cloudevents+json' }

/** Converts an event or a dead letter to a message of Kafka. Events of one key share a partition and keep their order. */
export const toKafkaMessage = ({ topic, key, value }: EventMessage): Message =>
  isDeadLetterTopic(topic) ? { key, value } : { key, value, headers: EVENT_HEADERS }

/** Formats the offset of a message in its topic as `<partition>:<offset>`. */
export const formatOffset = (partition: number, { offset }: Pick<KafkaMessage, 'offset'>): string =>
  `${partition}:${offset}`

/** Converts a message to a delivery. A value that is not JSON stays a string. */
export function toDelivery(topic: string, partition: number, message: KafkaMessage): Delivery {
  return { topic, offset: formatOffset(partition, message), event: parseValue(message.value) }
}

function parseValue(value: Buffer | null): unknown {
  if (value === null) return null
  const text = value.toString()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
