import { DomainError, type ErrorDetails } from './errors.ts'

/** A draft that is stored. A deleted one stays for a while without its contents, with the time of its deletion as `changedAt`. */
type StoredDraft = { changedAt: Date; deletedAt: Date | null }

/** Properties of one kind of drafts. */
type DraftKind<Stored, Draft> = {
  /** Drafts that a member may have. */
  max: number
  isSame: (stored: Stored, changed: Draft) => boolean
  /** Returns the newer version for the error; null is a deleted one. */
  toDetails: (stored: Stored | null) => ErrorDetails
}

/** A deleted draft is remembered this long: longer than a change waits in the outbox of another device. */
export const DELETED_DRAFT_RETENTION_MS = 35 * 24 * 3_600_000

/** Returns the time of a change that a device reports, or now if its clock is ahead. */
export const toChangeTime = (changedAt: string, now: Date): Date =>
  new Date(Math.min(Date.parse(changedAt), now.getTime()))

/**
 * Creates the rule of drafts, of which the newest change wins.
 *
 * `mayStore` decides whether to store a change. It returns false if the same change is stored already. `count` is the member's number
 * of drafts. It throws `draft_changed` if another change, or the deletion, is as new or newer, and `draft_limit_reached` if the draft
 * is new and there are `max` of them.
 *
 * `mayDelete` decides whether to store a deletion, also of an unknown draft, whose changes may come later. It returns false if a deletion
 * as new is stored, and throws `draft_changed` if the draft was changed later.
 */
export function createDraftRule<Stored extends StoredDraft, Draft extends { changedAt: Date }>({
  max,
  isSame,
  toDetails,
}: DraftKind<Stored, Draft>) {
  const createDraftChangedError = (stored: Stored) =>
    new DomainError('draft_changed', toDetails(stored.deletedAt ? null : stored))
  return {
    mayStore(stored: Stored | undefined, changed: Draft, count: number): boolean {
      if (stored && stored.changedAt.getTime() >= changed.changedAt.getTime()) {
        const isRepeat = stored.changedAt.getTime() === changed.changedAt.getTime() && !stored.deletedAt
        if (!isRepeat || !isSame(stored, changed)) throw createDraftChangedError(stored)
        return false
      }
      if ((!stored || stored.deletedAt) && count >= max) throw new DomainError('draft_limit_reached')
      return true
    },
    mayDelete(stored: Stored | undefined, { changedAt }: { changedAt: Date }): boolean {
      if (stored?.deletedAt) return stored.changedAt.getTime() < changedAt.getTime()
      if (stored && stored.changedAt.getTime() > changedAt.getTime()) throw createDraftChangedError(stored)
      return true
    },
  }
}
