import { claimsActor } from '@meadow/members'
import { type Caller, type ClientKey, newId } from '@meadow/service'
import { created, nameOfPicture, type Post, pictureRefused } from './post.ts'
import type { PostRepository } from './post-repository.ts'

type Draft = { content: string; image: string | null; alt: string }

/**
 * Publishes what a member wrote, or answers what was published under the same key.
 * @throws invalid_request when its picture is not theirs, or used already; key_reused
 */
export async function publishPost(
  { posts, now }: { posts: PostRepository; now: () => Date },
  caller: Caller,
  { content, image, alt }: Draft,
  key?: ClientKey,
): Promise<Post> {
  const author = claimsActor(caller)
  const picture = image ? nameOfPicture(image, author._id) : undefined
  if (image && !picture) throw pictureRefused()
  const createdAt = now()
  const post = { _id: newId(createdAt), content, alt: picture ? alt : '', picture, createdAt }
  return posts.add(post, author, (address) => created(post, author, address), key)
}
