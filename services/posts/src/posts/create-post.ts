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

/** Fields of the request. `image` with `alt` is the short form of a single picture; a request has it or `pictures`, not both. */
type CreatePostInput = {
  content: string
  image: string | null
  alt: string
  pictures: readonly { url: string; alt: string }[]
}

/**
 * Creates a post, or returns the post that was created earlier under the same client key.
 * @throws invalid_request if a picture is not the author's or is in a post already; forbidden if the author's account is not
 * active; key_reused if the key belongs to another request; post_not_found if the earlier post was deleted
 */
export async function createPost(
  { posts, newId, now }: CreatePostDeps,
  author: Actor,
  { content, image, alt, pictures }: CreatePostInput,
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

/**
 * Parses a picture id or URL. Returns undefined for anything else, for the URL of a narrower copy, and for that of another
 * member's picture. The repository checks whose picture an id names.
 */
export function parsePictureReference(image: string, authorId: string): PictureReference | undefined {
  if (UUID.test(image)) return { _id: image }
  const address = parsePictureAddress(image)
  if (address?.picture.ownerId !== authorId || address.narrower) return undefined
  return { random: address.picture.random }
}
