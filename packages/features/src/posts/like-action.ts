import { type ApiResponse, type OutboxKind, registerOutboxKind } from '@meadow/web'
import { replaceCachedPost, updateCachedPost } from '../cache/cached-posts.ts'
import { withViewerLike } from '../cache/post-updates.ts'
import { isPostQuery } from '../cache/query-keys.ts'
import { type LikeActionData, likePlan } from '../outbox-plans.ts'
import { t } from '../texts.ts'

/** Likes or unlikes a post. The later click on a post replaces the earlier one. */
export const likeAction: OutboxKind<LikeActionData, ApiResponse<'POST /posts/:id/like'>> = {
  ...likePlan,
  plan: (data, id) => ({
    ...likePlan.plan(data, id),
    description: t(data.isLiked ? 'waiting.like' : 'waiting.unlike'),
  }),
  isUndone: (earlier, later) => earlier.isLiked !== later.isLiked,
  show: (cache, { data: { postId, isLiked } }) =>
    updateCachedPost(cache, postId, (post) => withViewerLike(post, isLiked)),
  hide: (cache, { data: { postId, isLiked } }) =>
    updateCachedPost(cache, postId, (post) => withViewerLike(post, !isLiked)),
  isShownIn: isPostQuery,
  getSubject: ({ data: { postId } }) => `post ${postId}`,
  settle: (cache, _entry, { post }) => replaceCachedPost(cache, post),
  describeRefusal: () => t('post.likeFailed'),
  onRefusal: 'drop',
}
registerOutboxKind(likeAction)
