import type { PostView } from '@meadow/contracts'
import { api, type QueryClient } from '@meadow/web'
import { findCachedPost, removeCachedPost, updateCachedPost } from './cached-posts.ts'
import { removeNewPostIds } from './new-post-ids.ts'
import { withViewerLike } from './post-updates.ts'
import { queryKeys } from './query-keys.ts'

/** Asks for posts that may have moved, at most 50. Those that are not there any more go. */
export async function refetchPosts(cache: QueryClient, ids: readonly string[]): Promise<void> {
  const { posts } = await api('GET /posts', { query: { ids: ids.join(',') } })
  for (const post of posts) applyFetchedPost(cache, post)
  const found = new Set(posts.map(({ _id }) => _id))
  for (const id of ids) if (!found.has(id)) dropDeletedPost(cache, id)
}

/** Puts a fresh answer in the place of what is shown: not over what is newer, and not over a like on its way. */
export function applyFetchedPost(cache: QueryClient, post: PostView): void {
  const before = findCachedPost(cache, post._id) ?? cache.getQueryData<PostView>(queryKeys.post(post._id))
  updateCachedPost(cache, post._id, (known) => (known.rev > post.rev ? known : withPendingLike(cache, known, post)))
  if (before && before.rev < post.rev) void cache.invalidateQueries({ queryKey: queryKeys.comments(post._id) })
}

/** Somebody has deleted the post. Its own page, if shown, asks and hears so. */
export function dropDeletedPost(cache: QueryClient, id: string): void {
  removeCachedPost(cache, id)
  removeNewPostIds(cache, [id])
  void cache.invalidateQueries({ queryKey: queryKeys.post(id) })
}

/** A post as the server tells it, with the like that is shown already and on its way to the server. */
export function withPendingLike(cache: QueryClient, known: PostView, fetched: PostView): PostView {
  return cache.isMutating({ mutationKey: queryKeys.likeMutation(fetched._id) }) > 0
    ? withViewerLike(fetched, known.viewerLiked)
    : fetched
}
