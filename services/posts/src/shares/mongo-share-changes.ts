import { appendToMongoOutbox } from '@meadow/events'
import { createMongoMemberReadModel, toActor } from '@meadow/members'
import { newId } from '@meadow/service'
import type { MongoDatabase } from '@meadow/storage'
import { toChangedPost } from '../posts/mongo-post-changes.ts'
import { type PostDocument, postsIn } from '../posts/mongo-post-collections.ts'
import { type OwnShares, planShareRemoval, type SharePlan } from './share.ts'

/** Reads the shares that a member has of a post. */
export async function readOwnShares(tx: MongoDatabase, postId: string, memberId: string): Promise<OwnShares> {
  const options = { ...tx.operationOptions, projection: { _id: 1 } }
  const ofMember = { sharedPostId: postId, authorId: memberId }
  const plain = await postsIn(tx).findOne({ ...ofMember, isPlainShare: true }, options)
  const quote = await postsIn(tx).findOne({ ...ofMember, isPlainShare: false }, options)
  return { plainShareId: plain?._id, hasQuotes: quote !== null }
}

/** Stores the counter of a post, and the events of the change. */
export async function storeSharePlan(tx: MongoDatabase, _id: string, { post, events }: SharePlan): Promise<void> {
  const { sharesCount, rev } = post
  await postsIn(tx).updateOne({ _id }, { $set: { sharesCount, rev } }, tx.operationOptions)
  for (const event of events) await appendToMongoOutbox(tx, event)
}

/** Takes a deleted share from the count of its original, if that still exists. Does nothing for a post that is no share. */
export async function uncountDeletedShare(
  tx: MongoDatabase,
  { _id: shareId, authorId, sharedPostId: postId }: PostDocument,
  at: Date,
): Promise<void> {
  if (!postId) return
  const original = await postsIn(tx).findOne({ _id: postId }, tx.operationOptions)
  const member = (await createMongoMemberReadModel(tx).find([authorId])).get(authorId)
  if (!original || !member) return
  const { plainShareId, hasQuotes } = await readOwnShares(tx, postId, authorId)
  const removal = { postId, by: toActor(member), at, eventId: newId(at) }
  const hasOtherShares = hasQuotes || plainShareId !== undefined
  const plan = planShareRemoval(await toChangedPost(tx, original), shareId, removal, hasOtherShares)
  await storeSharePlan(tx, postId, plan)
}

/** Takes a deleted share from the count of its original, unless its member has another one, which is deleted later. There is no event. */
export async function uncountErasedShare(
  tx: MongoDatabase,
  { authorId, sharedPostId: postId }: PostDocument,
): Promise<void> {
  if (!postId) return
  const { plainShareId, hasQuotes } = await readOwnShares(tx, postId, authorId)
  if (plainShareId || hasQuotes) return
  await postsIn(tx).updateOne({ _id: postId }, { $inc: { sharesCount: -1 } }, tx.operationOptions)
}
