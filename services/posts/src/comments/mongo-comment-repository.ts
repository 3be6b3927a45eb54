import type { Actor } from '@meadow/contracts'
import { appendToMongoOutbox, createMongoClientKeyStore } from '@meadow/events'
import { createMongoMemberReadModel, findContentAuthorViews } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { findOrAddMember } from '../members/require-active-member.ts'
import { isPostVisible, toChangedPost } from '../posts/mongo-post-changes.ts'
import {
  type CommentDocument,
  commentLikesIn,
  commentsIn,
  hiddenCommentsIn,
  type PostDocument,
  postsIn,
  toCommentLikeId,
  toEmbeddedComment,
} from '../posts/mongo-post-collections.ts'
import { addNewestComment, planComment } from './comment.ts'
import {
  type CommentChange,
  type CommentChangeContext,
  checkCommentDeletion,
  checkCommentEdit,
  checkCommentHiding,
  planCommentLike,
  type StoredComment,
  toCommentDeletedEvent,
  toCommentEditedEvent,
  toCommentHiddenEvent,
} from './comment-change.ts'
import type { CommentRepository } from './comment-repository.ts'
import { assertMongoCommentAllowed } from './mongo-comment-audience.ts'
import {
  changePost,
  changeRepliesCount,
  deleteStoredComment,
  hideComment,
  showComment,
} from './mongo-comment-changes.ts'
import {
  readCommentsWithReplies,
  readFirstReplies,
  toAuthorIds,
  toShownComments,
  toVisibleComment,
} from './mongo-read-comments.ts'

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
        const answered =
          stored && comment.parentId ? await findVisibleComment(tx, stored, comment.parentId, by) : undefined
        const context = { member, isVisible, isStored, answered: answered && toStoredComment(answered) }
        const plan = planComment(post, comment, context)
        const repeatedId = key && (await createMongoClientKeyStore(tx).claim(key, _id))
        if (repeatedId) return { repeatedId }
        if (stored && plan.change) {
          await assertMongoCommentAllowed(tx, stored, comment)
          const { parentId } = plan.comment
          const parentAuthorId = parentId && answered ? (answered.parentAuthorId ?? answered.authorId) : null
          const document = {
            _id,
            postId,
            authorId: by._id,
            text,
            facets,
            createdAt,
            parentId,
            parentAuthorId,
            replyToId: plan.replyToId,
          }
          await commentsIn(tx).insertOne(document, tx.operationOptions)
          await changeRepliesCount(tx, parentId, 1)
          const { rev, commentsCount } = plan.change.post
          const comments = addNewestComment(stored.comments, toEmbeddedComment(document))
          await postsIn(tx).updateOne({ _id: postId }, { $set: { rev, commentsCount, comments } }, tx.operationOptions)
          await appendToMongoOutbox(tx, plan.change.event)
        }
        return { comment: plan.comment }
      },
      comment.postId,
    ),

  async find({ postId, id: _id }, viewer) {
    const row = await commentsIn(mongo).findOne({ _id }, mongo.operationOptions)
    const post = row?.postId === postId && (await postsIn(mongo).findOne({ _id: postId }, mongo.operationOptions))
    if (!post || !(await isPostVisible(mongo, post, viewer))) return undefined
    const authors = await findContentAuthorViews(mongo, viewer, toAuthorIds([row]), () => viewer?._id === post.authorId)
    const [comment] = await toShownComments(mongo, post, viewer, [row], authors)
    return comment && { ...comment, replies: await readFirstReplies(mongo, post, viewer, comment) }
  },

  async list(postId, viewer, window, selection) {
    const projection = { authorId: 1, hiddenAt: 1 }
    const post = await postsIn(mongo).findOne({ _id: postId }, { ...mongo.operationOptions, projection })
    if (!post || !(await isPostVisible(mongo, post, viewer))) throw new DomainError('post_not_found')
    return readCommentsWithReplies(mongo, post, viewer, window, selection)
  },

  edit: (edit) =>
    changeComment(mongo, edit, async (tx, context) => {
      checkCommentEdit(context, edit)
      const { commentId: _id, text, facets, at: editedAt } = edit
      await commentsIn(tx).updateOne(
        { _id },
        { $set: { text, facets, editedAt }, $inc: { rev: 1 } },
        tx.operationOptions,
      )
      const post = await changePost(tx, edit.postId, 0)
      if (post) await appendToMongoOutbox(tx, toCommentEditedEvent(edit, post))
    }),

  delete: (deletion) =>
    changeComment(mongo, deletion, async (tx, context) => {
      checkCommentDeletion(context, deletion)
      const deleted = await deleteStoredComment(tx, deletion.commentId)
      const post = await changePost(tx, deletion.postId, -deleted)
      if (post) await appendToMongoOutbox(tx, toCommentDeletedEvent(deletion, post))
    }),

  setHidden: (change, isHidden) =>
    changeComment(mongo, change, async (tx, context) => {
      checkCommentHiding(context, change)
      const { postId, commentId: _id } = change
      const shown = await commentsIn(tx).findOne({ _id }, tx.operationOptions)
      const comment = shown ?? (await hiddenCommentsIn(tx).findOne({ _id }, tx.operationOptions))
      if (comment?.postId !== postId) throw new DomainError('comment_not_found')
      const moved = isHidden ? -(await hideComment(tx, _id, 'host')) : await showComment(tx, _id, 'host')
      const post = moved === 0 ? undefined : await changePost(tx, postId, moved)
      if (post) await appendToMongoOutbox(tx, toCommentHiddenEvent(change, isHidden, post))
    }),

  setLike: (change, isLiked) =>
    changeComment(mongo, change, async (tx, context) => {
      const { postId, commentId, by, at } = change
      const _id = toCommentLikeId(commentId, by._id)
      const isLiker = (await commentLikesIn(tx).findOne({ _id }, tx.operationOptions)) !== null
      const plan = planCommentLike({ ...context, isLiker }, change, isLiked)
      if (!plan) return
      const like = { _id, commentId, postId, memberId: by._id, createdAt: at }
      if (isLiked) await commentLikesIn(tx).insertOne(like, tx.operationOptions)
      else await commentLikesIn(tx).deleteOne({ _id }, tx.operationOptions)
      const { likesCount, rev } = plan
      await commentsIn(tx).updateOne({ _id: commentId }, { $set: { likesCount, rev } }, tx.operationOptions)
      await appendToMongoOutbox(tx, plan.event)
    }),
})

