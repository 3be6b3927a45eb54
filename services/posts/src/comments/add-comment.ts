import type { Actor } from '@meadow/contracts'
import { type ClientKey, DomainError } from '@meadow/service'
import { type FacetDeps, readTextFacets } from '../mentions/read-text-facets.ts'
import type { Comment } from '../posts/post.ts'
import type { NewComment } from './comment.ts'
import type { CommentRepository } from './comment-repository.ts'

export type AddCommentDeps = FacetDeps & { comments: CommentRepository; newId: (at: Date) => string; now: () => Date }

/**
 * Adds a comment to a post, or returns the comment that was added earlier under the same client key.
 * @throws post_not_found | comment_not_found | comment_not_allowed; forbidden when the account of `by` is not active; key_reused
 */
export async function addComment(
  { comments, newId, now, ...deps }: AddCommentDeps,
  by: Actor,
  input: Pick<NewComment, 'postId' | 'text' | 'parentId' | 'isModerator'>,
  key?: ClientKey,
): Promise<Comment> {
  const createdAt = now()
  const facets = await readTextFacets(deps, input.text, by)
  const newComment = { ...input, _id: newId(createdAt), eventId: newId(createdAt), by, facets, createdAt }
  const added = await comments.add(newComment, key)
  const comment =
    'repeatedId' in added ? await comments.find({ postId: input.postId, id: added.repeatedId }, by) : added.comment
  if (!comment) throw new DomainError('comment_not_found') // deleted since
  return comment
}

/**
 * Replaces the text of a comment, unless it was edited after `editedAt`.
 * @throws see `checkCommentEdit`
 */
export async function editComment(
  { comments, newId, now, ...deps }: AddCommentDeps,
  by: Actor,
  edit: { postId: string; commentId: string; text: string; editedAt: Date | null },
): Promise<void> {
  const at = now()
  const facets = await readTextFacets(deps, edit.text, by)
  await comments.edit({ ...edit, by, facets, at, eventId: newId(at) })
}
