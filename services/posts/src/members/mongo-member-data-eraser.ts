import { MAX_POST_LIKES_IN_VIEW } from '@meadow/contracts/limits'
import { appendToMongoOutbox } from '@meadow/events'
import type { ErasedCounts, MemberDataEraser } from '@meadow/members'
import type { MongoDatabase } from '@meadow/storage'
import { bookmarksIn } from '../bookmarks/mongo-bookmark-collection.ts'
import { deleteStoredComment, readEmbeddedComments } from '../comments/mongo-comment-changes.ts'
import { discoverExclusionsIn, discoverSnapshotsIn } from '../discover/mongo-discover-repository.ts'
import { postDraftsIn } from '../drafts/mongo-draft-collection.ts'
import { postVersionsIn } from '../edits/mongo-edit-repository.ts'
import { deletePicturesOfOwner, deletePicturesOfPost } from '../media/mongo-picture-repository.ts'
import { mutedContentIn } from '../muting/mongo-muted-content.ts'
import { pinnedPostsIn } from '../pins/mongo-pin-collection.ts'
import {
  commentLikesIn,
  commentsIn,
  hiddenCommentsIn,
  likesIn,
  postsIn,
  toPostPictures,
} from '../posts/mongo-post-collections.ts'
import { toPostDeletedEvent } from '../posts/post-deletion.ts'
import { readingPositionsIn } from '../reading-position/mongo-reading-position-repository.ts'
import { uncountErasedShare } from '../shares/mongo-share-changes.ts'
import { tagFollowsIn } from '../tags/mongo-tag-store.ts'
import { deleteVideoOfPost, deleteVideosOfOwner } from '../videos/mongo-video-repository.ts'
import { postViewsIn, viewedPostsIn } from '../views/mongo-view-repository.ts'

type Context = Parameters<MemberDataEraser['eraseBatch']>[1]

/** Deletions of a transaction. Each is of a few documents, so that others who change the posts seldom conflict. */
const MAX_BATCH_SIZE = 20

/** Creates the eraser of what posts has of a member, in the transaction `tx`. It does what the one on PostgreSQL does. */
export const createMongoMemberDataEraser = (tx: MongoDatabase): MemberDataEraser => ({
  async eraseBatch({ memberId }, context) {
    const limit = Math.min(context.limit, MAX_BATCH_SIZE)
    for (const step of [
      erasePosts,
      eraseComments,
      eraseLikes,
      eraseCommentLikes,
      erasePictures,
      eraseVideos,
      eraseFollowedTags,
      eraseBookmarks,
      eraseDrafts,
      eraseDiscover,
      eraseMutedContent,
      eraseViewedPosts,
      eraseReadingPosition,
    ]) {
      const counts = await step(tx, memberId, { ...context, limit })
      if (Object.values(counts).some((count) => count > 0)) return counts
    }
    return {}
  },
})

async function erasePosts(tx: MongoDatabase, authorId: string, { limit, at, newId }: Context): Promise<ErasedCounts> {
  const posts = await postsIn(tx).find({ authorId }, tx.operationOptions).limit(limit).toArray()
  for (const post of posts) {
    const { _id: postId } = post
    await postsIn(tx).deleteOne({ _id: postId }, tx.operationOptions)
    await likesIn(tx).deleteMany({ postId }, tx.operationOptions)
    await commentsIn(tx).deleteMany({ postId }, tx.operationOptions)
    await hiddenCommentsIn(tx).deleteMany({ postId }, tx.operationOptions)
    await commentLikesIn(tx).deleteMany({ postId }, tx.operationOptions)
    await postVersionsIn(tx).deleteMany({ postId }, tx.operationOptions)
    await bookmarksIn(tx).deleteMany({ postId }, tx.operationOptions)
    await pinnedPostsIn(tx).deleteMany({ postId }, tx.operationOptions)
    await postViewsIn(tx).deleteOne({ _id: postId }, tx.operationOptions)
    const pictures = toPostPictures(post)
    if (pictures.length > 0) await deletePicturesOfPost(tx, pictures, at)
    if (post.video) await deleteVideoOfPost(tx, postId, at)
    await postsIn(tx).deleteMany({ sharedPostId: postId, isPlainShare: true }, tx.operationOptions)
    await uncountErasedShare(tx, post)
    if (post.isPlainShare) continue // was not created by an event
    await appendToMongoOutbox(tx, toPostDeletedEvent(post, { postId, at, eventId: newId(at) }))
  }
  return { posts: posts.length }
}

