import { MAX_POST_COMMENTS_IN_VIEW } from '@meadow/contracts/limits'
import type { MongoDatabase } from '@meadow/storage'
import type { ChangedPost } from '../posts/changed-post.ts'
import { toChangedPost } from '../posts/mongo-post-changes.ts'
import {
  type CommentDocument,
  commentLikesIn,
  commentsIn,
  type EmbeddedComment,
  type HiddenCommentDocument,
  hiddenCommentsIn,
  postsIn,
  toEmbeddedComment,
} from '../posts/mongo-post-collections.ts'
import type { HiddenBy } from './comment-change.ts'

/** Returns the newest comments of a post as its document holds them, oldest first. */
export async function readEmbeddedComments(tx: MongoDatabase, postId: string): Promise<EmbeddedComment[]> {
  const newest = commentsIn(tx).find({ postId }, tx.operationOptions)
  const documents = await newest.sort({ _id: -1 }).limit(MAX_POST_COMMENTS_IN_VIEW).toArray()
  return documents.toReversed().map(toEmbeddedComment)
}

/**
 * Changes the comments in the document of a post by its comments in their collection, their number by `difference`, and its `rev`.
 * Returns the post as everybody may see it; undefined if it does not exist.
 */
export async function changePost(
  tx: MongoDatabase,
  postId: string,
  difference: number,
): Promise<ChangedPost | undefined> {
  const post = await postsIn(tx).findOneAndUpdate(
    { _id: postId },
    { $set: { comments: await readEmbeddedComments(tx, postId) }, $inc: { commentsCount: difference, rev: 1 } },
    { ...tx.operationOptions, returnDocument: 'after' },
  )
  return post ? toChangedPost(tx, post) : undefined
}

export const changeRepliesCount = async (
  tx: MongoDatabase,
  parentId: string | null | undefined,
  difference: number,
): Promise<void> => {
  if (!parentId) return
  await commentsIn(tx).updateOne({ _id: parentId }, { $inc: { repliesCount: difference } }, tx.operationOptions)
}

const findReplies = (tx: MongoDatabase, { _id, postId }: CommentDocument): Promise<CommentDocument[]> =>
  commentsIn(tx).find({ postId, parentId: _id }, tx.operationOptions).toArray()

const findHiddenReplies = (tx: MongoDatabase, { _id, postId }: CommentDocument): Promise<HiddenCommentDocument[]> =>
  hiddenCommentsIn(tx).find({ postId, parentId: _id }, tx.operationOptions).toArray()

/** As `hideComment` on PostgreSQL: returns how many comments disappear. */
export async function hideComment(tx: MongoDatabase, _id: string, by: keyof HiddenBy): Promise<number> {
  const flag = toFlag(by)
  const comment = await commentsIn(tx).findOne({ _id }, tx.operationOptions)
  if (!comment) {
    await hiddenCommentsIn(tx).updateOne({ _id }, { $set: { [flag]: true } }, tx.operationOptions)
    return 0
  }
  const moved = [comment, ...(await findReplies(tx, comment))]
  const notHidden = { hiddenByModerators: false, hiddenByHost: false }
  const hidden = moved.map((one) => ({ ...one, ...notHidden, ...(one._id === _id && { [flag]: true }) }))
  await hiddenCommentsIn(tx).insertMany(hidden, tx.operationOptions)
  await commentsIn(tx).deleteMany({ _id: { $in: moved.map((one) => one._id) } }, tx.operationOptions)
  await changeRepliesCount(tx, comment.parentId, -1)
  return moved.length
}

/** As `showComment` on PostgreSQL: returns how many comments appear. */
export async function showComment(tx: MongoDatabase, _id: string, by: keyof HiddenBy): Promise<number> {
  const comment = await hiddenCommentsIn(tx).findOneAndUpdate(
    { _id },
    { $set: { [toFlag(by)]: false } },
    { ...tx.operationOptions, returnDocument: 'after' },
  )
  if (!comment || isHiddenItself(comment)) return 0
  const { parentId } = comment
  if (parentId && !(await commentsIn(tx).findOne({ _id: parentId }, tx.operationOptions))) return 0
  const hidden = await findHiddenReplies(tx, comment)
  const moved = [comment, ...hidden.filter((one) => !isHiddenItself(one))]
  const shown = moved.map(
    ({ hiddenByModerators: _moderators, hiddenByHost: _host, ...one }): CommentDocument => ({
      ...one,
      ...(one._id === _id && { repliesCount: moved.length - 1 }),
    }),
  )
  await commentsIn(tx).insertMany(shown, tx.operationOptions)
  await hiddenCommentsIn(tx).deleteMany({ _id: { $in: moved.map((one) => one._id) } }, tx.operationOptions)
  await changeRepliesCount(tx, parentId, 1)
  return moved.length
}

/** As `deleteStoredComment` on PostgreSQL: returns how many comments disappear. */
export async function deleteStoredComment(tx: MongoDatabase, _id: string): Promise<number> {
  const shown = await commentsIn(tx).findOne({ _id }, tx.operationOptions)
  const comment = shown ?? (await hiddenCommentsIn(tx).findOne({ _id }, tx.operationOptions))
  if (!comment) return 0
  const replies = await findReplies(tx, comment)
  const hidden = await findHiddenReplies(tx, comment)
  const ids = [comment, ...replies, ...hidden].map((one) => one._id)
  await commentsIn(tx).deleteMany({ _id: { $in: ids } }, tx.operationOptions)
  await hiddenCommentsIn(tx).deleteMany({ _id: { $in: ids } }, tx.operationOptions)
  await commentLikesIn(tx).deleteMany({ commentId: { $in: ids } }, tx.operationOptions)
  if (shown) await changeRepliesCount(tx, shown.parentId, -1)
  return shown ? 1 + replies.length : 0
}

const toFlag = (by: keyof HiddenBy) => (by === 'host' ? 'hiddenByHost' : 'hiddenByModerators')

const isHiddenItself = ({ hiddenByModerators = true, hiddenByHost = false }: HiddenCommentDocument): boolean =>
  hiddenByModerators || hiddenByHost
