import type { DomainEvent } from '@meadow/contracts'
import { MAX_POST_LIKES_IN_VIEW } from '@meadow/contracts/limits'
import type { BatchOutcome } from '@meadow/storage'
import { type ChangedPost, checkPostChange, type PostChangeContext } from '../posts/changed-post.ts'
import { type LikeChange, toLikeEvent } from './like.ts'

/** A request to set the like of a member to `state`, or to toggle it if `state` is undefined. */
export type LikeRequest = { change: LikeChange; state: boolean | undefined }

/** The database state for a request; `isLiker`: if the member likes the post. */
export type LikeContext = PostChangeContext & { isLiker: boolean }

type Liker = { memberId: string; createdAt: Date }

/** A post before a batch. `newestLikers` has those of a view and one more for each request, because each request may remove one. */
export type LikedPost = Omit<ChangedPost, 'likes'> & { newestLikers: readonly Liker[] }

/** The result of a request of a member who is not in the read model. */
export const UNKNOWN_MEMBER = 'unknown-member'
/** True if the member likes the post now. */
export type LikeResult = boolean | typeof UNKNOWN_MEMBER

export type LikeBatchPlan = {
  /** An outcome for each request, in their order. */
  outcomes: BatchOutcome<LikeResult>[]
  /** An event for each change, in their order. */
  events: DomainEvent[]
  rev: number
  likesCount: number
  /** Ids of the newest likers, newest first, as many as a view shows. */
  likes: string[]
  /** The likes to store. One replaces an earlier like of the same member. */
  added: Liker[]
  /** The ids of members who do not like the post after the batch. A like and an unlike in one batch have no stored like to delete. */
  removed: string[]
}

/**
 * Plans requests to like one post. They apply one after the other, as if each had a transaction of its own: a change has a
 * `rev` and an event with the state of the post after it, and the next request of the same member sees it. A request that
 * breaks a rule is refused alone. `post` is undefined if it does not exist.
 */
export function planLikeBatch(
  post: LikedPost | undefined,
  requests: readonly (LikeRequest & LikeContext)[],
): LikeBatchPlan {
  let current = post
  const events: DomainEvent[] = []
  const likes = new Map<string, Liker | undefined>()

  function apply({ change, state, isLiker, ...context }: LikeRequest & LikeContext): BatchOutcome<LikeResult> {
    if (context.memberState === undefined) return { value: UNKNOWN_MEMBER }
    const checked = checkPostChange(current, context)
    if ('error' in checked) return checked
    const memberId = change.by._id
    const wasLiked = likes.has(memberId) ? likes.get(memberId) !== undefined : isLiker
    const isLiked = state ?? !wasLiked
    if (isLiked !== wasLiked) {
      likes.set(memberId, isLiked ? { memberId, createdAt: change.at } : undefined)
      current = applyLike(checked.post, { memberId, createdAt: change.at }, isLiked)
      events.push(toLikeEvent(change, isLiked, toChangedPost(current)))
    }
    return { value: isLiked }
  }

  return {
    outcomes: requests.map(apply),
    events,
    rev: current?.rev ?? 0,
    likesCount: current?.likesCount ?? 0,
    likes: current ? toChangedPost(current).likes : [],
    added: [...likes.values()].filter((like) => like !== undefined),
    removed: [...likes].flatMap(([memberId, like]) => (like ? [] : [memberId])),
  }
}

function applyLike(post: LikedPost, liker: Liker, isLiked: boolean): LikedPost {
  const others = post.newestLikers.filter(({ memberId }) => memberId !== liker.memberId)
  const insertAt = others.findIndex((other) => isNewer(liker, other))
  return {
    ...post,
    rev: post.rev + 1,
    likesCount: post.likesCount + (isLiked ? 1 : -1),
    newestLikers: isLiked ? others.toSpliced(insertAt === -1 ? others.length : insertAt, 0, liker) : others,
  }
}

/** The order of likers in a post: newest first, then by id. */
const isNewer = (one: Liker, other: Liker): boolean => {
  const difference = one.createdAt.getTime() - other.createdAt.getTime()
  return difference > 0 || (difference === 0 && one.memberId < other.memberId)
}

const toChangedPost = ({ newestLikers, ...post }: LikedPost): ChangedPost => ({
  ...post,
  likes: newestLikers.slice(0, MAX_POST_LIKES_IN_VIEW).map(({ memberId }) => memberId),
})
