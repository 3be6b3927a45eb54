import type { Post } from '../posts/post.ts'

/** Reads the given posts, without those that the viewer may not see and those of muted authors. */
type ReadSharedPosts = (ids: readonly string[]) => Promise<Post[]>

/**
 * Replaces each plain share, which has no text, with its original and `sharedBy`, and adds `quotedPost` to each share with a text. Keeps
 * the order of `posts`. Without an original, a plain share becomes undefined, and a quote has null as `quotedPost`. Quotes are expanded one
 * level deep.
 */
export async function resolveShares(
  posts: readonly Post[],
  readSharedPosts: ReadSharedPosts,
): Promise<(Post | undefined)[]> {
  const originals = await readOriginals(posts, readSharedPosts)
  const originalsOfPlainShares = posts.flatMap((post) =>
    isPlainShare(post) ? (originals.get(post.sharedPostId) ?? []) : [],
  )
  const quotedByOriginals = await readOriginals(originalsOfPlainShares, readSharedPosts)
  return posts.map((post) => {
    if (!isPlainShare(post)) return addQuotedPost(post, originals)
    const original = originals.get(post.sharedPostId)
    const sharedBy = { _id: post._id, user: post.user, createdAt: post.createdAt }
    return original && { ...addQuotedPost(original, quotedByOriginals), sharedBy }
  })
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
