import { appendToMongoOutbox } from '@meadow/events'
import { createMongoMemberReadModel } from '@meadow/members'
import { type MongoCollection, type MongoDatabase, runMongoOperations, withMongoTransaction } from '@meadow/storage'
import {
  type MutedContentRepository,
  type MutedTarget,
  planContentMute,
  type StoredContentMute,
} from './muted-content.ts'

/** Something that a member mutes. `_id` is made of member, kind and target. */
export type MutedContentDocument = MutedTarget & StoredContentMute & { _id: string; memberId: string; mutedAt: Date }

export const mutedContentIn = ({ db }: MongoDatabase) => db.collection<MutedContentDocument>('muted_content')

export const mutedContentCollection: MongoCollection = {
  name: 'muted_content',
  indexes: [{ name: 'by_member', key: { memberId: 1, mutedAt: -1 } }],
}

/** Creates the repository of muted posts and tags on MongoDB. */
export const createMongoMutedContent = (mongo: MongoDatabase): MutedContentRepository => ({
  change: (change) =>
    withMongoTransaction(
      mongo,
      async (tx) => {
        const { memberId, kind, target, at } = change
        const options = tx.operationOptions
        const all = await mutedContentIn(tx).find({ memberId }, options).toArray()
        const ended = all.filter(({ until }) => until !== null && until <= at)
        const acting = all.filter((mute) => mute.kind === kind && !ended.includes(mute))
        const known = acting.find((mute) => mute.target === target)
        const plan = planContentMute(change, { known, otherCount: acting.length - (known ? 1 : 0) })
        if (!plan) return
        const _id = `${memberId} ${kind} ${target}`
        const obsolete = ended.map((mute) => mute._id).filter((id) => id !== _id)
        if (obsolete.length > 0) await mutedContentIn(tx).deleteMany({ _id: { $in: obsolete } }, options)
        if (plan.mute) {
          const mutedAt = known?.mutedAt ?? at
          const update = { $set: { ...plan.mute, memberId, kind, target, mutedAt } }
          await mutedContentIn(tx).updateOne({ _id }, update, { ...options, upsert: true })
        } else await mutedContentIn(tx).deleteOne({ _id }, options)
        await appendToMongoOutbox(tx, plan.event)
      },
      change.memberId,
    ),

  async find(memberId, at) {
    const [{ words }, content] = await runMongoOperations(mongo, [
      () => createMongoMemberReadModel(mongo).findMutedWords(memberId),
      () => mutedContentIn(mongo).find({ memberId }, mongo.operationOptions).sort({ mutedAt: -1 }).toArray(),
    ])
    return {
      words,
      content: content
        .filter(({ until }) => until === null || until > at)
        .map(({ kind, target, until }) => ({ kind, target, until })),
    }
  },
})
