import { PAGE_SIZE } from '@meadow/contracts/limits'
import {
  addNewPostIds,
  applyFetchedPost,
  type FeedScope,
  getNewPostIds,
  type PostListData,
  type PostListSource,
  queryKeys,
  removeNewPostIds,
  trimToFirstPage,
} from '@meadow/features'
import { type ApiResponse, api, type QueryClient, readRestoredForMs } from '@meadow/web'

/** Creates the source of a feed scope, newest first. It never refetches by itself; each visit reloads it. */
export const createFeedSource = (scope: FeedScope): PostListSource => ({
  queryKey: queryKeys.postList(scope),
  fetchPage: async ({ cursor, signal, cache }) => {
    const page = await api('GET /posts', { query: { scope, limit: PAGE_SIZE.posts, cursor }, signal })
    return cursor === null ? retainReadPosts(cache, scope, page) : page
  },
  staleTime: Infinity,
})

/** Replaces every visible post list by its newest page. @throws if a request fails */
export async function reloadPostLists(cache: QueryClient): Promise<void> {
  const newPostIds = getNewPostIds(cache)
  trimToFirstPage(cache)
  await replaceReadPosts(() => cache.invalidateQueries({ queryKey: queryKeys.postLists }, { throwOnError: true }))
  removeNewPostIds(cache, newPostIds)
}

/** After this time somebody may be reading a feed that an earlier visit has stored, although they have not scrolled. */
const READING_AFTER_MS = 3_000

let reloadCount = 0

/** Runs a reload that the member has asked for: its posts replace those of any feed. */
async function replaceReadPosts(reload: () => Promise<void>): Promise<void> {
  reloadCount += 1
  try {
    await reload()
  } finally {
    reloadCount -= 1
  }
}

type PostPage = ApiResponse<'GET /posts'>

/**
 * Returns the first page that the feed shows after a fetch: the fetched one, unless the member reads a feed of an earlier
 * visit. That list does not move: its posts are updated, and new ones wait behind the pill.
 */
function retainReadPosts(cache: QueryClient, scope: FeedScope, fetched: PostPage): PostPage {
  if (!isStoredFeedBeingRead(cache, scope)) return fetched
  for (const post of fetched.posts) applyFetchedPost(cache, post)
  addNewPostIds(
    cache,
    fetched.posts.map(({ _id }) => _id),
  )
  return cache.getQueryData<PostListData>(queryKeys.postList(scope))?.pages[0] ?? fetched
}

function isStoredFeedBeingRead(cache: QueryClient, scope: FeedScope): boolean {
  const queryKey = queryKeys.postList(scope)
  const query = cache.getQueryCache().find({ queryKey })
  const restoredForMs = readRestoredForMs(cache, queryKey, Date.now())
  if (!query?.isActive() || restoredForMs === undefined) return false
  if (reloadCount > 0) return false
  return scrollY > 0 || restoredForMs > READING_AFTER_MS
}
