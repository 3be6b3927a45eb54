import type { CaptionsChange, StoredVideo, VideoCompletion } from './video.ts'

/** Stores uploaded videos, without their files. `PostRepository` attaches videos to posts. */
export type VideoRepository = {
  /** Schedules the removal of files at `dueAt`, unless a video claims them before. */
  scheduleRemovals(paths: readonly string[], dueAt: Date): Promise<void>
  /** Adds a video that claims its file, with the task to encode it if it is to be encoded. @throws upload_failed if the file is removed */
  add(video: StoredVideo): Promise<void>
  find(id: string): Promise<StoredVideo | undefined>
  /**
   * Stores the outcome of an encoding, with the removal of its task and of the uploaded file, and changes the post that shows the video.
   * Returns false if the video is gone or complete. @throws upload_failed if the new files are removed
   */
  complete(completion: VideoCompletion): Promise<boolean>
  /**
   * Sets or removes the captions of a video, and changes the post that shows it.
   * @throws media_not_found if the member has no such video, or may not see the post that shows it
   */
  setCaptions(change: CaptionsChange): Promise<StoredVideo>
  /** Returns the captions with this random part of their address. */
  readCaptions(random: string): Promise<string | undefined>
  /**
   * Deletes a batch of videos that were uploaded before `before` and have no post, or, if they are not older than `MAX_ORPHAN_AGE_MS`, whose
   * post an instance of an older version has deleted. Returns their number.
   */
  deleteUnused(before: Date, at: Date): Promise<number>
}
