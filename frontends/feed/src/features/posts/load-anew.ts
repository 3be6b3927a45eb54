import { forgetNewPosts, keepFirstPage, keys, newPosts } from '@meadow/features'
import type { QueryClient } from '@meadow/web'

/** Asks for the newest posts of every list that is shown, in the place of what is there. */
export async function loadAnew(cache: QueryClient): Promise<void> {
  const waiting = newPosts(cache)
  keepFirstPage(cache)
  await cache.invalidateQueries({ queryKey: keys.lists }, { throwOnError: true })
  forgetNewPosts(cache, waiting)
}
