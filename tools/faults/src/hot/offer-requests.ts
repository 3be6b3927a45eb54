import { setTimeout as delay } from 'node:timers/promises'
import type { Member } from '../history.ts'

/**
 * Requests of an offered rate and their outcome. `unsent` were due while all members waited for a response. Times are in
 * milliseconds, of the requests that succeeded.
 */
export type OfferedRequests = {
  perSecond: number
  succeeded: number
  refused: number
  unsent: number
  median: number
  p99: number
  longest: number
}

type OfferedRate = { members: readonly Member[]; perSecond: number; seconds: number }

/** Offers requests at a constant rate, however long the responses take. Each member waits for the response before the next. */
export async function offerRequests(
  { members, perSecond, seconds }: OfferedRate,
  send: (member: Member) => Promise<boolean>,
): Promise<OfferedRequests> {
  const free = [...members]
  const durations: number[] = []
  let [refused, unsent] = [0, 0]
  const sending: Promise<void>[] = []

  async function sendAs(member: Member): Promise<void> {
    const startedAt = performance.now()
    if (await send(member)) durations.push(performance.now() - startedAt)
    else refused++
    free.push(member)
  }

  const startedAt = performance.now()
  for (let count = 0; count < perSecond * seconds; count++) {
    const untilDue = startedAt + (count * 1_000) / perSecond - performance.now()
    if (untilDue > 1) await delay(untilDue)
    const member = free.shift()
    if (member) sending.push(sendAs(member))
    else unsent++
  }
  await Promise.all(sending)
  return { perSecond, succeeded: durations.length, refused, unsent, ...summarizeDurations(durations) }
}

/** Returns the median, the 99th percentile and the maximum, in whole milliseconds. */
export function summarizeDurations(durations: readonly number[]): Record<'median' | 'p99' | 'longest', number> {
  const ascending = durations.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(ascending[Math.min(ascending.length - 1, ascending.length * share) | 0] ?? 0)
  return { median: at(0.5), p99: at(0.99), longest: at(1) }
}
