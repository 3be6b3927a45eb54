import type { Actor } from '@meadow/contracts'
import { type ClientKey, DomainError } from '@meadow/service'
import { type FacetDeps, readTextFacets } from '../mentions/read-text-facets.ts'
import type { Comment } from '../posts/post.ts'
import type { CommentRepository } from './comment-repository.ts'

export type AddCommentDeps = FacetDeps & { comments: CommentRepository; newId: (at: Date) => string; now: () => Date }

/**
 * Adds a comment to a post, or returns the comment that was added earlier under the same client key.
 * @throws post_not_found; forbidden when the account of `by` is not active; key_reused
 */
export async function addComment(
  { comments, mentionableMembers, newId, now }: AddCommentDeps,
  by: Actor,
  { postId, text }: { postId: string; text: string },
  key?: ClientKey,
): Promise<Comment> {
  const createdAt = now()
  const facets = await readTextFacets({ mentionableMembers }, text, by)
  const newComment = { _id: newId(createdAt), eventId: newId(createdAt), postId, by, text, facets, createdAt }
  const added = await comments.add(newComment, key)
  const comment = 'repeatedId' in added ? await comments.find(added.repeatedId, by) : added.comment
  if (!comment) throw new DomainError('post_not_found') // a comment is deleted only with its post
  return comment
}
