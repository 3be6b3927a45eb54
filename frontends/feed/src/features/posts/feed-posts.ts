import { PAGE_SIZE } from '@meadow/contracts/limits'
import {
  type FeedScope,
  getNewPostIds,
  type PostListSource,
  queryKeys,
  removeNewPostIds,
  trimToFirstPage,
} from '@meadow/features'
import { api, type QueryClient } from '@meadow/web'
import { replaceReadPosts, retainReadPosts } from './retain-read-posts.ts'

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
