import { EventEnvelope } from '@meadow/contracts'
import type { Delivery } from '../bus/bus.ts'
import type { ConsumerLag, StoredDeadLetter } from '../operate/operator.ts'

const MINUTE = 60_000

/** How long ago something was, as people say it. */
function age(at: Date, now: Date): string {
  const ms = now.getTime() - at.getTime()
  if (ms < MINUTE) return `${Math.max(0, Math.round(ms / 1_000))} s`
  if (ms < 60 * MINUTE) return `${Math.round(ms / MINUTE)} min`
  if (ms < 48 * 60 * MINUTE) return `${Math.round(ms / (60 * MINUTE))} h`
  return `${Math.round(ms / (24 * 60 * MINUTE))} d`
}

/** Text of others, on one line and without what a terminal would act upon. */
const plain = (text: string): string => text.replace(/\p{Cc}+/gu, ' ')

/** One line for an event. */
export function eventLine({ topic, offset: position, event }: Delivery): string {
  const known = EventEnvelope.safeParse(event).data
  const what = known ? [known.time, known.type, known.subject, known.id] : [JSON.stringify(event)?.slice(0, 200) ?? '']
  return plain([topic, position, ...what].join('  '))
}

/** Rows below their titles, each column as wide as its widest. */
function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [titles, ...rows].map((row) => row.map(plain))
  const widths = titles.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const lagTable = (lags: readonly ConsumerLag[], now: Date): string =>
  table(
    ['group', 'topic', 'behind', 'oldest'],
    lags.map(({ group, topic, lag: behind, oldest }) => [
      group,
      topic,
      String(behind),
      oldest ? age(oldest, now) : '-',
    ]),
  )

/** The id by which `replay --id` finds a letter: that of its event, or its place where the event has none. */
export const letterId = ({ offset: place, deadLetter: letter }: StoredDeadLetter): string =>
  EventEnvelope.safeParse(letter.event).data?.id ?? place

export const deadTable = (letters: readonly StoredDeadLetter[], now: Date): string =>
  table(
    ['topic', 'position', 'consumer', 'age', 'id', 'cause'],
    letters.map((kept) => {
      const { topic, offset: position, consumer, failedAt: diedAt, cause } = kept.deadLetter
      return [topic, position, consumer, age(new Date(diedAt), now), letterId(kept), cause]
    }),
  )
