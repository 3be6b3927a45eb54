import type { Post } from '../posts/post.ts'

/** Reads those of the posts that the viewer may see and whose authors the viewer does not mute. */
type ReadSharedPosts = (ids: readonly string[]) => Promise<Post[]>

/**
 * Replaces each share without a comment by the original with `sharedBy`, and adds `quotedPost` to each share with a comment. In the order
 * of `posts`; a share whose original the viewer may not see becomes undefined. A quoted post does not show what it quotes itself.
 */
export async function resolveShares(
  posts: readonly Post[],
  readSharedPosts: ReadSharedPosts,
): Promise<(Post | undefined)[]> {
  const originals = await readOriginals(posts, readSharedPosts)
  const ofPlainShares = posts.flatMap((post) => (isPlainShare(post) ? (originals.get(post.sharedPostId) ?? []) : []))
  const quotedByOriginals = await readOriginals(ofPlainShares, readSharedPosts)
  return posts.map((post) => {
    if (!isPlainShare(post)) return addQuotedPost(post, originals)
    const original = originals.get(post.sharedPostId)
    const sharedBy = { _id: post._id, user: post.user, createdAt: post.createdAt }
    return original && { ...addQuotedPost(original, quotedByOriginals), sharedBy }
  })
}

/** Leaves out posts that an earlier one of the page shows already, because several members shared them. */
export function leaveOutRepeatedPosts<ListedPost extends { _id: string }>(posts: readonly ListedPost[]): ListedPost[] {
  const ids = new Set<string>()
  return posts.filter(({ _id }) => !ids.has(_id) && ids.add(_id))
}

const isPlainShare = (post: Post): post is Post & { sharedPostId: string } =>
  post.sharedPostId !== null && post.content === ''

async function readOriginals(
  posts: readonly Post[],
  readSharedPosts: ReadSharedPosts,
): Promise<ReadonlyMap<string, Post>> {
  const ids = [...new Set(posts.flatMap(({ sharedPostId }) => sharedPostId ?? []))]
  const found = ids.length > 0 ? await readSharedPosts(ids) : []
  return new Map(found.map((post) => [post._id, post]))
}

const addQuotedPost = (post: Post, originals: ReadonlyMap<string, Post>): Post =>
  post.sharedPostId === null ? post : { ...post, quotedPost: originals.get(post.sharedPostId) ?? null }
