import { appendToMongoOutbox, createMongoClientKeyStore } from '@meadow/events'
import { createMongoMemberReadModel, toMemberView } from '@meadow/members'
import { type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { deletePicturesOfPost, picturesIn } from '../media/mongo-picture-repository.ts'
import { requireActiveMember } from '../members/require-active-member.ts'
import { findVisiblePost } from './mongo-post-changes.ts'
import { commentsIn, likesIn, type PostDocument, postsIn, toPostPictures } from './mongo-post-collections.ts'
import { readPosts } from './mongo-read-posts.ts'
import {
  assertPostAuthor,
  createPictureUnavailableError,
  type NewPost,
  type NewPostPicture,
  type Post,
  type PostPicture,
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
        if (pictures.length > 0) await deletePicturesOfPost(tx, pictures, at)
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
