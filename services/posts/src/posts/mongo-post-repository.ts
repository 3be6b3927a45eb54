import { appendToMongoOutbox, createMongoClientKeyStore } from '@meadow/events'
import { createMongoMemberReadModel } from '@meadow/members'
import { type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { deletePictures, picturesIn } from '../media/mongo-picture-repository.ts'
import { requireActiveMember } from '../members/require-active-member.ts'
import { findVisiblePost } from './mongo-post-changes.ts'
import { commentsIn, likesIn, type PostDocument, postsIn } from './mongo-post-collections.ts'
import { readPosts } from './mongo-read-posts.ts'
import {
  assertPostAuthor,
  createPictureUnavailableError,
  type NewPost,
  type PictureReference,
  type Post,
  type PostPicture,
  toFirstRevision,
} from './post.ts'
import { toPostCreatedEvent, toPostDeletedEvent } from './post-events.ts'
import type { PostRepository } from './post-repository.ts'

export const createMongoPostRepository = (mongo: MongoDatabase): PostRepository => ({
  findMany: (ids, viewer) => readPosts(mongo, ids, viewer),

  add: (newPost, key) =>
    withMongoTransaction(mongo, async (tx) => {
      const { _id, author } = newPost
      const member = await requireActiveMember(createMongoMemberReadModel(tx), author)
      const repeatedId = key && (await createMongoClientKeyStore(tx).claim(key, _id))
      if (repeatedId) return { repeatedId }
      const picture = newPost.picture && (await attachPicture(tx, newPost.picture, newPost))
      const post = toFirstRevision(newPost, member, picture)
      await postsIn(tx).insertOne(toPostDocument(post), tx.operationOptions)
      await appendToMongoOutbox(tx, toPostCreatedEvent(newPost, picture))
      return { post }
    }),

  delete: (deletion) => {
    const { postId: _id, by, at } = deletion
    return withMongoTransaction(
      mongo,
      async (tx) => {
        const { authorId, picture, rev } = await findVisiblePost(tx, _id, by)
        assertPostAuthor(authorId, by)
        await postsIn(tx).deleteOne({ _id }, tx.operationOptions)
        await likesIn(tx).deleteMany({ postId: _id }, tx.operationOptions)
        await commentsIn(tx).deleteMany({ postId: _id }, tx.operationOptions)
        if (picture) await deletePictures(tx, [picture], at)
        await appendToMongoOutbox(tx, toPostDeletedEvent(deletion, rev))
      },
      _id,
    )
  },

  async ping() {
    await mongo.db.command({ ping: 1, ...mongo.operationOptions })
  },
})

/** Converts a new post to its document. */
const toPostDocument = ({ user, viewerLiked, picture, ...post }: Post): PostDocument => ({
  ...post,
  authorId: user._id,
  picture: picture ?? null,
  hasPicture: picture !== undefined,
  comments: [],
})

/** Attaches an unused picture of the author to the post. @throws invalid_request when there is no such picture */
async function attachPicture(
  tx: MongoDatabase,
  reference: PictureReference,
  { _id: postId, author: { _id: ownerId } }: NewPost,
): Promise<PostPicture> {
  const picture = await picturesIn(tx).findOne({ ...reference }, tx.operationOptions)
  const isUnused = picture?.ownerId === ownerId && picture.purpose === 'post' && picture.postId === null
  if (!isUnused) throw createPictureUnavailableError()
  await picturesIn(tx).updateOne({ _id: picture._id }, { $set: { postId, waitsFor: null } }, tx.operationOptions)
  const { _id, random, width, height, placeholder, narrower } = picture
  return { _id, ownerId, random, width, height, placeholder, narrower }
}
