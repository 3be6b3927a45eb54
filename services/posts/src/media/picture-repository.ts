import type { UploadedPicture } from './picture.ts'

/** What is known of uploaded pictures. Posts take and release pictures themselves. */
export type PictureRepository = {
  add(picture: UploadedPicture): Promise<void>
  /** Forgets a picture that no post took; its files are left to the sweep. */
  deleteUnattached(id: string, at: Date): Promise<void>
  /** Forgets some of the pictures that were uploaded for a post before `before` and nothing shows. Answers how many. */
  deleteUnusedPostPictures(before: Date, at: Date): Promise<number>
  /**
   * Forgets some of the pictures that were uploaded for a profile and that no profile has shown since `before`. Answers
   * how many.
   */
  deleteUnusedProfilePictures(before: Date, at: Date): Promise<number>
}
