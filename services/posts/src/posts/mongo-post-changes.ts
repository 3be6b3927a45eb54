import { createMongoMemberReadModel, findVisibleMembers, toActor, type Viewer } from '@meadow/members'
import { DomainError } from '@meadow/service'
import type { MongoDatabase } from '@meadow/storage'
import { type PostDocument, postsIn } from './mongo-post-collections.ts'
import type { ChangedPost } from './post.ts'

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

/** Increments of the counters, and the new newest likers or comments. */
type PostChange = { likesCount?: number; commentsCount?: number } & Partial<Pick<PostDocument, 'likes' | 'comments'>>

/**
 * Applies a change to a post, increments its `rev`, and returns its new state. Changes of one post are serialised: of two
 * concurrent transactions one fails with a write conflict and is retried.
 */
export async function applyPostChange(
  tx: MongoDatabase,
  _id: string,
  { likesCount = 0, commentsCount = 0, ...newest }: PostChange,
): Promise<ChangedPost> {
  const change = { $inc: { rev: 1, likesCount, commentsCount }, $set: newest }
  const post = await postsIn(tx).findOneAndUpdate({ _id }, change, { ...tx.operationOptions, returnDocument: 'after' })
  if (!post) throw new DomainError('post_not_found')
  return { ...post, comments: await addCommentAuthors(tx, post.comments) }
}

/** Adds their authors to the newest comments of a post. Leaves out comments of unknown members. */
export async function addCommentAuthors(
  tx: MongoDatabase,
  comments: PostDocument['comments'],
): Promise<ChangedPost['comments']> {
  const members = await createMongoMemberReadModel(tx).find([...new Set(comments.map(({ authorId }) => authorId))])
  return comments.flatMap(({ _id, authorId, text, createdAt }) => {
    const author = members.get(authorId)
    return author ? [{ _id, user: toActor(author), text, createdAt }] : []
  })
}
