import { type DomainEvent, events } from '@meadow/contracts'
import { MAX_MUTED_POSTS, MAX_MUTED_TAGS } from '@meadow/contracts/limits'
import { createEvent } from '@meadow/events'
import type { MutedWord } from '@meadow/members'
import { DomainError } from '@meadow/service'

/** A post with its comments, or a tag. `target` is the id of the post, or the tag. */
export type MutedTarget = { kind: 'post' | 'tag'; target: string }

/** The wish of a member to mute something until a time (null: until they take it back), or (false) no longer. */
export type ContentMuteChange = MutedTarget & {
  memberId: string
  wanted: { until: Date | null } | false
  at: Date
  eventId: string
}

/** A mute as it is stored. */
export type StoredContentMute = { version: number; until: Date | null }

/** Words, posts and tags that a member mutes. Words may have ended. */
export type MutedContent = {
  words: readonly MutedWord[]
  content: readonly (MutedTarget & { until: Date | null })[]
}

/** Stores which posts and tags members mute. */
export type MutedContentRepository = {
  /** Applies `planContentMute`, and stores its result with the event in one transaction. @throws content_mute_limit_reached */
  change(change: ContentMuteChange): Promise<void>
  /** Returns all that a member mutes at a time, newest mute first, with the copy of the words that social stores. */
  find(memberId: string, at: Date): Promise<MutedContent>
}

const LIMITS = { post: MAX_MUTED_POSTS, tag: MAX_MUTED_TAGS }

/**
 * Decides about a wish. `known` is the stored mute, if there is one that acts; `otherCount` the number of others of its kind that act.
 * Returns undefined if the state is already as wanted. The version grows with every change, also after the mute was deleted: it is
 * the time in milliseconds. @throws content_mute_limit_reached
 */
export function planContentMute(
  { kind, target, memberId, wanted, at, eventId }: ContentMuteChange,
  { known, otherCount }: { known: StoredContentMute | undefined; otherCount: number },
): { mute: StoredContentMute | undefined; event: DomainEvent } | undefined {
  if (!wanted && !known) return undefined
  if (wanted && known && known.until?.getTime() === wanted.until?.getTime()) return undefined
  if (wanted && otherCount >= LIMITS[kind]) throw new DomainError('content_mute_limit_reached')
  const version = Math.max(at.getTime(), (known?.version ?? 0) + 1)
  const until = wanted ? wanted.until : at
  const data = { isMuted: wanted !== false, until: until?.toISOString() ?? null, rev: version }
  const envelope = { source: 'posts', subject: memberId, id: eventId, time: at }
  return {
    mute: wanted ? { version, until } : undefined,
    event:
      kind === 'post'
        ? createEvent(events.postMuted, { ...envelope, data: { ...data, postId: target } })
        : createEvent(events.tagMuted, { ...envelope, data: { ...data, tag: target } }),
  }
}