/** Applies a change to a comment in a transaction, with what `apply` needs to decide about it. */
const changeComment = (
  mongo: MongoDatabase,
  { postId, commentId, by }: CommentChange,
  apply: (tx: MongoDatabase, context: CommentChangeContext) => Promise<void>,
): Promise<void> =>
  withMongoTransaction(
    mongo,
    async (tx) => {
      const member = await findOrAddMember(createMongoMemberReadModel(tx), by)
      const post = await postsIn(tx).findOne({ _id: postId }, tx.operationOptions)
      const isVisible = await isPostVisible(tx, post, by)
      const comment = post ? await findVisibleComment(tx, post, commentId, by) : undefined
      await apply(tx, {
        memberState: member?.state,
        post: post ?? undefined,
        isVisible,
        comment: comment && toStoredComment(comment),
      })
    },
    postId,
  )

/** Finds a comment of a post if the viewer may see it. */
async function findVisibleComment(
  tx: MongoDatabase,
  { _id: postId, authorId: hostId }: Pick<PostDocument, '_id' | 'authorId'>,
  _id: string,
  viewer: Actor,
): Promise<CommentDocument | undefined> {
  const comment = await commentsIn(tx).findOne({ _id }, tx.operationOptions)
  if (comment?.postId !== postId) return undefined
  const authors = await findContentAuthorViews(tx, viewer, toAuthorIds([comment]), () => hostId === viewer._id)
  return toVisibleComment(comment, authors) && comment
}

const toStoredComment = (comment: CommentDocument): StoredComment => {
  const { _id, authorId, parentId = null, editedAt = null, likesCount = 0, rev = 1 } = comment
  return { _id, authorId, parentId, editedAt, likesCount, rev }
}
