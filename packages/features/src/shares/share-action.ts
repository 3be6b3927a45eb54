import type { PostView, QuotedPostView } from '@meadow/contracts/browser'
import { type ApiResponse, type OutboxKind, type QueryClient, registerOutboxKind } from '@meadow/web'
import { addCachedPost, replaceCachedPost, updateCachedPost } from '../cache/cached-posts.ts'
import { withViewerShare } from '../cache/post-updates.ts'
import { isPostQuery, queryKeys } from '../cache/query-keys.ts'
import { addWaitingCount } from '../cache/waiting-counts.ts'
import { type PublishPostActionData, planPublication } from '../posts/publish-post-action.ts'
import { t } from './share-texts.ts'

export type ShareActionData = { postId: string; isShared: boolean }

/** Shares a post without a comment, or ends that. The later choice for a post replaces the earlier one. */
export const shareAction: OutboxKind<ShareActionData, ApiResponse<'POST /posts/:id/share'> | { ok: true }> = {
  name: 'share',
  plan: ({ postId, isShared }, id) => ({
    lane: `post ${postId}`,
    replaceKey: `share ${postId}`,
    requests: [
      isShared
        ? { call: 'POST /posts/:id/share', params: { id: postId }, body: {}, key: id }
        : { call: 'DELETE /posts/:id/share', params: { id: postId } },
    ],
    description: t(isShared ? 'share.waiting' : 'share.waitingUndo'),
  }),
  isUndone: (earlier, later) => earlier.isShared !== later.isShared,
  show: (cache, { data: { postId, isShared } }) =>
    updateCachedPost(cache, postId, (post) => withViewerShare(post, isShared)),
  hide: (cache, { data: { postId, isShared } }) =>
    updateCachedPost(cache, postId, (post) => withViewerShare(post, !isShared)),
  isShownIn: isPostQuery,
  getSubject: ({ data: { postId } }) => `post ${postId}`,
  settle(cache, { data: { postId, isShared } }, response) {
    if ('post' in response) replaceCachedPost(cache, response.post)
    updateCachedPost(cache, postId, (post) => withViewerShare(post, isShared))
    markProfilesAsStale(cache)
  },
  describeRefusal: ({ code, message }) =>
    code === 'not_shareable' ? message : t(code === 'post_not_found' ? 'share.gone' : 'share.failed'),
  onRefusal: 'drop',
}
registerOutboxKind(shareAction)

/** `quoted` is what the composer shows of the post; an entry of an earlier version lacks it, and what else it did not know. */
export type QuoteActionData = PublishPostActionData & { postId: string; quoted?: QuotedPostView }

/** Shares a post with a comment, which is a post of its own. While it waits, `WaitingPosts` shows it above the feed. */
export const quoteAction: OutboxKind<QuoteActionData, ApiResponse<'POST /posts/:id/share'>> = {
  name: 'quote',
  plan: ({ postId, ...data }, id) => ({
    ...planPublication(data, id, { call: 'POST /posts/:id/share', params: { id: postId } }),
    description: t('share.waitingQuote', { text: data.content }),
  }),
  getSubject: ({ id }) => `new post ${id}`,
  settle(cache, { id, attempts }, { post, quote }) {
    replaceCachedPost(cache, post)
    if (!quote) return
    addCachedPost(cache, quote)
    addWaitingCount(cache, { actionId: id, memberId: quote.user._id, count: 'postCount', by: 1 })
    if (attempts > 1) void cache.invalidateQueries({ queryKey: queryKeys.profiles }) // it may have been counted twice
  },
  describeRefusal: ({ code, message }) => (code === 'post_not_found' ? t('share.gone') : message),
}
registerOutboxKind(quoteAction)

/** The lists of profiles, which show shares, are fetched again when they are next shown. */
const markProfilesAsStale = (cache: QueryClient) =>
  void cache.invalidateQueries({ queryKey: ['posts', 'list', 'by'], refetchType: 'none' })

/** Converts a post to what a post shows of it that shares it with a comment. */
export const toQuotedPost = ({
  _id,
  user,
  content,
  facets,
  pictures = [],
  createdAt,
  editedAt,
  pictureCover,
}: PostView): QuotedPostView => ({ _id, user, content, facets, pictures, createdAt, editedAt, pictureCover })
