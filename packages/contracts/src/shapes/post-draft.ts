import * as z from 'zod'
import { MAX_PICTURES } from '../limits.ts'
import { Id, Timestamp } from '../text.ts'
import { MediaView, PictureCover } from './post.ts'

/** The version of a draft that a post was made of. */
export const DraftReference = z.object({ id: Id, changedAt: Timestamp })

/** A post that its author has not published. `changedAt` is the time of the last change, by the clock of the device that made it. */
export const PostDraftView = z.object({
  _id: Id,
  content: z.string(),
  pictures: z.array(MediaView).max(MAX_PICTURES),
  language: z.string().optional(),
  pictureCover: PictureCover.optional(),
  commentAudience: z.string(),
  changedAt: Timestamp,
})
export type PostDraftView = z.infer<typeof PostDraftView>
