import type { QueryClient } from '@meadow/web'
import { findCachedPost } from './cached-posts.ts'
import { queryKeys } from './query-keys.ts'

const NO_POST_IDS: readonly string[] = []

/** Returns the ids of posts that arrived while the member reads. The feed shows them on request only. */
export const getNewPostIds = (cache: QueryClient): readonly string[] =>
  cache.getQueryData<readonly string[]>(queryKeys.newPostIds) ?? NO_POST_IDS

export function addNewPostIds(cache: QueryClient, ids: readonly string[]): void {
  const known = getNewPostIds(cache)
  const added = ids.filter((id) => !known.includes(id) && !findCachedPost(cache, id))
  if (added.length > 0) cache.setQueryData(queryKeys.newPostIds, [...added, ...known])
}

export function removeNewPostIds(cache: QueryClient, ids: readonly string[]): void {
  const known = getNewPostIds(cache)
  const left = known.filter((id) => !ids.includes(id))
  if (left.length < known.length) cache.setQueryData(queryKeys.newPostIds, left)
}
