import type { PictureRepository } from './picture-repository.ts'

const HOUR_MS = 3_600_000
/** How long an uploaded picture is kept for its post. */
const MAX_UNUSED_POST_PICTURE_AGE_MS = 24 * HOUR_MS
/** How long a picture is kept before or after a profile shows it, which this service learns from events. */
const MAX_UNUSED_PROFILE_PICTURE_AGE_MS = 7 * 24 * HOUR_MS

/** Creates a function that deletes pictures that no post or profile shows, in batches, until `stopping` is aborted. */
export const createUnusedPictureCleanup =
  (pictures: PictureRepository) =>
  async (at: Date, stopping: AbortSignal): Promise<void> => {
    const uploadedBefore = new Date(at.getTime() - MAX_UNUSED_POST_PICTURE_AGE_MS)
    const shownBefore = new Date(at.getTime() - MAX_UNUSED_PROFILE_PICTURE_AGE_MS)
    while (!stopping.aborted && (await pictures.deleteUnusedPostPictures(uploadedBefore, at)) > 0);
    while (!stopping.aborted && (await pictures.deleteUnusedProfilePictures(shownBefore, at)) > 0);
  }
