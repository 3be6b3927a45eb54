import type { Member, Viewer } from '@meadow/members'
import type { DiscoverEntry, DiscoverExclusion, DiscoverPost } from './discover.ts'

export type DiscoverMember = NonNullable<Viewer>

/** A like of a post by a member. */
export type DiscoverLike = { memberId: string; postId: string }

/** The posts of one visit of a member, in their order. */
export type DiscoverSnapshot = { _id: string; memberId: string; entries: readonly DiscoverEntry[]; createdAt: Date }

/**
 * Reads what Discover ranks, and stores the visits and exclusions of members. Each read is of a bounded number of rows. Posts are as
 * `DiscoverPost` says; posts with covered pictures and shares without a comment are not among them.
 */
export type DiscoverRepository = {
  /** Returns posts since a time, newest first, among the newest `MAX_SCANNED_POSTS` of all members. */
  listRecentPosts(viewer: DiscoverMember, since: Date, limit: number): Promise<DiscoverPost[]>
  /** Returns those of the posts that Discover may show and that are not older than `since`, in no order. */
  findPosts(viewer: DiscoverMember, ids: readonly string[], since: Date): Promise<DiscoverPost[]>
  /** Returns the newest likes of each member since a time, at most `limit` of each; each member's newest first. */
  listLikesOfMembers(memberIds: readonly string[], since: Date, limit: number): Promise<DiscoverLike[]>
  /** Returns the newest likes of each post, at most `limit` of each. */
  listLikesOfPosts(postIds: readonly string[], limit: number): Promise<DiscoverLike[]>
  /** Returns the newest posts since a time with each tag that the member follows: of at most `MAX_READ_TAGS` tags, `limit` of each. */
  listPostsOfFollowedTags(memberId: string, since: Date, limit: number): Promise<DiscoverTaggedPost[]>
  /** Returns those of the members whom the viewer can see. */
  findMembers(
    viewer: DiscoverMember,
    ids: readonly string[],
  ): Promise<Map<string, Pick<Member, '_id' | 'username' | 'fullName' | 'avatar' | 'isVerified'>>>
  /** Returns those of the members whom the viewer mutes. */
  findMuted(viewer: DiscoverMember, memberIds: readonly string[]): Promise<Set<string>>
  /** Stores a snapshot. The newest `MAX_SNAPSHOTS` of a member remain. */
  addSnapshot(snapshot: DiscoverSnapshot): Promise<void>
  findSnapshot(memberId: string, id: string): Promise<DiscoverSnapshot | undefined>
  /** Deletes a batch of older snapshots. Returns true if there may be more. */
  deleteSnapshots(before: Date): Promise<boolean>
  /** Lists the exclusions of a member, newest first. */
  listExclusions(memberId: string): Promise<DiscoverExclusion[]>
  /** Stores an exclusion, unless the member has `MAX_DISCOVER_EXCLUSIONS`. Returns true if it is stored now. */
  addExclusion(memberId: string, exclusion: DiscoverExclusion, at: Date): Promise<boolean>
  removeExclusion(memberId: string, exclusion: DiscoverExclusion): Promise<void>
}

type DiscoverTaggedPost = { tag: string; postId: string }

export const MAX_SCANNED_POSTS = 1_000
export const MAX_READ_TAGS = 50
/** A member can read Discover in so many tabs and on so many devices at once. */
export const MAX_SNAPSHOTS = 5
export const SNAPSHOT_BATCH_SIZE = 500
