import { MAX_POST_COMMENTS_IN_VIEW } from '@meadow/contracts/limits'
import { appendToMongoOutbox, createMongoClientKeyStore } from '@meadow/events'
import { createMongoMemberReadModel, findVisibleMemberViews, toMemberView, type Viewer } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { requireActiveMember } from '../members/require-active-member.ts'
import { newestFirst } from '../mongo-newest-first.ts'
import { applyPostChange, findVisiblePost } from '../posts/mongo-post-changes.ts'
import { commentsIn, type PostDocument } from '../posts/mongo-post-collections.ts'
import type { Comment } from '../posts/post.ts'
import type { CommentRepository } from './comment-repository.ts'
import { readComments, toComment } from './mongo-read-comments.ts'

export const createMongoCommentRepository = (mongo: MongoDatabase): CommentRepository => ({
  async add({ _id, postId, by, text, createdAt }, announce, key) {
    await findVisiblePost(mongo, postId, by)
    const member = await requireActiveMember(createMongoMemberReadModel(mongo), by)
    const change = async (tx: MongoDatabase) => {
      const earlier = key && (await createMongoClientKeyStore(tx).claim(key, _id))
      if (earlier) return findComment(tx, earlier, by)
      if (!(await commentsIn(tx).findOne({ _id }, tx.operationOptions))) {
        await commentsIn(tx).insertOne({ _id, postId, authorId: by._id, text, createdAt }, tx.operationOptions)
        const moved = await applyPostChange(tx, postId, {
          commentsCount: 1,
          comments: await findNewestComments(tx, postId),
        })
        await appendToMongoOutbox(tx, announce(moved))
      }
      return { _id, user: toMemberView(member, false), text, createdAt }
    }
    return withMongoTransaction(mongo, change, postId)
  },

  async list(postId, viewer, window) {
    await findVisiblePost(mongo, postId, viewer)
    return readComments(mongo, postId, viewer, window)
  },
})

async function findNewestComments(tx: MongoDatabase, postId: string): Promise<PostDocument['comments']> {
  const newest = commentsIn(tx).find({ postId }, { ...tx.operationOptions, projection: { postId: 0 } })
  return (await newest.sort(newestFirst).limit(MAX_POST_COMMENTS_IN_VIEW).toArray()).toReversed()
}

/** A comment of a post that is there. */
async function findComment(tx: MongoDatabase, _id: string, viewer: Viewer): Promise<Comment> {
  const row = await commentsIn(tx).findOne({ _id }, tx.operationOptions)
  const [comment] = row ? toComment(row, await findVisibleMemberViews(tx, viewer, [row.authorId])) : []
  if (!comment) throw new DomainError('post_not_found') // a comment goes with its post alone
  return comment
}
