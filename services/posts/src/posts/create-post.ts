import { type Actor, parsePictureAddress } from '@meadow/contracts'
import type { ClientKey } from '@meadow/service'
import { createPictureUnavailableError, type NewPost, type PictureReference, type Post } from './post.ts'
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

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Parses a picture id or URL. Returns undefined if it cannot be a picture of this author. */
export function parsePictureReference(image: string, authorId: string): PictureReference | undefined {
  if (UUID.test(image)) return { _id: image }
  const address = parsePictureAddress(image)
  if (address?.picture.ownerId !== authorId || address.narrower) return undefined
  return { random: address.picture.random }
}
