import type { Actor, PostSocketView } from '@meadow/contracts'
import { mongoMembers, type Viewer, visibleMembers } from '@meadow/members'
import { DomainError } from '@meadow/service'
import type { Mongo } from '@meadow/storage'
import { type PostRow, postsIn } from './mongo-rows.ts'
import type { Moved } from './post.ts'

/** Whose post it is, and what of it a change may need. @throws post_not_found when `viewer` may not see it */
export async function findVisible(
  mongo: Mongo,
  _id: string,
  viewer: Viewer,
): Promise<Pick<PostRow, 'authorId' | 'picture' | 'rev'>> {
  const projection = { authorId: 1, picture: 1, rev: 1 }
  const post = await postsIn(mongo).findOne({ _id }, { ...mongo.within, projection })
  if (!post || !(await visibleMembers(mongo, viewer, [post.authorId])).size) throw new DomainError('post_not_found')
  return post
}

/** What a change adds to the counts, and what is the newest now. */
type Change = { likesCount?: number; commentsCount?: number } & Partial<Pick<PostRow, 'likes' | 'comments'>>

/**
 * Counts a change of a post; answers what everybody may see of it now. Two changes of a post never pass each other: of two
 * transactions that write to it one comes again.
 */
export async function movePost(
  tx: Mongo,
  _id: string,
  { likesCount = 0, commentsCount = 0, ...newest }: Change,
): Promise<Moved> {
  const change = { $inc: { rev: 1, likesCount, commentsCount }, $set: newest }
  const post = await postsIn(tx).findOneAndUpdate({ _id }, change, { ...tx.within, returnDocument: 'after' })
  if (!post) throw new DomainError('post_not_found')
  const { authorId, rev, likes } = post
  const comments = await toSocketComments(tx, post.comments)
  return { authorId, rev, view: { likes, comments, likesCount: post.likesCount, commentsCount: post.commentsCount } }
}

async function toSocketComments(tx: Mongo, comments: PostRow['comments']): Promise<PostSocketView['comments']> {
  const members = await mongoMembers(tx).find([...new Set(comments.map(({ authorId }) => authorId))])
  return comments.flatMap(({ _id, authorId, text, createdAt }) => {
    const member = members.get(authorId)
    if (!member) return []
    const { username, fullName, avatar, profileVersion } = member
    const user: Actor = { _id: authorId, username, fullName, avatar, profileVersion }
    return [{ _id, user, text, createdAt: createdAt.toISOString() }]
  })
}
