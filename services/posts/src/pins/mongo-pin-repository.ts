import { appendToMongoOutbox } from '@meadow/events'
import { createMongoMemberReadModel, findVisibleMemberByUsername } from '@meadow/members'
import { type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { requireActiveMember } from '../members/require-active-member.ts'
import { isPostVisible } from '../posts/mongo-post-changes.ts'
import { postsIn } from '../posts/mongo-post-collections.ts'
import { pinnedPostsIn } from './mongo-pin-collection.ts'
import { planPostPin } from './pin.ts'
import type { PinRepository } from './pin-repository.ts'

export const createMongoPinRepository = (mongo: MongoDatabase): PinRepository => ({
  set: (pin) =>
    withMongoTransaction(
      mongo,
      async (tx) => {
        const { postId, by, isPinned, at } = pin
        await requireActiveMember(createMongoMemberReadModel(tx), by)
        const post = await postsIn(tx).findOne({ _id: postId }, tx.operationOptions)
        const isVisible = await isPostVisible(tx, post, by)
        const current = await pinnedPostsIn(tx).findOne({ _id: by._id }, tx.operationOptions)
        const context = { isVisible, isPlainShare: post?.isPlainShare === true, isPinned: current?.postId === postId }
        const plan = planPostPin(post ? { authorId: post.authorId, rev: post.rev, ...context } : undefined, pin)
        if (!plan) return
        if (isPinned) {
          const change = { $set: { postId, pinnedAt: at } }
          await pinnedPostsIn(tx).updateOne({ _id: by._id }, change, { ...tx.operationOptions, upsert: true })
        } else await pinnedPostsIn(tx).deleteOne({ _id: by._id }, tx.operationOptions)
        await postsIn(tx).updateOne({ _id: postId }, { $set: { rev: plan.rev } }, tx.operationOptions)
        await appendToMongoOutbox(tx, plan.event)
      },
      pin.postId,
    ),

  async findByUsername(username, viewer) {
    const member = await findVisibleMemberByUsername(mongo, viewer, username)
    const pinned = member && (await pinnedPostsIn(mongo).findOne({ _id: member._id }, mongo.operationOptions))
    return pinned?.postId
  },
})
