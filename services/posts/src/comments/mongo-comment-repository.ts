import { appendToMongoOutbox, createMongoClientKeyStore } from '@meadow/events'
import { createMongoMemberReadModel, findContentAuthorViews } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { findOrAddMember } from '../members/require-active-member.ts'
import { isPostVisible, toChangedPost } from '../posts/mongo-post-changes.ts'
import { commentsIn, postsIn } from '../posts/mongo-post-collections.ts'
import { addNewestComment, planComment } from './comment.ts'
import type { CommentRepository } from './comment-repository.ts'
import { readComments, toVisibleComment } from './mongo-read-comments.ts'

export const createMongoCommentRepository = (mongo: MongoDatabase): CommentRepository => ({
  add: (comment, key) =>
    withMongoTransaction(
      mongo,
      async (tx) => {
        const { _id, postId, by, text, facets, createdAt } = comment
        const member = await findOrAddMember(createMongoMemberReadModel(tx), by)
        const stored = await postsIn(tx).findOne({ _id: postId }, tx.operationOptions)
        const isVisible = await isPostVisible(tx, stored, by)
        const isStored = (await commentsIn(tx).findOne({ _id }, tx.operationOptions)) !== null
        const post = stored ? await toChangedPost(tx, stored) : undefined
        const plan = planComment(post, comment, { member, isVisible, isStored })
        const repeatedId = key && (await createMongoClientKeyStore(tx).claim(key, _id))
        if (repeatedId) return { repeatedId }
        if (stored && plan.change) {
          const embedded = { _id, authorId: by._id, text, facets, createdAt }
          await commentsIn(tx).insertOne({ ...embedded, postId }, tx.operationOptions)
          const { rev, commentsCount } = plan.change.post
          const change = { rev, commentsCount, comments: addNewestComment(stored.comments, embedded) }
          await postsIn(tx).updateOne({ _id: postId }, { $set: change }, tx.operationOptions)
          await appendToMongoOutbox(tx, plan.change.event)
        }
        return { comment: plan.comment }
      },
      comment.postId,
    ),

  async find(_id, viewer) {
    const row = await commentsIn(mongo).findOne({ _id }, mongo.operationOptions)
    if (!row) return undefined
    const post = await postsIn(mongo).findOne(
      { _id: row.postId },
      { ...mongo.operationOptions, projection: { authorId: 1 } },
    )
    const isHost = () => viewer !== undefined && post?.authorId === viewer._id
    return toVisibleComment(row, await findContentAuthorViews(mongo, viewer, [row.authorId], isHost))
  },

  async list(postId, viewer, window, order) {
    const projection = { authorId: 1, hiddenAt: 1 }
    const post = await postsIn(mongo).findOne({ _id: postId }, { ...mongo.operationOptions, projection })
    if (!post || !(await isPostVisible(mongo, post, viewer))) throw new DomainError('post_not_found')
    return readComments(mongo, post, viewer, window, order)
  },
})
