import { appendToMongoOutbox, createMongoClientKeyStore } from '@meadow/events'
import { toDueLinkPreview } from '@meadow/link-preview'
import { createMongoMemberReadModel, toMemberView } from '@meadow/members'
import { type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { bookmarksIn } from '../bookmarks/mongo-bookmark-collection.ts'
import { postVersionsIn } from '../edits/mongo-edit-repository.ts'
import { deletePicturesOfPost, type PictureDocument, picturesIn } from '../media/mongo-picture-repository.ts'
import { requireActiveMember } from '../members/require-active-member.ts'
import { pinnedPostsIn } from '../pins/mongo-pin-collection.ts'
import { uncountDeletedShare } from '../shares/mongo-share-changes.ts'
import { attachVideo, deleteVideoOfPost } from '../videos/mongo-video-repository.ts'
import { postViewsIn } from '../views/mongo-view-repository.ts'
import { isPostVisible } from './mongo-post-changes.ts'
import {
  commentLikesIn,
  commentsIn,
  hiddenCommentsIn,
  likesIn,
  type PostDocument,
  postsIn,
  toPostPictures,
} from './mongo-post-collections.ts'
import { readPosts } from './mongo-read-posts.ts'
import {
  choosePostPictures,
  type NewPost,
  type Post,
  type PostPicture,
  toFirstRevision,
  toPostCreatedEvent,
} from './post.ts'
import { planPostDeletion } from './post-deletion.ts'
import type { PostRepository } from './post-repository.ts'

export const createMongoPostRepository = (mongo: MongoDatabase): PostRepository => ({
  findMany: (ids, viewer) => readPosts(mongo, ids, viewer),

  async isHiddenFromAuthor(_id, authorId) {
    const projection = { hiddenAt: 1 }
    const post = await postsIn(mongo).findOne({ _id, authorId }, { ...mongo.operationOptions, projection })
    return Boolean(post?.hiddenAt)
  },

  add: (newPost, key) =>
    withMongoTransaction(mongo, async (tx) => {
      const { _id, author } = newPost
      const member = await requireActiveMember(createMongoMemberReadModel(tx), author)
      const repeatedId = key && (await createMongoClientKeyStore(tx).claim(key, _id))
      if (repeatedId) return { repeatedId }
      const pictures = await attachPictures(tx, newPost)
      const video = await attachVideo(tx, newPost)
      const post = toFirstRevision(newPost, toMemberView(member, false), { pictures, video })
      await postsIn(tx).insertOne(toPostDocument(post), tx.operationOptions)
      await appendToMongoOutbox(tx, toPostCreatedEvent(newPost, pictures[0]))
      return { post }
    }),

  delete: (deletion) => {
    const { postId: _id, by, at } = deletion
    return withMongoTransaction(
      mongo,
      async (tx) => {
        const post = await postsIn(tx).findOne({ _id }, tx.operationOptions)
        const isVisible = await isPostVisible(tx, post, by)
        const event = planPostDeletion(post ? { ...post, isVisible } : undefined, deletion)
        if (post) await deleteStoredPost(tx, post, at)
        await appendToMongoOutbox(tx, event)
      },
      _id,
    )
  },
})

/** Attaches the pictures that a new post names to it, and returns them in their order. */
export async function attachPictures(tx: MongoDatabase, newPost: NewPost): Promise<PostPicture[]> {
  const stored: PictureDocument[] = []
  for (const { reference } of newPost.pictures)
    stored.push(...(await picturesIn(tx).find(reference, tx.operationOptions).toArray()))
  const pictures = choosePostPictures(newPost, stored)
  for (const { _id } of pictures)
    await picturesIn(tx).updateOne({ _id }, { $set: { postId: newPost._id, waitsFor: null } }, tx.operationOptions)
  return pictures
}

/** Deletes a post with its likes, comments, shares without a comment, pictures and video, and queues the files for removal. */
export async function deleteStoredPost(tx: MongoDatabase, post: PostDocument, at: Date): Promise<void> {
  const { _id } = post
  const pictures = toPostPictures(post)
  await postsIn(tx).deleteOne({ _id }, tx.operationOptions)
  await postsIn(tx).deleteMany({ sharedPostId: _id, isPlainShare: true }, tx.operationOptions)
  await likesIn(tx).deleteMany({ postId: _id }, tx.operationOptions)
  await commentsIn(tx).deleteMany({ postId: _id }, tx.operationOptions)
  await hiddenCommentsIn(tx).deleteMany({ postId: _id }, tx.operationOptions)
  await commentLikesIn(tx).deleteMany({ postId: _id }, tx.operationOptions)
  await postVersionsIn(tx).deleteMany({ postId: _id }, tx.operationOptions)
  await bookmarksIn(tx).deleteMany({ postId: _id }, tx.operationOptions)
  await pinnedPostsIn(tx).deleteMany({ postId: _id }, tx.operationOptions)
  await postViewsIn(tx).deleteOne({ _id }, tx.operationOptions)
  if (pictures.length > 0) await deletePicturesOfPost(tx, pictures, at)
  if (post.video) await deleteVideoOfPost(tx, _id, at)
  await uncountDeletedShare(tx, post, at)
}

/** Converts a new post to its document. */
export function toPostDocument({
  user,
  viewerLiked,
  viewerBookmarked,
  viewerShared,
  isViewerFollowedByAuthor,
  sharedPostId,
  sharedBy: _sharedBy,
  quotedPost: _quotedPost,
  ...post
}: Post): PostDocument {
  const { alt = '', ...picture } = post.pictures[0] ?? {}
  return {
    ...post,
    authorId: user._id,
    alt,
    picture: '_id' in picture ? picture : null,
    hasPicture: post.pictures.length > 0 || post.video !== null,
    ...toDueLinkPreview(post.facets),
    comments: [],
    ...(sharedPostId && { sharedPostId, isPlainShare: post.content === '' }),
  }
}
