import { getNewPostIds, queryKeys, removeNewPostIds, trimToFirstPage } from '@meadow/features'
import type { QueryClient } from '@meadow/web'

/** Asks for the newest posts of every list that is shown, in the place of what is there. */
export async function reloadPostLists(cache: QueryClient): Promise<void> {
  const newPostIds = getNewPostIds(cache)
  trimToFirstPage(cache)
  await cache.invalidateQueries({ queryKey: queryKeys.postLists }, { throwOnError: true })
  removeNewPostIds(cache, newPostIds)
}
