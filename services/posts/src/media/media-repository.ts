import type { UploadedPicture } from './picture.ts'

/** What is known of uploaded pictures, and which files wait to be removed. Posts take and release pictures themselves. */
export type MediaRepository = {
  add(picture: UploadedPicture): Promise<void>
  /**
   * Calls `remove` with some of the paths that are due at `at` and forgets those that it removed; the others come again
   * later and later. Answers how many were due.
   */
  removeDue(at: Date, remove: (path: string) => Promise<void>): Promise<{ due: number; failed: number }>
}
