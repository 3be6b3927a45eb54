import { type Media, tidyReceived } from '@meadow/media'
import type { Logger } from '@meadow/service'
import type { MediaRepository } from './media-repository.ts'

const HOUR_MS = 3_600_000
/** How long a picture may wait for its post. */
const UNUSED_MS = 24 * HOUR_MS
/** How long a picture may wait for its profile, or stays when it left it: what a profile shows is told by events. */
const UNSHOWN_MS = 7 * 24 * HOUR_MS
/** No upload takes that long. */
const UNFINISHED_MS = HOUR_MS

type Parts = { media: MediaRepository; files: Media; log: Logger; now: () => Date }

/**
 * Answers what clears away uploads that nobody finished and pictures that no post or profile shows: when it is first called, and
 * then once an hour however often it is called.
 */
export function mediaJanitor({ media, files, log, now }: Parts): (ended: AbortSignal) => Promise<void> {
  let next = 0

  async function forgetUnused(at: Date, ended: AbortSignal): Promise<void> {
    const [unused, unshown] = [new Date(at.getTime() - UNUSED_MS), new Date(at.getTime() - UNSHOWN_MS)]
    while (!ended.aborted && (await media.forgetUnused(unused, at)) > 0);
    while (!ended.aborted && (await media.forgetUnshown(unshown, at)) > 0);
  }

  return async (ended) => {
    const at = now()
    if (at.getTime() < next) return
    next = at.getTime() + HOUR_MS
    const unfinished = new Date(at.getTime() - UNFINISHED_MS)
    const done = await Promise.allSettled([tidyReceived(unfinished), files.tidy(unfinished), forgetUnused(at, ended)])
    for (const { reason } of done.filter((one) => one.status === 'rejected'))
      log.warn({ err: reason }, 'unused media could not be cleared away, trying again in an hour')
  }
}
