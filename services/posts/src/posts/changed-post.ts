import type { Actor, PostSocketView, TextFacet } from '@meadow/contracts'
import type { Member } from '@meadow/members'
import { DomainError } from '@meadow/service'

/** One of the newest comments of a post, as everybody may see it. */
type ChangedPostComment = {
  _id: string
  user: Actor
  text: string
  facets: TextFacet[]
  createdAt: Date
  parentId: string | null
  editedAt: Date | null
}

/** The state of a post before or after a like or comment, as everybody may see it: the newest likers and the newest comments. */
export type ChangedPost = {
  authorId: string
  rev: number
  likes: string[]
  likesCount: number
  /** Oldest first. */
  comments: readonly ChangedPostComment[]
  commentsCount: number
  sharesCount: number
}

/** The database state for a member who likes or comments: the state of their account, undefined if unknown; if they may see the post. */
export type PostChangeContext = { memberState: Member['state'] | undefined; isVisible: boolean }

/**
 * Decides whether a member may like or comment on a post, which is undefined if it does not exist. Returns the post, or the
 * error: forbidden when the account is not active, whatever the post is; then post_not_found.
 */
export function checkPostChange<StoredPost>(
  post: StoredPost | undefined,
  { memberState, isVisible }: PostChangeContext,
): { post: StoredPost } | { error: DomainError } {
  if (memberState !== 'active') return { error: new DomainError('forbidden') }
  if (post === undefined || !isVisible) return { error: new DomainError('post_not_found') }
  return { post }
}

/** Converts the state of a post to the view that sockets show. */
export const toPostSocketView = ({
  likes,
  likesCount,
  comments,
  commentsCount,
  sharesCount,
}: ChangedPost): PostSocketView => ({
  likes,
  likesCount,
  comments: comments.map(({ _id, user, text, facets, createdAt, parentId, editedAt }) => ({
    _id,
    user,
    text,
    ...(facets.length > 0 && { facets }),
    createdAt: createdAt.toISOString(),
    ...(parentId && { parentId }),
    ...(editedAt && { editedAt: editedAt.toISOString() }),
  })),
  commentsCount,
  sharesCount,
})