/** Deletes comments with the replies to them. The document of a post also holds its newest comments. */
async function eraseComments(tx: MongoDatabase, authorId: string, { limit }: Context): Promise<ErasedCounts> {
  const options = tx.operationOptions
  const removed = await commentsIn(tx).find({ authorId }, options).limit(limit).toArray()
  for (const [postId, ofPost] of Map.groupBy(removed, (one) => one.postId)) {
    let count = 0
    for (const { _id } of ofPost) count += await deleteStoredComment(tx, _id)
    const comments = await readEmbeddedComments(tx, postId)
    await postsIn(tx).updateOne({ _id: postId }, { $inc: { commentsCount: -count }, $set: { comments } }, options)
  }
  if (removed.length > 0) return { comments: removed.length }
  const hidden = await hiddenCommentsIn(tx).find({ authorId }, options).limit(limit).toArray()
  for (const { _id } of hidden) await deleteStoredComment(tx, _id)
  return { comments: hidden.length }
}

async function eraseCommentLikes(tx: MongoDatabase, memberId: string, { limit }: Context): Promise<ErasedCounts> {
  const options = tx.operationOptions
  const removed = await commentLikesIn(tx).find({ memberId }, options).limit(limit).toArray()
  await commentLikesIn(tx).deleteMany({ _id: { $in: removed.map(({ _id }) => _id) } }, options)
  for (const { commentId: _id } of removed)
    for (const comments of [commentsIn(tx), hiddenCommentsIn(tx)])
      await comments.updateOne({ _id }, { $inc: { likesCount: -1 } }, options)
  return { commentLikes: removed.length }
}

/** The document of a post also holds its newest likers. */
async function eraseLikes(tx: MongoDatabase, memberId: string, { limit }: Context): Promise<ErasedCounts> {
  const options = tx.operationOptions
  const removed = await likesIn(tx).find({ memberId }, options).limit(limit).toArray()
  await likesIn(tx).deleteMany({ _id: { $in: removed.map(({ _id }) => _id) } }, options)
  for (const { postId } of removed) {
    const newest = await likesIn(tx)
      .find({ postId }, { ...options, projection: { memberId: 1 } })
      .sort({ createdAt: -1, memberId: 1 })
      .limit(MAX_POST_LIKES_IN_VIEW)
      .toArray()
    const change = { $inc: { likesCount: -1 }, $set: { likes: newest.map((one) => one.memberId) } }
    await postsIn(tx).updateOne({ _id: postId }, change, options)
  }
  return { likes: removed.length }
}

const erasePictures = async (tx: MongoDatabase, memberId: string, { limit, at }: Context): Promise<ErasedCounts> => ({
  pictures: await deletePicturesOfOwner(tx, memberId, { limit, at }),
})

const eraseVideos = async (tx: MongoDatabase, memberId: string, { limit, at }: Context): Promise<ErasedCounts> => ({
  videos: await deleteVideosOfOwner(tx, memberId, { limit, at }),
})

async function eraseFollowedTags(tx: MongoDatabase, memberId: string): Promise<ErasedCounts> {
  return { followedTags: (await tagFollowsIn(tx).deleteMany({ memberId }, tx.operationOptions)).deletedCount }
}

const eraseMutedContent = async (tx: MongoDatabase, memberId: string): Promise<ErasedCounts> => ({
  mutedContent: (await mutedContentIn(tx).deleteMany({ memberId }, tx.operationOptions)).deletedCount,
})

const eraseViewedPosts = async (tx: MongoDatabase, memberId: string): Promise<ErasedCounts> => ({
  viewedPosts: (await viewedPostsIn(tx).deleteMany({ memberId }, tx.operationOptions)).deletedCount,
})

const eraseReadingPosition = async (tx: MongoDatabase, _id: string): Promise<ErasedCounts> => ({
  readingPositions: (await readingPositionsIn(tx).deleteMany({ _id }, tx.operationOptions)).deletedCount,
})

const eraseBookmarks = async (tx: MongoDatabase, memberId: string): Promise<ErasedCounts> => ({
  bookmarks: (await bookmarksIn(tx).deleteMany({ memberId }, tx.operationOptions)).deletedCount,
})

const eraseDrafts = async (tx: MongoDatabase, memberId: string): Promise<ErasedCounts> => ({
  drafts: (await postDraftsIn(tx).deleteMany({ memberId }, tx.operationOptions)).deletedCount,
})
/** The visits of Discover are lists of posts by others, so they are not counted. */
async function eraseDiscover(tx: MongoDatabase, memberId: string): Promise<ErasedCounts> {
  await discoverSnapshotsIn(tx).deleteMany({ memberId }, tx.operationOptions)
  return {
    discoverExclusions: (await discoverExclusionsIn(tx).deleteMany({ memberId }, tx.operationOptions)).deletedCount,
  }
}
