import { type ApiResponse, type OutboxKind, type QueryClient, registerOutboxKind } from '@meadow/web'
import { addCachedPost, replaceCachedPost, updateCachedPost } from '../cache/cached-posts.ts'
import { withViewerShare } from '../cache/post-updates.ts'
import { isPostQuery } from '../cache/query-keys.ts'
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

export type QuoteActionData = { postId: string; content: string }

/** Shares a post with a comment, which is a post of its own. */
export const quoteAction: OutboxKind<QuoteActionData, ApiResponse<'POST /posts/:id/share'>> = {
  name: 'quote',
  plan: ({ postId, content }, id) => ({
    lane: 'posts',
    requests: [{ call: 'POST /posts/:id/share', params: { id: postId }, body: { content }, key: id }],
    description: t('share.waitingQuote', { text: content }),
  }),
  getSubject: ({ id }) => `new post ${id}`,
  settle(cache, _entry, { post, quote }) {
    replaceCachedPost(cache, post)
    if (quote) addCachedPost(cache, quote)
  },
  describeRefusal: ({ code, message }) => (code === 'post_not_found' ? t('share.gone') : message),
}
registerOutboxKind(quoteAction)

/** The lists of profiles, which show shares, are fetched again when they are next shown. */
const markProfilesAsStale = (cache: QueryClient) =>
  void cache.invalidateQueries({ queryKey: ['posts', 'list', 'by'], refetchType: 'none' })
