import type { PostDraftView } from '@meadow/contracts'
import { MAX_DRAFTS } from '@meadow/contracts/limits'
import { DomainError } from '@meadow/service'
import type { NewPostPicture, PostPicture } from '../posts/post.ts'
import { toPicturesView } from '../posts/post.ts'
import type { PostSettings } from '../posts/post-settings.ts'

/** A draft of a post as its author sees it. */
export type PostDraft = {
  _id: string
  content: string
  pictures: PostPicture[]
  settings: PostSettings
  changedAt: Date
}

/** A change of a draft by its author. `changedAt` is by the clock of the device, and never in the future. */
export type PostDraftChange = Omit<PostDraft, 'pictures'> & { memberId: string; pictures: readonly NewPostPicture[] }

/** The deletion of a draft as the author saw it at `changedAt`. `at` is the present. */
export type PostDraftDeletion = { _id: string; memberId: string; changedAt: Date; at: Date }

/** A draft that is stored. Of a deleted one only the time of its deletion is known. */
export type StoredPostDraft = PostDraft & { deletedAt: Date | null }

/** A deleted draft is remembered this long: longer than the change of another device can wait there. */
export const DELETED_DRAFT_RETENTION_MS = 35 * 24 * 3_600_000

/** Returns the time of a change that a device tells, or the present if its clock is ahead. */
export const toChangeTime = (changedAt: string, now: Date): Date =>
  new Date(Math.min(Date.parse(changedAt), now.getTime()))

/**
 * Returns true if the change of a draft is to be stored, and false if it was stored before.
 * @throws draft_changed if the stored draft was changed or deleted later; draft_limit_reached if `count` drafts are too many for one more
 */
export function mayStoreDraft(stored: StoredPostDraft | undefined, changed: PostDraft, count: number): boolean {
  if (stored && stored.changedAt.getTime() >= changed.changedAt.getTime()) {
    if (!isSameDraft(stored, changed)) throw createDraftChangedError(stored)
    return false
  }
  if ((!stored || stored.deletedAt) && count >= MAX_DRAFTS) throw new DomainError('draft_limit_reached')
  return true
}

/** Returns true if the draft is to be deleted, and false if it was deleted before. @throws draft_changed if it was changed later */
export function mayDeleteDraft(stored: StoredPostDraft | undefined, { changedAt }: PostDraftDeletion): boolean {
  if (stored?.deletedAt) return stored.changedAt.getTime() < changedAt.getTime()
  if (stored && stored.changedAt.getTime() > changedAt.getTime()) throw createDraftChangedError(stored)
  return true
}

const isSameDraft = (stored: StoredPostDraft, changed: PostDraft): boolean =>
  !stored.deletedAt &&
  stored.changedAt.getTime() === changed.changedAt.getTime() &&
  JSON.stringify(toComparable(stored)) === JSON.stringify(toComparable(changed))

const toComparable = ({ content, pictures, settings: { language, commentAudience, pictureCover } }: PostDraft) => [
  content,
  pictures.map(({ _id, alt }) => [_id, alt]),
  language,
  commentAudience,
  pictureCover && [pictureCover.kind, pictureCover.note],
]

const createDraftChangedError = (stored: StoredPostDraft): DomainError =>
  new DomainError('draft_changed', { draft: stored.deletedAt ? null : toPostDraftView(stored) })

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
