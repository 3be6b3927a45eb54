import type { PostView } from '@meadow/contracts/browser'
import { type OutboxKind, type QueryClient, registerOutboxKind } from '@meadow/web'
import { updateCachedPost } from '../cache/cached-posts.ts'
import { isPostQuery } from '../cache/query-keys.ts'
import { bookmarkKeys } from './bookmark-keys.ts'
import { t } from './bookmark-texts.ts'

/** Without `folder`, a bookmark stays where it is. */
export type BookmarkActionData = { postId: string; isBookmarked: boolean; folder?: string }

/** Bookmarks a post, moves its bookmark, or removes it. The later choice for a post replaces the earlier one. */
export const bookmarkAction: OutboxKind<BookmarkActionData> = {
  name: 'bookmark',
  plan: ({ postId, isBookmarked, folder }) => ({
    lane: `post ${postId}`,
    replaceKey: `bookmark ${postId}`,
    requests: [
      isBookmarked
        ? { call: 'POST /posts/:id/bookmark', params: { id: postId }, body: folder === undefined ? {} : { folder } }
        : { call: 'DELETE /posts/:id/bookmark', params: { id: postId } },
    ],
    description: t(isBookmarked ? 'bookmark.waiting' : 'bookmark.waitingRemoval'),
  }),
  isUndone: (earlier, later) => earlier.isBookmarked !== later.isBookmarked && later.folder === undefined,
  show: (cache, { data: { postId, isBookmarked } }) =>
    updateCachedPost(cache, postId, (post) => withBookmark(post, isBookmarked)),
  hide: (cache, { data: { postId, isBookmarked } }) =>
    updateCachedPost(cache, postId, (post) => withBookmark(post, !isBookmarked)),
  isShownIn: isPostQuery,
  getSubject: ({ data: { postId } }) => `post ${postId}`,
  settle(cache, { data: { postId, isBookmarked } }) {
    updateCachedPost(cache, postId, (post) => withBookmark(post, isBookmarked))
    refetchBookmarks(cache)
  },
  describeRefusal: ({ code, message }) => (code === 'folder_limit_reached' ? message : t('bookmark.failed')),
  onRefusal: 'drop',
}
registerOutboxKind(bookmarkAction)

/** Returns the post with the bookmark of the viewer added or removed. */
const withBookmark = (post: PostView, isBookmarked: boolean): PostView =>
  (post.viewerBookmarked ?? false) === isBookmarked ? post : { ...post, viewerBookmarked: isBookmarked }

function refetchBookmarks(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: bookmarkKeys.posts().slice(0, 3) })
  void cache.invalidateQueries({ queryKey: bookmarkKeys.folders })
}
