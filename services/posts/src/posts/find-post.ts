import type { Viewer } from '@meadow/members'
import { DomainError } from '@meadow/service'
import type { Post } from './post.ts'
import type { PostRepository } from './post-repository.ts'

/** @throws post_not_found when it is not there for this viewer */
export async function getPost({ posts }: { posts: PostRepository }, id: string, viewer: Viewer): Promise<Post> {
  const [post] = await posts.findMany([id], viewer)
  if (!post) throw new DomainError('post_not_found')
  return post
}
