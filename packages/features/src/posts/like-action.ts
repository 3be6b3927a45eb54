import { type ApiResponse, type OutboxKind, registerOutboxKind } from '@meadow/web'
import { replaceCachedPost, updateCachedPost } from '../cache/cached-posts.ts'
import { withViewerLike } from '../cache/post-updates.ts'
import { isPostQuery } from '../cache/query-keys.ts'
import { t } from '../texts.ts'

export type LikeActionData = { postId: string; isLiked: boolean }

/** Likes or unlikes a post. The later click on a post replaces the earlier one. */
export const likeAction: OutboxKind<LikeActionData, ApiResponse<'POST /posts/:id/like'>> = {
  name: 'like',
  toEntry: ({ postId, isLiked }) => ({
    lane: `post ${postId}`,
    replaceKey: `like ${postId}`,
    requests: [{ call: 'POST /posts/:id/like', params: { id: postId }, body: { state: isLiked } }],
  }),
  isUndone: (earlier, later) => earlier.isLiked !== later.isLiked,
  show: (cache, { data: { postId, isLiked } }) =>
    updateCachedPost(cache, postId, (post) => withViewerLike(post, isLiked)),
  hide: (cache, { data: { postId, isLiked } }) =>
    updateCachedPost(cache, postId, (post) => withViewerLike(post, !isLiked)),
  isShownIn: isPostQuery,
  applyResponse: (cache, _entry, { post }) => replaceCachedPost(cache, post),
  describe: ({ isLiked }) => t(isLiked ? 'waiting.like' : 'waiting.unlike'),
  describeRefusal: () => t('post.likeFailed'),
  onRefusal: 'drop',
}
registerOutboxKind(likeAction)
