import type { MediaRepository } from './media-repository.ts'

const HOUR_MS = 3_600_000
/** How long a picture may wait for its post. */
const UNUSED_MS = 24 * HOUR_MS
/** How long a picture may wait for its profile, or stays when it left it: what a profile shows is told by events. */
const UNSHOWN_MS = 7 * 24 * HOUR_MS

/** Forgets pictures that no post or profile shows. */
export const forgetUnused =
  (media: MediaRepository) =>
  async (at: Date, ended: AbortSignal): Promise<void> => {
    const [unused, unshown] = [new Date(at.getTime() - UNUSED_MS), new Date(at.getTime() - UNSHOWN_MS)]
    while (!ended.aborted && (await media.forgetUnused(unused, at)) > 0);
    while (!ended.aborted && (await media.forgetUnshown(unshown, at)) > 0);
  }
