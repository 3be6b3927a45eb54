import { appendToMongoOutbox, mongoClientKeys } from '@meadow/events'
import { mongoMembers, toMemberView } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type Mongo, mongoTransaction } from '@meadow/storage'
import { forgetPictures, mediaIn } from '../media/mongo-media-repository.ts'
import { toAddress } from '../media/picture.ts'
import { admitActor } from '../members/admit-actor.ts'
import { findVisible } from './mongo-move-post.ts'
import { readPosts } from './mongo-read-posts.ts'
import { commentsIn, likesIn, postsIn } from './mongo-rows.ts'
import { FIRST_REV, type PictureName, type PostPicture, pictureRefused } from './post.ts'
import type { PostRepository } from './post-repository.ts'

export const mongoPosts = (mongo: Mongo): PostRepository => ({
  findMany: (ids, viewer) => readPosts(mongo, ids, viewer),

  async add(post, author, announce, key) {
    const added = await mongoTransaction(mongo, async (tx) => {
      const { _id, content, alt, createdAt } = post
      const member = await admitActor(mongoMembers(tx), author)
      const earlier = key && (await mongoClientKeys(tx).take(key, _id))
      if (earlier) return earlier
      const picture = post.picture && (await takePicture(tx, post.picture, { postId: _id, ownerId: author._id }))
      const said = { _id, content, alt, createdAt, rev: FIRST_REV }
      const untouched = { likes: [], likesCount: 0, comments: [], commentsCount: 0 }
      const kept = { authorId: author._id, picture: picture ?? null, hasPicture: picture !== undefined }
      await postsIn(tx).insertOne({ ...said, ...kept, ...untouched }, tx.within)
      await appendToMongoOutbox(tx, announce(picture ? toAddress(picture) : ''))
      return { ...said, user: toMemberView(member, false), picture, ...untouched, viewerLiked: false }
    })
    if (typeof added !== 'string') return added
    const [earlier] = await readPosts(mongo, [added], author)
    if (!earlier) throw new DomainError('post_not_found')
    return earlier
  },

  remove: (_id, by, at, announce) =>
    mongoTransaction(
      mongo,
      async (tx) => {
        const { authorId, picture, rev } = await findVisible(tx, _id, by)
        if (authorId !== by._id) throw new DomainError('not_your_post')
        await postsIn(tx).deleteOne({ _id }, tx.within)
        await likesIn(tx).deleteMany({ postId: _id }, tx.within)
        await commentsIn(tx).deleteMany({ postId: _id }, tx.within)
        if (picture) await forgetPictures(tx, [picture], at)
        await appendToMongoOutbox(tx, announce({ authorId, rev: rev + 1 }))
      },
      _id,
    ),

  async ping() {
    await mongo.db.command({ ping: 1, ...mongo.within })
  },
})

/** Gives a free picture of the owner's to the post. */
async function takePicture(
  tx: Mongo,
  name: PictureName,
  { postId, ownerId }: { postId: string; ownerId: string },
): Promise<PostPicture> {
  const picture = await mediaIn(tx).findOne({ ...name }, tx.within)
  const isFree = picture?.ownerId === ownerId && picture.purpose === 'post' && picture.postId === null
  if (!isFree) throw pictureRefused()
  await mediaIn(tx).updateOne({ _id: picture._id }, { $set: { postId, waitsFor: null } }, tx.within)
  const { _id, random, width, height, placeholder, narrower } = picture
  return { _id, ownerId, random, width, height, placeholder, narrower }
}
