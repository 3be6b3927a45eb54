import type { PostView } from '@meadow/contracts/browser'
import { ApiError, api, type QueryClient } from '@meadow/web'
import { findCachedPost, removeCachedPost, removeNewPostIds, replaceCachedPost } from './cached-posts.ts'
import { queryKeys } from './query-keys.ts'

/** Refetches at most 50 posts that may have changed. Removes the posts that no longer exist. */
export async function refetchPosts(cache: QueryClient, ids: readonly string[]): Promise<void> {
  const { posts } = await api('GET /posts', { query: { ids: ids.join(',') } })
  for (const post of posts) applyFetchedPost(cache, post)
  const found = new Set(posts.map(({ _id }) => _id))
  for (const id of ids) if (!found.has(id)) dropDeletedPost(cache, id)
}

/** Writes a fetched post into the cache, unless the cached `rev` is higher. The outbox shows a waiting like again. */
export function applyFetchedPost(cache: QueryClient, post: PostView): void {
  const before = findCachedPost(cache, post._id) ?? cache.getQueryData<PostView>(queryKeys.post(post._id))
  replaceCachedPost(cache, post)
  if (before && before.rev < post.rev) void cache.invalidateQueries({ queryKey: queryKeys.comments(post._id) })
}

/** Removes a deleted post from the cache. Its page then shows 'Post not found', without another request. */
export function dropDeletedPost(cache: QueryClient, id: string): void {
  removeCachedPost(cache, id)
  removeNewPostIds(cache, [id])
  void setPostNotFound(cache, id)
}

async function setPostNotFound(cache: QueryClient, id: string): Promise<void> {
  const queryKey = queryKeys.post(id)
  await cache.cancelQueries({ queryKey }) // a response from before the deletion
  const error = new ApiError({ status: 404, code: 'post_not_found', message: 'Post not found' })
  cache.getQueryCache().find({ queryKey })?.setState({ status: 'error', error })
}
