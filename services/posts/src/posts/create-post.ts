import type { Actor } from '@meadow/contracts'
import type { ClientKey } from '@meadow/service'
import { createPictureUnavailableError, type NewPost, type Post, parsePictureReference } from './post.ts'
import { getPost, type PostRepository } from './post-repository.ts'

export type CreatePostDeps = { posts: PostRepository; newId: (at: Date) => string; now: () => Date }

type PostDraft = { content: string; image: string | null; alt: string }

/**
 * Creates a post, or returns the post that was created earlier under the same client key.
 * @throws invalid_request when the picture is not an unused picture of the author; forbidden when the author's account is
 * not active; key_reused; post_not_found when the earlier post was deleted
 */
export async function createPost(
  { posts, newId, now }: CreatePostDeps,
  author: Actor,
  { content, image, alt }: PostDraft,
  key?: ClientKey,
): Promise<Post> {
  const picture = image ? parsePictureReference(image, author._id) : undefined
  if (image && !picture) throw createPictureUnavailableError()
  const createdAt = now()
  const post: NewPost = {
    _id: newId(createdAt),
    eventId: newId(createdAt),
    author,
    content,
    alt: picture ? alt : '',
    picture,
    createdAt,
  }
  const added = await posts.add(post, key)
  return 'repeatedId' in added ? getPost(posts, added.repeatedId, author) : added.post
}
