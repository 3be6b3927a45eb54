import type { QueryClient } from '@meadow/web'
import { keys } from './keys.ts'
import { findPost } from './posts.ts'

const NONE: readonly string[] = []

/** Posts that came while one reads: told of, and not shown before one wants them. */
export const newPosts = (cache: QueryClient): readonly string[] =>
  cache.getQueryData<readonly string[]>(keys.newPosts) ?? NONE

export function noteNewPosts(cache: QueryClient, ids: readonly string[]): void {
  const known = newPosts(cache)
  const added = ids.filter((id) => !known.includes(id) && !findPost(cache, id))
  if (added.length > 0) cache.setQueryData(keys.newPosts, [...added, ...known])
}

export function forgetNewPosts(cache: QueryClient, ids: readonly string[]): void {
  const known = newPosts(cache)
  const left = known.filter((id) => !ids.includes(id))
  if (left.length < known.length) cache.setQueryData(keys.newPosts, left)
}
