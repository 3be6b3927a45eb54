import { claimsToActor } from '@meadow/members'
import { type Caller, type ClientKey, newId } from '@meadow/service'
import { createPictureUnavailableError, type Post, parsePictureReference, toPostCreatedEvent } from './post.ts'
import type { PostRepository } from './post-repository.ts'

type PostDraft = { content: string; image: string | null; alt: string }

/**
 * Publishes what a member wrote, or answers what was published under the same key.
 * @throws invalid_request when its picture is not theirs, or used already; key_reused
 */
export async function createPost(
  { posts, now }: { posts: PostRepository; now: () => Date },
  caller: Caller,
  { content, image, alt }: PostDraft,
  key?: ClientKey,
): Promise<Post> {
  const author = claimsToActor(caller)
  const picture = image ? parsePictureReference(image, author._id) : undefined
  if (image && !picture) throw createPictureUnavailableError()
  const createdAt = now()
  const post = { _id: newId(createdAt), content, alt: picture ? alt : '', picture, createdAt }
  return posts.add(post, author, (address) => toPostCreatedEvent(post, author, address), key)
}
