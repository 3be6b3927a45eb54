import type { DomainEvent } from '@meadow/contracts'
import type { KafkaMessage, Message } from 'kafkajs'
import type { DeadLetter, Delivery } from '../bus.ts'

/** Below the default maximum of a broker's message batch (1 MB), with space for its headers. */
const MAX_MESSAGE_BYTES = 900_000
const MAX_EXCERPT_LENGTH = 100_000

const EVENT_HEADERS = { 'content-type': 'application/cloudevents+json' }

/** Converts an event to a message. Its key is the subject, so events of one subject share a partition and keep their order. */
export const toEventMessage = (event: DomainEvent): Message => ({
  key: event.subject,
  value: JSON.stringify(event),
  headers: EVENT_HEADERS,
})

/** Converts a dead letter to a message. A dead letter that is too large is cut to its beginning and cannot be replayed. */
export function toDeadLetterMessage(deadLetter: DeadLetter): Message {
  const value = JSON.stringify(deadLetter)
  if (Buffer.byteLength(value) <= MAX_MESSAGE_BYTES) return { value }
  const text = typeof deadLetter.event === 'string' ? deadLetter.event : JSON.stringify(deadLetter.event)
  const cause = `${deadLetter.cause.slice(0, MAX_EXCERPT_LENGTH)} (the event is too large; only its beginning is stored)`
  return { value: JSON.stringify({ ...deadLetter, cause, event: text.slice(0, MAX_EXCERPT_LENGTH) }) }
}

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
