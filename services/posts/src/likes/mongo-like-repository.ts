import { POST_LIKES_SHOWN } from '@meadow/contracts/limits'
import { appendToMongoOutbox } from '@meadow/events'
import { mongoMembers } from '@meadow/members'
import { type Mongo, mongoTransaction } from '@meadow/storage'
import { admitActor } from '../members/admit-actor.ts'
import { findVisible, movePost } from '../posts/mongo-move-post.ts'
import { type LikeRow, likeId, likePlace, likesIn } from '../posts/mongo-rows.ts'
import type { LikeRepository } from './like-repository.ts'

export const mongoLikes = (mongo: Mongo): LikeRepository => ({
  async set({ postId, by, at: createdAt }, wanted, announce) {
    const { authorId } = await findVisible(mongo, postId, by)
    await admitActor(mongoMembers(mongo), by)
    const ends = { _id: likeId(postId, by._id), postId, memberId: by._id, authorId }
    const like: LikeRow = { ...ends, createdAt, place: likePlace(createdAt, postId) }
    const change = async (tx: Mongo) => {
      const wasLiked = (await likesIn(tx).findOne({ _id: like._id }, tx.within)) !== null
      const liked = wanted ?? !wasLiked
      if (liked === wasLiked) return { liked, changed: false }
      if (liked) await likesIn(tx).insertOne(like, tx.within)
      else await likesIn(tx).deleteOne({ _id: like._id }, tx.within)
      const likes = await newestLikers(tx, postId)
      const moved = await movePost(tx, postId, { likesCount: liked ? 1 : -1, likes })
      await appendToMongoOutbox(tx, announce(liked, moved))
      return { liked, changed: true }
    }
    return mongoTransaction(mongo, change, postId)
  },
})

async function newestLikers(tx: Mongo, postId: string): Promise<string[]> {
  const newest = likesIn(tx).find({ postId }, { ...tx.within, projection: { _id: 0, memberId: 1 } })
  const likes = await newest.sort({ createdAt: -1, memberId: 1 }).limit(POST_LIKES_SHOWN).toArray()
  return likes.map(({ memberId }) => memberId)
}
