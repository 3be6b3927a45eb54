import type { PictureRepository } from './picture-repository.ts'

const HOUR_MS = 3_600_000
/** An uploaded picture is deleted after this time if no post uses it. */
const MAX_UNUSED_POST_PICTURE_AGE_MS = 24 * HOUR_MS
/** A picture is deleted after this time if no profile shows it; this service learns from events which ones do. */
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
