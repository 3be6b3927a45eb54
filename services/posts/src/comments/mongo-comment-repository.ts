import { POST_COMMENTS_SHOWN } from '@meadow/contracts/limits'
import { appendToMongoOutbox, mongoClientKeys } from '@meadow/events'
import { mongoMembers, seenMembers, toMemberView, type Viewer } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type Mongo, mongoTransaction } from '@meadow/storage'
import { admitActor } from '../members/admit-actor.ts'
import { newestFirst } from '../mongo-newest.ts'
import { findVisible, movePost } from '../posts/mongo-move-post.ts'
import { commentsIn, type PostRow } from '../posts/mongo-rows.ts'
import type { Comment } from '../posts/post.ts'
import type { CommentRepository } from './comment-repository.ts'
import { readComments, toComment } from './mongo-read-comments.ts'

export const mongoComments = (mongo: Mongo): CommentRepository => ({
  async add({ _id, postId, by, text, createdAt }, announce, key) {
    await findVisible(mongo, postId, by)
    const member = await admitActor(mongoMembers(mongo), by)
    const change = async (tx: Mongo) => {
      const earlier = key && (await mongoClientKeys(tx).take(key, _id))
      if (earlier) return findComment(tx, earlier, by)
      if (!(await commentsIn(tx).findOne({ _id }, tx.within))) {
        await commentsIn(tx).insertOne({ _id, postId, authorId: by._id, text, createdAt }, tx.within)
        const moved = await movePost(tx, postId, { commentsCount: 1, comments: await newestComments(tx, postId) })
        await appendToMongoOutbox(tx, announce(moved))
      }
      return { _id, user: toMemberView(member, false), text, createdAt }
    }
    return mongoTransaction(mongo, change, postId)
  },

  async list(postId, viewer, window) {
    await findVisible(mongo, postId, viewer)
    return readComments(mongo, postId, viewer, window)
  },
})

async function newestComments(tx: Mongo, postId: string): Promise<PostRow['comments']> {
  const newest = commentsIn(tx).find({ postId }, { ...tx.within, projection: { postId: 0 } })
  return (await newest.sort(newestFirst).limit(POST_COMMENTS_SHOWN).toArray()).toReversed()
}

/** A comment of a post that is there. */
async function findComment(tx: Mongo, _id: string, viewer: Viewer): Promise<Comment> {
  const row = await commentsIn(tx).findOne({ _id }, tx.within)
  const [comment] = row ? toComment(row, await seenMembers(tx, viewer, [row.authorId])) : []
  if (!comment) throw new DomainError('post_not_found') // a comment goes with its post alone
  return comment
}
