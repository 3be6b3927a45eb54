import { appendToMongoOutbox, createMongoClientKeyStore } from '@meadow/events'
import { createMongoMemberReadModel, toMemberView } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { deletePictures, picturesIn } from '../media/mongo-picture-repository.ts'
import { toAddress } from '../media/picture.ts'
import { requireActiveMember } from '../members/require-active-member.ts'
import { findVisiblePost } from './mongo-post-changes.ts'
import { commentsIn, likesIn, postsIn } from './mongo-post-collections.ts'
import { readPosts } from './mongo-read-posts.ts'
import { createPictureUnavailableError, FIRST_REV, type PictureReference, type PostPicture } from './post.ts'
import type { PostRepository } from './post-repository.ts'

export const createMongoPostRepository = (mongo: MongoDatabase): PostRepository => ({
  findMany: (ids, viewer) => readPosts(mongo, ids, viewer),

  async add(post, author, announce, key) {
    const added = await withMongoTransaction(mongo, async (tx) => {
      const { _id, content, alt, createdAt } = post
      const member = await requireActiveMember(createMongoMemberReadModel(tx), author)
      const earlier = key && (await createMongoClientKeyStore(tx).claim(key, _id))
      if (earlier) return earlier
      const picture = post.picture && (await takePicture(tx, post.picture, { postId: _id, ownerId: author._id }))
      const said = { _id, content, alt, createdAt, rev: FIRST_REV }
      const untouched = { likes: [], likesCount: 0, comments: [], commentsCount: 0 }
      const kept = { authorId: author._id, picture: picture ?? null, hasPicture: picture !== undefined }
      await postsIn(tx).insertOne({ ...said, ...kept, ...untouched }, tx.operationOptions)
      await appendToMongoOutbox(tx, announce(picture ? toAddress(picture) : ''))
      return { ...said, user: toMemberView(member, false), picture, ...untouched, viewerLiked: false }
    })
    if (typeof added !== 'string') return added
    const [earlier] = await readPosts(mongo, [added], author)
    if (!earlier) throw new DomainError('post_not_found')
    return earlier
  },

  remove: (_id, by, at, announce) =>
    withMongoTransaction(
      mongo,
      async (tx) => {
        const { authorId, picture, rev } = await findVisiblePost(tx, _id, by)
        if (authorId !== by._id) throw new DomainError('not_your_post')
        await postsIn(tx).deleteOne({ _id }, tx.operationOptions)
        await likesIn(tx).deleteMany({ postId: _id }, tx.operationOptions)
        await commentsIn(tx).deleteMany({ postId: _id }, tx.operationOptions)
        if (picture) await deletePictures(tx, [picture], at)
        await appendToMongoOutbox(tx, announce({ authorId, rev: rev + 1 }))
      },
      _id,
    ),

  async ping() {
    await mongo.db.command({ ping: 1, ...mongo.operationOptions })
  },
})

/** Gives a free picture of the owner's to the post. */
async function takePicture(
  tx: MongoDatabase,
  name: PictureReference,
  { postId, ownerId }: { postId: string; ownerId: string },
): Promise<PostPicture> {
  const picture = await picturesIn(tx).findOne({ ...name }, tx.operationOptions)
  const isFree = picture?.ownerId === ownerId && picture.purpose === 'post' && picture.postId === null
  if (!isFree) throw createPictureUnavailableError()
  await picturesIn(tx).updateOne({ _id: picture._id }, { $set: { postId, waitsFor: null } }, tx.operationOptions)
  const { _id, random, width, height, placeholder, narrower } = picture
  return { _id, ownerId, random, width, height, placeholder, narrower }
}
