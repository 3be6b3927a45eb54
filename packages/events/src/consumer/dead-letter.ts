import { EventEnvelope } from '@meadow/contracts'
import { newId, toStableId } from '@meadow/service'
import { type DeadLetter, deadLetterTopic } from '../bus/bus.ts'
import type { ConsumerDelivery } from '../operator/replay.ts'
import type { OutboxMessage } from '../outbox/outbox.ts'
import type { InboxEntry } from './consumer-store.ts'

/** Below the default maximum of a message batch of Kafka (1 MB), with space for its headers. */
const MAX_DEAD_LETTER_BYTES = 900_000
const MAX_EXCERPT_LENGTH = 100_000
/** The type of messages that are no events. */
const UNKNOWN_TYPE = 'unknown'

/** Escapes in JSON that PostgreSQL does not read: the character 0, and halves of surrogate pairs. */
const UNREADABLE_ESCAPES = /\\(u0000|ud[89a-f][0-9a-f]{2}|.)/g

type Rejection = { consumer: string; error: unknown; at: Date }

const describeError = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error))

/** Creates the dead letter of a delivery that a consumer could not handle, and its entry in the inbox. */
export function createDeadLetter(
  { topic, offset, event, inboxId }: ConsumerDelivery,
  { consumer, error, at }: Rejection,
): { deadLetter: DeadLetter; entry: InboxEntry } {
  const envelope = EventEnvelope.safeParse(event).data
  const handledId = inboxId ?? envelope?.id ?? toStableId(JSON.stringify([topic, offset, event]))
  const id = toStableId(`${consumer} ${handledId}`)
  const deadLetter = { id, topic, offset, event, consumer, cause: describeError(error), failedAt: at.toISOString() }
  return { deadLetter, entry: { id: handledId, type: envelope?.type ?? UNKNOWN_TYPE } }
}

/** Converts a dead letter to a message. A dead letter that is too large is cut to its beginning and cannot be replayed. */
export function toDeadLetterMessage(deadLetter: DeadLetter): OutboxMessage {
  const value = formatDeadLetter(deadLetter)
  const target = {
    id: newId(new Date(deadLetter.failedAt)),
    topic: deadLetterTopic(deadLetter.topic),
    key: deadLetter.id,
  }
  if (Buffer.byteLength(value) <= MAX_DEAD_LETTER_BYTES) return { ...target, value }
  const text = typeof deadLetter.event === 'string' ? deadLetter.event : JSON.stringify(deadLetter.event)
  const cause = `${deadLetter.cause.slice(0, MAX_EXCERPT_LENGTH)} (the event is too large; only its beginning is stored)`
  return { ...target, value: formatDeadLetter({ ...deadLetter, cause, event: text.slice(0, MAX_EXCERPT_LENGTH) }) }
}

const formatDeadLetter = (deadLetter: DeadLetter): string =>
  JSON.stringify(deadLetter).replace(UNREADABLE_ESCAPES, (sequence, code: string) =>
    code.length > 1 ? '\\ufffd' : sequence,
  )
