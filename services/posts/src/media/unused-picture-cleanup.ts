import type { Bus } from '@meadow/events'
import type { VideoRepository } from '../videos/video-repository.ts'
import type { PictureRepository } from './picture-repository.ts'

type UnusedPictureCleanupDeps = {
  pictures: PictureRepository
  videos: Pick<VideoRepository, 'deleteUnused'>
  bus: Pick<Bus, 'ping'>
}

/** A picture or a video is deleted this long after its upload, or after a profile has last shown it. */
const MAX_UNUSED_AGE_MS = 24 * 3_600_000

/**
 * Creates a function that deletes pictures that no post or profile shows, and videos without a post, in batches, until `stopping` is aborted. Events
 * tell which pictures profiles show: while the bus is away, pictures of profiles stay. An event that is consumed more than a
 * day after the upload comes too late, also if the bus answers. @throws Error if the bus is away
 */
export const createUnusedPictureCleanup =
  ({ pictures, videos, bus }: UnusedPictureCleanupDeps) =>
  async (at: Date, stopping: AbortSignal): Promise<void> => {
    const before = new Date(at.getTime() - MAX_UNUSED_AGE_MS)
    while (!stopping.aborted && (await pictures.deleteUnusedPostPictures(before, at)) > 0);
    while (!stopping.aborted && (await videos.deleteUnused(before, at)) > 0);
    await bus.ping()
    while (!stopping.aborted && (await pictures.deleteUnusedProfilePictures(before, at)) > 0);
  }
