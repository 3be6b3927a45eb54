import { getNewPostIds, queryKeys, removeNewPostIds, trimToFirstPage } from '@meadow/features'
import type { QueryClient } from '@meadow/web'

/** Replaces every visible post list by its newest page. @throws if a request fails */
export async function reloadPostLists(cache: QueryClient): Promise<void> {
  const newPostIds = getNewPostIds(cache)
  trimToFirstPage(cache)
  await cache.invalidateQueries({ queryKey: queryKeys.postLists }, { throwOnError: true })
  removeNewPostIds(cache, newPostIds)
}
