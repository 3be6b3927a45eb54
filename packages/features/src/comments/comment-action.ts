import { type ApiResponse, type OutboxEntry, type OutboxKind, registerOutboxKind } from '@meadow/web'
import { addCachedComment } from '../cache/cached-posts.ts'
import { type CommentActionData, type CommentedPost, commentPlan } from '../outbox-plans.ts'
import { t } from '../texts.ts'

/** Comments on a post, which may still wait itself. While it waits, `WaitingComments` shows it below the post. */
export const commentAction: OutboxKind<CommentActionData, ApiResponse<'POST /posts/:id/comments'>> = {
  ...commentPlan,
  plan: (data, id) => ({ ...commentPlan.plan(data, id), description: t('waiting.comment', { text: data.text }) }),
  getSubject({ requests: [request] }) {
    const postId = request?.params?.['id']
    return typeof postId === 'string' ? `post ${postId}` : undefined // that of a waiting post is not known
  },
  settle: (cache, _entry, { post, comment }) => addCachedComment(cache, post, comment),
  describeRefusal: ({ code, message }) => (code === 'post_not_found' ? t('comments.postGone') : message),
}
registerOutboxKind(commentAction)

/** Returns true if the entry comments on this post. A reference to a waiting post becomes its id when that is published. */
export const isCommentOn = (post: CommentedPost, { requests }: OutboxEntry<CommentActionData>): boolean => {
  const id = requests[0]?.params?.['id']
  if (typeof post === 'string' || typeof id === 'string' || id === undefined) return id === post
  return 'fromEntry' in id && id.fromEntry === post.fromEntry
}
