import type { MemberView } from '@meadow/contracts'
import { MAX_POST_COMMENTS_IN_VIEW } from '@meadow/contracts/limits'
import { appendToMongoOutbox, createMongoClientKeyStore } from '@meadow/events'
import { createMongoMemberReadModel, findVisibleMemberViews, toMemberView, type Viewer } from '@meadow/members'
import { type MongoDatabase, runMongoOperations, withMongoTransaction } from '@meadow/storage'
import { readComments, toVisibleComment } from '../comments/mongo-read-comments.ts'
import { deletePictures, picturesIn } from '../media/mongo-picture-repository.ts'
import { requireActiveMember } from '../members/require-active-member.ts'
import { findVisiblePost } from './mongo-post-changes.ts'
import { commentsIn, likesIn, type PostDocument, postsIn, toLikeId, toPostPictures } from './mongo-post-collections.ts'
import {
  assertPostAuthor,
  type Comment,
  createPictureUnavailableError,
  includeViewerLike,
  type NewPost,
  type NewPostPicture,
  type Post,
  type PostPicture,
  sortPostsByIds,
  toFirstRevision,
  toPostCreatedEvent,
  toPostDeletedEvent,
} from './post.ts'
import type { PostRepository } from './post-repository.ts'

export const createMongoPostRepository = (mongo: MongoDatabase): PostRepository => ({
  findMany: (ids, viewer) => readPosts(mongo, ids, viewer),

  add: (newPost, key) =>
    withMongoTransaction(mongo, async (tx) => {
      const { _id, author } = newPost
      const member = await requireActiveMember(createMongoMemberReadModel(tx), author)
      const repeatedId = key && (await createMongoClientKeyStore(tx).claim(key, _id))
      if (repeatedId) return { repeatedId }
      const pictures: PostPicture[] = []
      for (const picture of newPost.pictures) pictures.push(await attachPicture(tx, picture, newPost))
      const post = toFirstRevision(newPost, toMemberView(member, false), pictures)
      await postsIn(tx).insertOne(toPostDocument(post), tx.operationOptions)
      await appendToMongoOutbox(tx, toPostCreatedEvent(newPost, pictures[0]))
      return { post }
    }),

  delete: (deletion) => {
    const { postId: _id, by, at } = deletion
    return withMongoTransaction(
      mongo,
      async (tx) => {
        const { authorId, rev, ...stored } = await findVisiblePost(tx, _id, by)
        assertPostAuthor(authorId, by)
        const pictures = toPostPictures(stored)
        await postsIn(tx).deleteOne({ _id }, tx.operationOptions)
        await likesIn(tx).deleteMany({ postId: _id }, tx.operationOptions)
        await commentsIn(tx).deleteMany({ postId: _id }, tx.operationOptions)
        if (pictures.length > 0) await deletePictures(tx, pictures, at)
        await appendToMongoOutbox(tx, toPostDeletedEvent(deletion, rev))
      },
      _id,
    )
  },
})

/** Converts a new post to its document. */
function toPostDocument({ user, viewerLiked, ...post }: Post): PostDocument {
  const { alt = '', ...picture } = post.pictures[0] ?? {}
  return {
    ...post,
    authorId: user._id,
    alt,
    picture: '_id' in picture ? picture : null,
    hasPicture: post.pictures.length > 0,
    comments: [],
  }
}

/** Attaches an unused picture of the author to the post. @throws invalid_request when there is no such picture */
async function attachPicture(
  tx: MongoDatabase,
  { reference, alt, field }: NewPostPicture,
  { _id: postId, author: { _id: ownerId } }: NewPost,
): Promise<PostPicture> {
  const picture = await picturesIn(tx).findOne({ ...reference }, tx.operationOptions)
  const isUnused = picture?.ownerId === ownerId && picture.purpose === 'post' && picture.postId === null
  if (!isUnused) throw createPictureUnavailableError(field)
  await picturesIn(tx).updateOne({ _id: picture._id }, { $set: { postId, waitsFor: null } }, tx.operationOptions)
  const { _id, random, width, height, placeholder, narrower } = picture
  return { _id, ownerId, random, width, height, placeholder, narrower, alt }
}

/** Reads posts as `viewer` sees them, in a few queries for all of them together. */
async function readPosts(mongo: MongoDatabase, ids: readonly string[], viewer: Viewer): Promise<Post[]> {
  if (ids.length === 0) return []
  const [rows, likedPostIds] = await runMongoOperations(mongo, [
    () =>
      postsIn(mongo)
        .find({ _id: { $in: [...ids] } }, mongo.operationOptions)
        .toArray(),
    () => findLikedPostIds(mongo, ids, viewer),
  ])
  const memberIds = rows.flatMap(({ authorId, comments }) => [authorId, ...comments.map((comment) => comment.authorId)])
  const visibleMembers = await findVisibleMemberViews(mongo, viewer, [...new Set(memberIds)])
  const posts = rows.map((row) => async () => {
    const user = visibleMembers.get(row.authorId)
    if (!user) return undefined
    const comments = await readVisibleComments(mongo, row, visibleMembers, viewer)
    return documentToPost(row, { user, comments, viewer, viewerLiked: likedPostIds.has(row._id) })
  })
  const visiblePosts = (await runMongoOperations(mongo, posts)).filter((post) => post !== undefined)
  return sortPostsByIds(ids, visiblePosts)
}

async function findLikedPostIds(mongo: MongoDatabase, ids: readonly string[], viewer: Viewer): Promise<Set<string>> {
  if (!viewer) return new Set()
  const likeIds = ids.map((id) => toLikeId(id, viewer._id))
  const likes = await likesIn(mongo)
    .find({ _id: { $in: likeIds } }, { ...mongo.operationOptions, projection: { postId: 1 } })
    .toArray()
  return new Set(likes.map(({ postId }) => postId))
}

/**
 * Returns the newest comments that `viewer` may see, oldest first. Reads older comments from their collection only if one
 * of the comments in the post's document is not visible.
 */
async function readVisibleComments(
  mongo: MongoDatabase,
  { _id, comments, commentsCount }: PostDocument,
  visibleMembers: ReadonlyMap<string, MemberView>,
  viewer: Viewer,
): Promise<Comment[]> {
  const visibleComments = comments.flatMap((comment) => toVisibleComment(comment, visibleMembers) ?? [])
  if (visibleComments.length === comments.length || commentsCount === comments.length) return visibleComments
  const window = { limit: MAX_POST_COMMENTS_IN_VIEW, after: undefined, skip: 0 }
  return (await readComments(mongo, _id, viewer, window, 'newest')).slice(0, MAX_POST_COMMENTS_IN_VIEW).toReversed()
}

type ViewedParts = Pick<Post, 'user' | 'comments' | 'viewerLiked'> & { viewer: Viewer }

function documentToPost(document: PostDocument, { user, comments, viewer, viewerLiked }: ViewedParts): Post {
  const { _id, content, createdAt, rev, likes, likesCount, commentsCount } = document
  return {
    _id,
    user,
    content,
    pictures: toPostPictures(document),
    createdAt,
    rev,
    likes: includeViewerLike(likes, viewer, viewerLiked),
    likesCount,
    comments,
    commentsCount,
    viewerLiked,
  }
}
