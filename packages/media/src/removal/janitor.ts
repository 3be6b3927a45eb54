import type { Logger } from '@meadow/service'
import { tidyReceived } from '../pictures/receive-picture.ts'
import type { Media } from '../store/media.ts'

const HOUR_MS = 3_600_000
/** No upload takes that long. */
const UNFINISHED_MS = HOUR_MS

export type JanitorParts = {
  files: Media
  /** What else is to do once an hour: to forget what nothing shows, say. */
  forgetUnused?: (at: Date, ended: AbortSignal) => Promise<void>
  log: Logger
  now: () => Date
}

/**
 * Answers what clears away uploads that nobody finished and what else nothing shows: when it is first called, and then once
 * an hour however often it is called.
 */
export function mediaJanitor({ files, forgetUnused, log, now }: JanitorParts): (ended: AbortSignal) => Promise<void> {
  let next = 0

  return async (ended) => {
    const at = now()
    if (at.getTime() < next) return
    next = at.getTime() + HOUR_MS
    const unfinished = new Date(Date.now() - UNFINISHED_MS) // files have the time of the machine, and others' are among them
    const done = await Promise.allSettled([tidyReceived(unfinished), files.tidy(unfinished), forgetUnused?.(at, ended)])
    for (const { reason } of done.filter((one) => one.status === 'rejected'))
      log.warn({ err: reason }, 'unused media could not be cleared away, trying again in an hour')
  }
}
