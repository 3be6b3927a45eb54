import type { DomainEvent } from '@meadow/contracts'
import type { KafkaMessage, Message } from 'kafkajs'
import type { DeadLetter, Delivery } from '../bus.ts'

/** Below what a broker takes at once by default (1 MB), with room for what stands around it. */
const MOST_BYTES = 900_000
const EXCERPT = 100_000

const JSON_EVENT = { 'content-type': 'application/cloudevents+json' }

/** Events of a subject share a key, so they share a partition and stay in order. */
export const toMessage = (event: DomainEvent): Message => ({
  key: event.subject,
  value: JSON.stringify(event),
  headers: JSON_EVENT,
})

/** A dead letter as it fits; of what is too long only the beginning is kept, which nobody can replay. */
export function toLetterMessage(letter: DeadLetter): Message {
  const value = JSON.stringify(letter)
  if (Buffer.byteLength(value) <= MOST_BYTES) return { value }
  const text = typeof letter.event === 'string' ? letter.event : JSON.stringify(letter.event)
  const cause = `${letter.cause.slice(0, EXCERPT)} (too long to be kept, so this is its beginning)`
  return { value: JSON.stringify({ ...letter, cause, event: text.slice(0, EXCERPT) }) }
}

/** Where a message lies in its topic. */
export const positionOf = (partition: number, { offset }: Pick<KafkaMessage, 'offset'>): string =>
  `${partition}:${offset}`

/** What a message says; text that is no JSON is handed on as text. */
export function toDelivery(topic: string, partition: number, message: KafkaMessage): Delivery {
  return { topic, offset: positionOf(partition, message), event: read(message.value) }
}

function read(value: Buffer | null): unknown {
  if (value === null) return null
  const text = value.toString()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
