import type { PostDraftView } from '@meadow/contracts'
import { MAX_DRAFTS } from '@meadow/contracts/limits'
import { DomainError } from '@meadow/service'
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

/** A deleted draft is remembered this long: longer than a change waits in the outbox of another device. */
export const DELETED_DRAFT_RETENTION_MS = 35 * 24 * 3_600_000

/** Returns the time of a change that a device reports, or now if its clock is ahead. */
export const toChangeTime = (changedAt: string, now: Date): Date =>
  new Date(Math.min(Date.parse(changedAt), now.getTime()))

/**
 * Decides whether to store the change of a draft. Returns false if the same change is stored already. `count` is the member's number of
 * drafts.
 * @throws draft_changed if another change, or the deletion, is as new or newer; draft_limit_reached if the draft is new and there are
 * `MAX_DRAFTS` of them
 */
export function mayStoreDraft(stored: StoredPostDraft | undefined, changed: PostDraft, count: number): boolean {
  if (stored && stored.changedAt.getTime() >= changed.changedAt.getTime()) {
    if (!isSameDraft(stored, changed)) throw createDraftChangedError(stored)
    return false
  }
  if ((!stored || stored.deletedAt) && count >= MAX_DRAFTS) throw new DomainError('draft_limit_reached')
  return true
}

/**
 * Decides whether to store the deletion of a draft, also of an unknown one, whose changes may come later. Returns false if a deletion as
 * new is stored. @throws draft_changed if the draft was changed later
 */
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
