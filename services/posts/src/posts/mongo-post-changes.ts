import type { Actor, PostSocketView } from '@meadow/contracts'
import { createMongoMemberReadModel, findVisibleMembers, type Viewer } from '@meadow/members'
import { DomainError } from '@meadow/service'
import type { MongoDatabase } from '@meadow/storage'
import { type PostDocument, postsIn } from './mongo-post-collections.ts'
import type { ChangedPost } from './post.ts'

/** Whose post it is, and what of it a change may need. @throws post_not_found when `viewer` may not see it */
export async function findVisiblePost(
  mongo: MongoDatabase,
  _id: string,
  viewer: Viewer,
): Promise<Pick<PostDocument, 'authorId' | 'picture' | 'rev'>> {
  const projection = { authorId: 1, picture: 1, rev: 1 }
  const post = await postsIn(mongo).findOne({ _id }, { ...mongo.operationOptions, projection })
  if (!post || !(await findVisibleMembers(mongo, viewer, [post.authorId])).size) throw new DomainError('post_not_found')
  return post
}

/** What a change adds to the counts, and what is the newest now. */
type PostChange = { likesCount?: number; commentsCount?: number } & Partial<Pick<PostDocument, 'likes' | 'comments'>>

/**
 * Counts a change of a post; answers what everybody may see of it now. Two changes of a post never pass each other: of two
 * transactions that write to it one comes again.
 */
export async function applyPostChange(
  tx: MongoDatabase,
  _id: string,
  { likesCount = 0, commentsCount = 0, ...newest }: PostChange,
): Promise<ChangedPost> {
  const change = { $inc: { rev: 1, likesCount, commentsCount }, $set: newest }
  const post = await postsIn(tx).findOneAndUpdate({ _id }, change, { ...tx.operationOptions, returnDocument: 'after' })
  if (!post) throw new DomainError('post_not_found')
  const { authorId, rev, likes } = post
  const comments = await toSocketComments(tx, post.comments)
  return { authorId, rev, view: { likes, comments, likesCount: post.likesCount, commentsCount: post.commentsCount } }
}

async function toSocketComments(
  tx: MongoDatabase,
  comments: PostDocument['comments'],
): Promise<PostSocketView['comments']> {
  const members = await createMongoMemberReadModel(tx).find([...new Set(comments.map(({ authorId }) => authorId))])
  return comments.flatMap(({ _id, authorId, text, createdAt }) => {
    const member = members.get(authorId)
    if (!member) return []
    const { username, fullName, avatar, profileVersion } = member
    const user: Actor = { _id: authorId, username, fullName, avatar, profileVersion }
    return [{ _id, user, text, createdAt: createdAt.toISOString() }]
  })
}
