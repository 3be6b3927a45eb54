import type { PostDraftView } from '@meadow/contracts'
import { MAX_DRAFTS } from '@meadow/contracts/limits'
import { createDraftRule } from '@meadow/service'
import type { NewPostPicture, PostPicture } from '../posts/post.ts'
import { toPicturesView } from '../posts/post.ts'
import type { PostSettings } from '../posts/post-settings.ts'

/** A draft of a post, with what is known of its pictures. */
export type PostDraft = {
  _id: string
  content: string
  pictures: PostPicture[]
  settings: PostSettings
  changedAt: Date
}

/** A change of a draft by its author. `changedAt` is by the clock of the device, and never in the future. */
export type PostDraftChange = Omit<PostDraft, 'pictures'> & { memberId: string; pictures: readonly NewPostPicture[] }

/** The deletion of a draft that the author last saw as of `changedAt`. `at` is now. */
export type PostDraftDeletion = { _id: string; memberId: string; changedAt: Date; at: Date }

/** A draft that is stored. A deleted one stays for a while without its contents, with the time of its deletion as `changedAt`. */
export type StoredPostDraft = PostDraft & { deletedAt: Date | null }

const toComparable = ({ content, pictures, settings: { language, commentAudience, pictureCover } }: PostDraft) => [
  content,
  pictures.map(({ _id, alt }) => [_id, alt]),
  language,
  commentAudience,
  pictureCover && [pictureCover.kind, pictureCover.note],
]

/** Converts a draft to its view in responses. */
export const toPostDraftView = ({ _id, content, pictures, settings, changedAt }: PostDraft): PostDraftView => ({
  _id,
  content,
  pictures: toPicturesView(pictures).pictures,
  ...(settings.language && { language: settings.language }),
  ...(settings.pictureCover && { pictureCover: settings.pictureCover }),
  commentAudience: settings.commentAudience,
  changedAt: changedAt.toISOString(),
})

/** The rule of drafts of posts. */
export const { mayStore: mayStoreDraft, mayDelete: mayDeleteDraft } = createDraftRule<StoredPostDraft, PostDraft>({
  max: MAX_DRAFTS,
  isSame: (stored, changed) => JSON.stringify(toComparable(stored)) === JSON.stringify(toComparable(changed)),
  toDetails: (stored) => ({ draft: stored && toPostDraftView(stored) }),
})

/** Returns the pictures that a draft refers to, in its order, without those that are no longer there. */
export const toDraftPictures = (
  references: readonly { _id: string; alt: string }[],
  stored: readonly (Omit<PostPicture, 'alt'> & { postId: string | null })[],
): PostPicture[] =>
  references.flatMap(({ _id, alt }) => {
    const found = stored.find((one) => one._id === _id && one.postId === null)
    if (!found) return []
    const { ownerId, random, width, height, placeholder, narrower } = found
    return { _id, ownerId, random, width, height, placeholder, narrower, alt }
  })
