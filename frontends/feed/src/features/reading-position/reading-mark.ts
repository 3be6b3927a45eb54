import type { PostView } from '@meadow/contracts/browser'

/** A post or share of the feed, with what decides about the mark. */
export type FeedEntry = Pick<PostView, '_id' | 'createdAt' | 'user'> & {
  sharedBy?: Pick<NonNullable<PostView['sharedBy']>, 'createdAt' | 'user'> | undefined
}

/** The beginning of a visit: the time of the newest post that it shows, and the position of the member before they saw that post. */
export type VisitStart = { newest: string; seenUntil: string | null }

const getTime = ({ sharedBy, createdAt }: FeedEntry): string => sharedBy?.createdAt ?? createdAt
const getMember = ({ sharedBy, user }: FeedEntry): string => (sharedBy?.user ?? user)._id

/** Returns the later one of two positions; null if there is none. */
export const getLaterPosition = (one: string | null, other: string | null): string | null =>
  (one ?? '') > (other ?? '') ? one : other

/** Finds the newest entry that the viewer did not post or share. */
export function findNewest(entries: readonly FeedEntry[], viewerId: string): { id: string; time: string } | undefined {
  const newest = entries.find((entry) => getMember(entry) !== viewerId)
  return newest && { id: newest._id, time: getTime(newest) }
}

/** Returns the beginning of the visit after the feed was loaded. Only newer posts begin another one: a deleted or muted post does not. */
export const toVisitStart = (known: VisitStart | null, newest: string, seenUntil: string | null): VisitStart =>
  known && known.newest >= newest ? known : { newest, seenUntil }

/**
 * Finds the first entry that the member had seen before the visit, and counts the newer ones of others above it. Returns undefined if
 * none is new, or if the member has seen none of the entries. `entries` are in the order of the feed, newest first.
 */
export function findLeftOff(
  entries: readonly FeedEntry[],
  { seenUntil }: VisitStart,
  viewerId: string,
): { id: string; newCount: number } | undefined {
  if (seenUntil === null) return undefined
  const index = entries.findIndex((entry) => getTime(entry) <= seenUntil)
  const newCount = entries.slice(0, index).filter((entry) => getMember(entry) !== viewerId).length
  const first = entries[index]
  return first && newCount > 0 ? { id: first._id, newCount } : undefined
}
