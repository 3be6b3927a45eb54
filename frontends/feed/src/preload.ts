import { createPostListQuery } from '@meadow/features'
import { matchPath, type PreloadPage } from '@meadow/web'
import { createFeedSource } from './features/posts/feed-posts.ts'
import { loadBookmarksPage, loadDiscoverPage, loadSearchPage, loadTagPage } from './pages/lazy-pages.tsx'
import { loadPostPage } from './pages/lazy-post-page.tsx'
import { readFeedScope } from './pages/use-feed-visit.ts'

/** Fetches the first posts, unless they are cached, or the code of the post page, whose post mostly is in a cached list. */
export const preload: PreloadPage = async (pathname, { cache, user }) => {
  if (matchPath('/post/:id', pathname)) return loadPostPage()
  if (matchPath('/search', pathname)) return loadSearchPage()
  if (matchPath('/bookmarks', pathname)) return loadBookmarksPage()
  if (matchPath('/discover', pathname)) return loadDiscoverPage()
  if (matchPath('/tag/:tag', pathname)) return loadTagPage()
  return cache.prefetchInfiniteQuery(createPostListQuery(createFeedSource(readFeedScope(cache, user))))
}
