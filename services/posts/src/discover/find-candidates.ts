import type { MemberReadModel } from '@meadow/members'
import { DISCOVER_PERIOD_MS, type DiscoverCandidate } from './discover.ts'
import type { DiscoverLike, DiscoverMember, DiscoverRepository } from './discover-repository.ts'

/** The numbers of rows that one visit reads at most. */
const MAX_RECENT_POSTS = 500
const MAX_FOLLOWED = 100
const MAX_LIKES_OF_FOLLOWED = 5
const MAX_OWN_LIKES = 30
const MAX_LIKERS = 20
const MAX_SIMILAR_MEMBERS = 20
const MAX_LIKES_OF_SIMILAR = 10
const MAX_POSTS_OF_TAG = 10
/** Likes in common from which on two members are similar. One popular post makes nobody similar. */
const MIN_SHARED_LIKES = 2

type CandidateDeps = { discover: DiscoverRepository; members: Pick<MemberReadModel, 'listFollowing'> }

/**
 * Finds the posts among which Discover chooses for a member: recent ones, those that followed members or members with similar likes
 * like, and those with followed tags.
 */
export async function findCandidates(
  { discover, members }: CandidateDeps,
  viewer: DiscoverMember,
  now: Date,
): Promise<DiscoverCandidate[]> {
  const since = new Date(now.getTime() - DISCOVER_PERIOD_MS)
  const followedIds = await members.listFollowing(viewer._id, MAX_FOLLOWED)
  const [recent, likesOfFollowed, likesOfSimilar, tagged] = await Promise.all([
    discover.listRecentPosts(viewer, since, MAX_RECENT_POSTS),
    findLikesOfFollowed(discover, viewer, followedIds, since),
    findLikesOfSimilar(discover, viewer, followedIds, since),
    discover.listPostsOfFollowedTags(viewer._id, since, MAX_POSTS_OF_TAG),
  ])
  const recentIds = new Set(recent.map(({ _id }) => _id))
  const otherIds = [...likesOfFollowed, ...likesOfSimilar, ...tagged].flatMap(({ postId }) =>
    recentIds.has(postId) ? [] : [postId],
  )
  const others = await discover.findPosts(viewer, [...new Set(otherIds)], since)
  const followedLikers = Map.groupBy(likesOfFollowed, ({ postId }) => postId)
  const similarLikers = Map.groupBy(likesOfSimilar, ({ postId }) => postId)
  const tags = new Map(tagged.map(({ postId, tag }) => [postId, tag]))
  return [...recent, ...others].map((post) => ({
    ...post,
    likedByFollowed: (followedLikers.get(post._id) ?? []).map(({ memberId }) => memberId),
    likedBySimilar: similarLikers.get(post._id)?.length ?? 0,
    followedTag: tags.get(post._id),
  }))
}

async function findLikesOfFollowed(
  discover: DiscoverRepository,
  viewer: DiscoverMember,
  followedIds: readonly string[],
  since: Date,
): Promise<DiscoverLike[]> {
  const muted = await discover.findMuted(viewer, followedIds)
  const likers = followedIds.filter((id) => !muted.has(id))
  return discover.listLikesOfMembers(likers, since, MAX_LIKES_OF_FOLLOWED)
}

/** Finds the likes of the members who share most likes with the viewer. Followed members count by themselves. */
async function findLikesOfSimilar(
  discover: DiscoverRepository,
  viewer: DiscoverMember,
  followedIds: readonly string[],
  since: Date,
): Promise<DiscoverLike[]> {
  const own = await discover.listLikesOfMembers([viewer._id], since, MAX_OWN_LIKES)
  const likes = await discover.listLikesOfPosts(
    own.map(({ postId }) => postId),
    MAX_LIKERS,
  )
  const known = new Set([viewer._id, ...followedIds])
  const shared = [...Map.groupBy(likes, ({ memberId }) => memberId)]
    .filter(([memberId, { length }]) => length >= MIN_SHARED_LIKES && !known.has(memberId))
    .toSorted(([one, ofOne], [other, ofOther]) => ofOther.length - ofOne.length || (one < other ? -1 : 1))
  const similarIds = shared.slice(0, MAX_SIMILAR_MEMBERS).map(([memberId]) => memberId)
  const [visible, muted] = await Promise.all([
    discover.findMembers(viewer, similarIds),
    discover.findMuted(viewer, similarIds),
  ])
  return discover.listLikesOfMembers(
    similarIds.filter((id) => visible.has(id) && !muted.has(id)),
    since,
    MAX_LIKES_OF_SIMILAR,
  )
}
