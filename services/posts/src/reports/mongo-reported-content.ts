import { toPictureAddress } from '@meadow/contracts'
import { appendToMongoOutbox } from '@meadow/events'
import { createMongoMemberReadModel } from '@meadow/members'
import type { MongoDatabase } from '@meadow/storage'
import { changePost, deleteStoredComment, hideComment, showComment } from '../comments/mongo-comment-changes.ts'
import { commentsIn, hiddenCommentsIn, postsIn, toPostPictures } from '../posts/mongo-post-collections.ts'
import { deleteStoredPost } from '../posts/mongo-post-repository.ts'
import { findCaptionsOfPost } from '../videos/mongo-video-repository.ts'
import { listPosters } from '../videos/video.ts'
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
      const postId = await findPostId(tx, _id)
      if (!postId) return undefined
      const moved = isHidden ? -(await hideComment(tx, _id, 'moderators')) : await showComment(tx, _id, 'moderators')
      return moved === 0 ? undefined : toChangedComments(tx, postId, moved)
    },

    async removeComment(_id) {
      const postId = await findPostId(tx, _id)
      const removed = await deleteStoredComment(tx, _id)
      return postId && removed > 0 ? toChangedComments(tx, postId, -removed) : undefined
    },

    async findPost(_id) {
      const post = await postsIn(tx).findOne({ _id }, tx.operationOptions)
      const author = post && (await findMember(post.authorId))
      if (!author) return undefined
      const shown = [...toPostPictures(post), ...listPosters(post.video)]
      const pictures = shown.map((picture) => ({ url: toPictureAddress(picture), alt: picture.alt }))
      const video = post.video && {
        durationMs: post.video.durationMs,
        captions: await findCaptionsOfPost(tx, _id),
      }
      return {
        author,
        text: post.content,
        createdAt: post.createdAt,
        pictures,
        video: video ?? undefined,
        post: undefined,
      }
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

/** Returns the post of a comment, which may be hidden. */
async function findPostId(tx: MongoDatabase, _id: string): Promise<string | undefined> {
  const shown = await commentsIn(tx).findOne({ _id }, tx.operationOptions)
  return (shown ?? (await hiddenCommentsIn(tx).findOne({ _id }, tx.operationOptions)))?.postId
}

async function toChangedComments(
  tx: MongoDatabase,
  postId: string,
  difference: number,
): Promise<ChangedComments | undefined> {
  const post = await changePost(tx, postId, difference)
  return post && { postId, post }
}
