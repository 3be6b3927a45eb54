import { MAX_POST_LIKES_IN_VIEW } from '@meadow/contracts/limits'
import { appendToMongoOutbox } from '@meadow/events'
import { createMongoMemberReadModel } from '@meadow/members'
import { type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { requireActiveMember } from '../members/require-active-member.ts'
import { applyPostChange, findVisiblePost } from '../posts/mongo-post-changes.ts'
import { type LikeDocument, likesIn, toLikeId, toLikeSortKey } from '../posts/mongo-post-collections.ts'
import { toLikeEvent } from './like.ts'
import type { LikeRepository } from './like-repository.ts'

export const createMongoLikeRepository = (mongo: MongoDatabase): LikeRepository => ({
  async set(likeChange, requested) {
    const { postId, by, at: createdAt } = likeChange
    const { authorId } = await findVisiblePost(mongo, postId, by)
    await requireActiveMember(createMongoMemberReadModel(mongo), by)
    const like: LikeDocument = {
      _id: toLikeId(postId, by._id),
      postId,
      memberId: by._id,
      authorId,
      createdAt,
      sortKey: toLikeSortKey(createdAt, postId),
    }
    const change = async (tx: MongoDatabase) => {
      const wasLiked = (await likesIn(tx).findOne({ _id: like._id }, tx.operationOptions)) !== null
      const liked = requested ?? !wasLiked
      if (liked === wasLiked) return liked
      if (liked) await likesIn(tx).insertOne(like, tx.operationOptions)
      else await likesIn(tx).deleteOne({ _id: like._id }, tx.operationOptions)
      const likes = await findNewestLikers(tx, postId)
      const post = await applyPostChange(tx, postId, { likesCount: liked ? 1 : -1, likes })
      await appendToMongoOutbox(tx, toLikeEvent(likeChange, liked, post))
      return liked
    }
    return withMongoTransaction(mongo, change, postId)
  },
})

async function findNewestLikers(tx: MongoDatabase, postId: string): Promise<string[]> {
  const newest = likesIn(tx).find({ postId }, { ...tx.operationOptions, projection: { _id: 0, memberId: 1 } })
  const likes = await newest.sort({ createdAt: -1, memberId: 1 }).limit(MAX_POST_LIKES_IN_VIEW).toArray()
  return likes.map(({ memberId }) => memberId)
}
