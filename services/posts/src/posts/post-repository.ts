import type { Viewer } from '@meadow/members'
import { type ClientKey, DomainError } from '@meadow/service'
import type { NewPost, Post } from './post.ts'
import type { PostDeletion } from './post-deletion.ts'

/** The stored post, or the id of an earlier post whose client key was used again. */
export type AddedPost = { post: Post } | { repeatedId: string }

/** Stores posts. Each write appends its event to the outbox in the same transaction. */
export type PostRepository = {
  /** Finds those of the posts that `viewer` may see, in the order of `ids`. */
  findMany(ids: readonly string[], viewer: Viewer): Promise<Post[]>
  /** Returns true if moderators hide the post, and the member is its author. */
  isHiddenFromAuthor(id: string, memberId: string): Promise<boolean>
  /**
   * Stores a post. Stores nothing and returns the id of the earlier post if the client key was used before.
   * @throws invalid_request when a picture is not an unused picture of the author; forbidden when the author's account
   * is not active; key_reused
   */
  add(post: NewPost, key?: ClientKey): Promise<AddedPost>
  /**
   * Deletes a post with its likes, comments and pictures, and queues the files of the pictures for removal.
   * @throws post_not_found | not_your_post
   */
  delete(deletion: PostDeletion): Promise<void>
}

/**
 * Finds one post. @throws post_hidden to the author of a hidden post; post_not_found when it does not exist or `viewer` may not see it
 */
export async function getPost(posts: PostRepository, id: string, viewer: Viewer): Promise<Post> {
  const [post] = await posts.findMany([id], viewer)
  if (post) return post
  const isHidden = viewer && (await posts.isHiddenFromAuthor(id, viewer._id))
  throw new DomainError(isHidden ? 'post_hidden' : 'post_not_found')
}
