import type { PictureRepository } from './picture-repository.ts'

const HOUR_MS = 3_600_000
/** How long a picture may wait for its post. */
const MAX_UNUSED_POST_PICTURE_AGE_MS = 24 * HOUR_MS
/** How long a picture may wait for its profile, or stays when it left it: what a profile shows is told by events. */
const MAX_UNUSED_PROFILE_PICTURE_AGE_MS = 7 * 24 * HOUR_MS

/** Forgets pictures that no post or profile shows. */
export const createUnusedPictureCleanup =
  (media: PictureRepository) =>
  async (at: Date, ended: AbortSignal): Promise<void> => {
    const [unused, unshown] = [
      new Date(at.getTime() - MAX_UNUSED_POST_PICTURE_AGE_MS),
      new Date(at.getTime() - MAX_UNUSED_PROFILE_PICTURE_AGE_MS),
    ]
    while (!ended.aborted && (await media.deleteUnusedPostPictures(unused, at)) > 0);
    while (!ended.aborted && (await media.deleteUnusedProfilePictures(unshown, at)) > 0);
  }
