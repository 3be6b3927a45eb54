import { MAX_POST_COMMENTS_IN_VIEW } from '@meadow/contracts/limits'
import { appendToMongoOutbox, createMongoClientKeyStore } from '@meadow/events'
import { createMongoMemberReadModel, findVisibleMemberViews } from '@meadow/members'
import { type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { requireActiveMember } from '../members/require-active-member.ts'
import { newestFirst } from '../mongo-newest-first.ts'
import { applyPostChange, findVisiblePost } from '../posts/mongo-post-changes.ts'
import { commentsIn, type PostDocument } from '../posts/mongo-post-collections.ts'
import { toOwnComment, toPostCommentedEvent } from './comment.ts'
import type { CommentRepository } from './comment-repository.ts'
import { readComments, toVisibleComment } from './mongo-read-comments.ts'

export const createMongoCommentRepository = (mongo: MongoDatabase): CommentRepository => ({
  async add(comment, key) {
    const { _id, postId, by, text, createdAt } = comment
    const member = await requireActiveMember(createMongoMemberReadModel(mongo), by)
    await findVisiblePost(mongo, postId, by)
    const change = async (tx: MongoDatabase) => {
      const repeatedId = key && (await createMongoClientKeyStore(tx).claim(key, _id))
      if (repeatedId) return { repeatedId }
      if (!(await commentsIn(tx).findOne({ _id }, tx.operationOptions))) {
        await commentsIn(tx).insertOne({ _id, postId, authorId: by._id, text, createdAt }, tx.operationOptions)
        const post = await applyPostChange(tx, postId, {
          commentsCount: 1,
          comments: await findNewestComments(tx, postId),
        })
        await appendToMongoOutbox(tx, toPostCommentedEvent(comment, post))
      }
      return { comment: toOwnComment(comment, member) }
    }
    return withMongoTransaction(mongo, change, postId)
  },

  async find(_id, viewer) {
    const row = await commentsIn(mongo).findOne({ _id }, mongo.operationOptions)
    return row ? toVisibleComment(row, await findVisibleMemberViews(mongo, viewer, [row.authorId])) : undefined
  },

  async list(postId, viewer, window, order) {
    await findVisiblePost(mongo, postId, viewer)
    return readComments(mongo, postId, viewer, window, order)
  },
})

async function findNewestComments(tx: MongoDatabase, postId: string): Promise<PostDocument['comments']> {
  const newest = commentsIn(tx).find({ postId }, { ...tx.operationOptions, projection: { postId: 0 } })
  return (await newest.sort(newestFirst).limit(MAX_POST_COMMENTS_IN_VIEW).toArray()).toReversed()
}
