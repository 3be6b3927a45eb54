import { createMongoMemberReadModel, findVisibleMembers, toActor, type Viewer } from '@meadow/members'
import { DomainError } from '@meadow/service'
import type { MongoDatabase } from '@meadow/storage'
import type { ChangedPost } from './changed-post.ts'
import { type PostDocument, postsIn } from './mongo-post-collections.ts'

/** Finds the fields of a post that a change needs. @throws post_not_found when `viewer` may not see it */
export async function findVisiblePost(
  mongo: MongoDatabase,
  _id: string,
  viewer: Viewer,
): Promise<Pick<PostDocument, 'authorId' | 'alt' | 'picture' | 'pictures' | 'rev'>> {
  const projection = { authorId: 1, alt: 1, picture: 1, pictures: 1, rev: 1 }
  const post = await postsIn(mongo).findOne({ _id }, { ...mongo.operationOptions, projection })
  if (!post || !(await findVisibleMembers(mongo, viewer, [post.authorId])).size) throw new DomainError('post_not_found')
  return post
}

/** Returns the state of a stored post, with the authors of its newest comments. Leaves out comments of unknown members. */
export async function toChangedPost(tx: MongoDatabase, post: PostDocument): Promise<ChangedPost> {
  const { authorId, rev, likes, likesCount, commentsCount } = post
  const members = await createMongoMemberReadModel(tx).find([...new Set(post.comments.map((one) => one.authorId))])
  const comments = post.comments.flatMap(({ _id, authorId, text, createdAt }) => {
    const author = members.get(authorId)
    return author ? [{ _id, user: toActor(author), text, createdAt }] : []
  })
  return { authorId, rev, likes, likesCount, comments, commentsCount }
}
