import type { PostView } from '@meadow/contracts'
import { api, type QueryClient } from '@meadow/web'
import { keys } from './keys.ts'
import { forgetNewPosts } from './new-posts.ts'
import { withLike } from './post-updates.ts'
import { changePost, findPost, removePost } from './posts.ts'

/** Asks for posts that may have moved, at most 50. Those that are not there any more go. */
export async function refreshPosts(cache: QueryClient, ids: readonly string[]): Promise<void> {
  const { posts } = await api('GET /posts', { query: { ids: ids.join(',') } })
  for (const post of posts) refreshPost(cache, post)
  const found = new Set(posts.map(({ _id }) => _id))
  for (const id of ids) if (!found.has(id)) losePost(cache, id)
}

/** Puts a fresh answer in the place of what is shown: not over what is newer, and not over a like on its way. */
export function refreshPost(cache: QueryClient, post: PostView): void {
  const before = findPost(cache, post._id) ?? cache.getQueryData<PostView>(keys.post(post._id))
  changePost(cache, post._id, (known) => (known.rev > post.rev ? known : keepLike(cache, known, post)))
  if (before && before.rev < post.rev) void cache.invalidateQueries({ queryKey: keys.comments(post._id) })
}

/** Somebody has deleted the post. Its own page, if shown, asks and hears so. */
export function losePost(cache: QueryClient, id: string): void {
  removePost(cache, id)
  forgetNewPosts(cache, [id])
  void cache.invalidateQueries({ queryKey: keys.post(id) })
}

/** A post as the server tells it, with the like that is shown already and on its way to the server. */
export function keepLike(cache: QueryClient, known: PostView, told: PostView): PostView {
  return cache.isMutating({ mutationKey: keys.liking(told._id) }) > 0 ? withLike(told, known.viewerLiked) : told
}
