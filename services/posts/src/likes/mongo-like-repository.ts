import { MAX_POST_LIKES_IN_VIEW } from '@meadow/contracts/limits'
import { appendToMongoOutbox } from '@meadow/events'
import { createMongoMemberReadModel } from '@meadow/members'
import { type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { isPostVisible, toChangedPost } from '../posts/mongo-post-changes.ts'
import { likesIn, type PostDocument, postsIn, toLikeId, toLikeSortKey } from '../posts/mongo-post-collections.ts'
import type { LikeChange } from './like.ts'
import { type LikeBatchPlan, type LikeContext, type LikedPost, type LikeRequest, planLikeBatch } from './like-batch.ts'
import { createLikeRepository, type LikeRepository } from './like-repository.ts'
import { createMongoPostLikers } from './mongo-post-likers.ts'

/** Creates the like repository on MongoDB: each like is a batch of one. */
export const createMongoLikeRepository = (mongo: MongoDatabase): LikeRepository =>
  createLikeRepository(
    (request) => withMongoTransaction(mongo, (tx) => writeLike(tx, request), request.change.postId),
    createMongoMemberReadModel(mongo),
    createMongoPostLikers(mongo),
  )

/** Writes a like or unlike, and its event. Concurrent changes of the post fail with a write conflict and are retried. */
async function writeLike(tx: MongoDatabase, request: LikeRequest) {
  const { change } = request
  const stored = await postsIn(tx).findOne({ _id: change.postId }, tx.operationOptions)
  const plan = planLikeBatch(stored ? await toLikedPost(tx, stored) : undefined, [
    { ...request, ...(await readLikeContext(tx, change, stored)) },
  ])
  if (stored && plan.events.length > 0) await storePlan(tx, change, stored.authorId, plan)
  const [outcome] = plan.outcomes
  if (!outcome) throw new Error('The plan has no outcome')
  if ('error' in outcome) throw outcome.error
  return outcome.value
}

async function readLikeContext(
  tx: MongoDatabase,
  { postId, by }: LikeChange,
  post: PostDocument | null,
): Promise<LikeContext> {
  const members = await createMongoMemberReadModel(tx).find([by._id])
  const isVisible = await isPostVisible(tx, post, by)
  const like = await likesIn(tx).findOne({ _id: toLikeId(postId, by._id) }, tx.operationOptions)
  return { memberState: members.get(by._id)?.state, isVisible, isLiker: like !== null }
}

async function toLikedPost(tx: MongoDatabase, post: PostDocument): Promise<LikedPost> {
  const projection = { _id: 0, memberId: 1, createdAt: 1 }
  const newest = likesIn(tx).find({ postId: post._id }, { ...tx.operationOptions, projection })
  const newestLikers = await newest
    .sort({ createdAt: -1, memberId: 1 })
    .limit(MAX_POST_LIKES_IN_VIEW + 1)
    .toArray()
  const { likes, ...state } = await toChangedPost(tx, post)
  return { ...state, newestLikers }
}

async function storePlan(tx: MongoDatabase, { postId }: LikeChange, authorId: string, plan: LikeBatchPlan) {
  for (const { memberId, createdAt } of plan.added) {
    const sortKey = toLikeSortKey(createdAt, postId)
    const like = { _id: toLikeId(postId, memberId), postId, memberId, authorId, createdAt, sortKey }
    await likesIn(tx).insertOne(like, tx.operationOptions)
  }
  for (const memberId of plan.removed)
    await likesIn(tx).deleteOne({ _id: toLikeId(postId, memberId) }, tx.operationOptions)
  const { rev, likesCount, likes } = plan
  await postsIn(tx).updateOne({ _id: postId }, { $set: { rev, likesCount, likes } }, tx.operationOptions)
  for (const event of plan.events) await appendToMongoOutbox(tx, event)
}
