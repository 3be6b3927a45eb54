import { EventEnvelope } from '@meadow/contracts'
import type { Delivery } from '../bus/bus.ts'
import type { ConsumerLag, StoredDeadLetter } from '../operator/bus-operator.ts'

const MINUTE_MS = 60_000

/** Formats the time since `at`, such as '5 min'. */
function formatAge(at: Date, now: Date): string {
  const ms = now.getTime() - at.getTime()
  if (ms < MINUTE_MS) return `${Math.max(0, Math.round(ms / 1_000))} s`
  if (ms < 60 * MINUTE_MS) return `${Math.round(ms / MINUTE_MS)} min`
  if (ms < 48 * 60 * MINUTE_MS) return `${Math.round(ms / (60 * MINUTE_MS))} h`
  return `${Math.round(ms / (24 * 60 * MINUTE_MS))} d`
}

/** Replaces line breaks and terminal control characters by spaces: the texts come from outside. */
const removeControlCharacters = (text: string): string => text.replace(/\p{Cc}+/gu, ' ')

/** Formats an event as one line. */
export function formatEvent({ topic, offset, event }: Delivery): string {
  const envelope = EventEnvelope.safeParse(event).data
  const fields = envelope
    ? [envelope.time, envelope.type, envelope.subject, envelope.id]
    : [JSON.stringify(event)?.slice(0, 200) ?? '']
  return removeControlCharacters([topic, offset, ...fields].join('  '))
}

/** Formats rows below their titles, with aligned columns. */
function formatTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [titles, ...rows].map((row) => row.map(removeControlCharacters))
  const widths = titles.map((_, column) => Math.max(...lines.map((row) => row[column]?.length ?? 0)))
  return lines
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const formatLag = (lags: readonly ConsumerLag[], now: Date): string =>
  formatTable(
    ['group', 'topic', 'lag', 'oldest'],
    lags.map(({ group, topic, lag, oldest }) => [group, topic, String(lag), oldest ? formatAge(oldest, now) : '-']),
  )

/** Returns the id for `replay --id`: the event's id, or the dead letter's offset if the event has none. */
export const getDeadLetterId = ({ offset, deadLetter }: StoredDeadLetter): string =>
  EventEnvelope.safeParse(deadLetter.event).data?.id ?? offset

/** Formats a page of dead letters. Only the first page has titles. */
export function formatDeadLetters(
  deadLetters: readonly StoredDeadLetter[],
  { now, hasTitles }: { now: Date; hasTitles: boolean },
): string {
  const table = formatTable(
    ['topic', 'offset', 'consumer', 'age', 'id', 'cause'],
    deadLetters.map((stored) => {
      const { topic, offset, consumer, failedAt, cause } = stored.deadLetter
      return [topic, offset, consumer, formatAge(new Date(failedAt), now), getDeadLetterId(stored), cause]
    }),
  )
  return hasTitles ? table : table.slice(table.indexOf('\n') + 1)
}
