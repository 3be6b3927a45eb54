import { type Actor, parsePictureAddress } from '@meadow/contracts'
import type { ClientKey } from '@meadow/service'
import {
  createPictureUnavailableError,
  type NewPost,
  type NewPostPicture,
  type PictureField,
  type PictureReference,
  type Post,
} from './post.ts'
import { getPost, type PostRepository } from './post-repository.ts'

export type CreatePostDeps = { posts: PostRepository; newId: (at: Date) => string; now: () => Date }

/** `image` and `alt` are one picture without `pictures`. */
type PostDraft = {
  content: string
  image: string | null
  alt: string
  pictures: readonly { url: string; alt: string }[]
}

/**
 * Creates a post, or returns the post that was created earlier under the same client key.
 * @throws invalid_request when a picture is not an unused picture of the author; forbidden when the author's account is
 * not active; key_reused; post_not_found when the earlier post was deleted
 */
export async function createPost(
  { posts, newId, now }: CreatePostDeps,
  author: Actor,
  { content, image, alt, pictures }: PostDraft,
  key?: ClientKey,
): Promise<Post> {
  const createdAt = now()
  const post: NewPost = {
    _id: newId(createdAt),
    eventId: newId(createdAt),
    author,
    content,
    pictures: [
      ...(image ? [toNewPostPicture({ url: image, alt }, author, 'image')] : []),
      ...pictures.map((picture) => toNewPostPicture(picture, author, 'pictures')),
    ],
    createdAt,
  }
  const added = await posts.add(post, key)
  return 'repeatedId' in added ? getPost(posts, added.repeatedId, author) : added.post
}

function toNewPostPicture(
  { url, alt }: { url: string; alt: string },
  author: Actor,
  field: PictureField,
): NewPostPicture {
  const reference = parsePictureReference(url, author._id)
  if (!reference) throw createPictureUnavailableError(field)
  return { reference, alt, field }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Parses a picture id or URL. Returns undefined if it cannot be a picture of this author. */
export function parsePictureReference(image: string, authorId: string): PictureReference | undefined {
  if (UUID.test(image)) return { _id: image }
  const address = parsePictureAddress(image)
  if (address?.picture.ownerId !== authorId || address.narrower) return undefined
  return { random: address.picture.random }
}
