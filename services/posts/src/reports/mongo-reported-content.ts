import { toPictureAddress } from '@meadow/contracts'
import { MAX_POST_COMMENTS_IN_VIEW } from '@meadow/contracts/limits'
import { appendToMongoOutbox } from '@meadow/events'
import { createMongoMemberReadModel } from '@meadow/members'
import type { MongoDatabase } from '@meadow/storage'
import { toChangedPost } from '../posts/mongo-post-changes.ts'
import { commentsIn, hiddenCommentsIn, postsIn, toPostPictures } from '../posts/mongo-post-collections.ts'
import { deleteStoredPost } from '../posts/mongo-post-repository.ts'
import type { ChangedComments, ReportedContentStore } from './reported-content.ts'

/** Reads reported content on MongoDB. `tx` is the transaction of the consumer. */
export function createMongoReportedContent(tx: MongoDatabase, newId: (at: Date) => string): ReportedContentStore {
  const findMember = async (id: string) => (await createMongoMemberReadModel(tx).find([id])).get(id)

  const store: ReportedContentStore = {
    newId,
    findFollowed: (memberId, ids) => createMongoMemberReadModel(tx).findFollowed(memberId, ids),
    append: (event) => appendToMongoOutbox(tx, event),

    async removePost(_id, at) {
      const post = await postsIn(tx).findOne({ _id }, tx.operationOptions)
      if (!post) return undefined
      await deleteStoredPost(tx, post, at)
      return post
    },

    async setPostHidden(_id, isHidden, at) {
      const post = await postsIn(tx).findOne({ _id }, tx.operationOptions)
      if (!post || Boolean(post.hiddenAt) === isHidden) return undefined
      const [authorId, rev] = [post.authorId, post.rev + 1]
      await postsIn(tx).updateOne({ _id }, { $set: { hiddenAt: isHidden ? at : null, rev } }, tx.operationOptions)
      return { authorId, rev }
    },

    async setCommentHidden(_id, isHidden) {
      const [from, to] = isHidden ? [commentsIn(tx), hiddenCommentsIn(tx)] : [hiddenCommentsIn(tx), commentsIn(tx)]
      const comment = await from.findOneAndDelete({ _id }, tx.operationOptions)
      if (!comment) return undefined
      await to.insertOne(comment, tx.operationOptions)
      return changeComments(tx, comment.postId, isHidden ? -1 : 1)
    },

    async removeComment(_id) {
      await hiddenCommentsIn(tx).deleteOne({ _id }, tx.operationOptions)
      const comment = await commentsIn(tx).findOneAndDelete({ _id }, tx.operationOptions)
      return comment ? changeComments(tx, comment.postId, -1) : undefined
    },

    async findPost(_id) {
      const post = await postsIn(tx).findOne({ _id }, tx.operationOptions)
      const author = post && (await findMember(post.authorId))
      if (!author) return undefined
      const pictures = toPostPictures(post).map((picture) => ({ url: toPictureAddress(picture), alt: picture.alt }))
      return { author, text: post.content, createdAt: post.createdAt, pictures, post: undefined }
    },

    async findComment(_id) {
      const comment =
        (await commentsIn(tx).findOne({ _id }, tx.operationOptions)) ??
        (await hiddenCommentsIn(tx).findOne({ _id }, tx.operationOptions))
      const author = comment && (await findMember(comment.authorId))
      if (!author) return undefined
      const { text, createdAt, postId } = comment
      return { author, text, createdAt, pictures: [], post: await store.findPost(postId) }
    },
  }
  return store
}

/** Changes the comments in the document of a post by its comments in their collection. Returns the post as everybody may see it. */
async function changeComments(
  tx: MongoDatabase,
  postId: string,
  difference: 1 | -1,
): Promise<ChangedComments | undefined> {
  const newest = await commentsIn(tx)
    .find({ postId }, { ...tx.operationOptions, projection: { postId: 0 } })
    .sort({ _id: -1 })
    .limit(MAX_POST_COMMENTS_IN_VIEW)
    .toArray()
  const post = await postsIn(tx).findOneAndUpdate(
    { _id: postId },
    { $set: { comments: newest.toReversed() }, $inc: { commentsCount: difference, rev: 1 } },
    { ...tx.operationOptions, returnDocument: 'after' },
  )
  return post ? { postId, post: await toChangedPost(tx, post) } : undefined
}
