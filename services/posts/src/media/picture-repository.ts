import type { UploadedPicture } from './picture.ts'

/** Stores uploaded pictures, without their files. `PostRepository` attaches pictures to posts. */
export type PictureRepository = {
  add(picture: UploadedPicture): Promise<void>
  /** Deletes a picture that no post shows, and queues its files for removal. */
  deleteUnattached(id: string, at: Date): Promise<void>
  /** Deletes a batch of unused pictures that were uploaded for a post before `before`. Returns their number. */
  deleteUnusedPostPictures(before: Date, at: Date): Promise<number>
  /** Deletes a batch of pictures that were uploaded for a profile and not shown since `before`. Returns their number. */
  deleteUnusedProfilePictures(before: Date, at: Date): Promise<number>
}
