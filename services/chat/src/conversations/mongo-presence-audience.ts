import { canView, createMongoMemberReadModel } from '@meadow/members'
import { type MongoDatabase, runMongoOperations } from '@meadow/storage'
import { findMongoBlocksBetween } from '../members/mongo-relationship-lookup.ts'
import { MAX_PRESENCE_AUDIENCE, type PresenceAudience } from '../realtime/ports.ts'
import { getConversationMemberCollection } from './mongo-conversation-rows.ts'

export const createMongoPresenceAudience = (mongo: MongoDatabase): PresenceAudience => ({
  async findPresenceAudience(memberIds, since) {
    const reads = memberIds.map((id) => async () => [id, await findRecentContacts(mongo, id, since)] as const)
    const contacts = await runMongoOperations(mongo, reads)
    const contactIds = [...new Set(contacts.flatMap(([, ids]) => ids))]
    const [members, blocks] = await runMongoOperations(mongo, [
      () => createMongoMemberReadModel(mongo).find(memberIds),
      () => findMongoBlocksBetween(mongo, memberIds, contactIds),
    ])
    const isVisibleTo = (id: string, viewerId: string): boolean => {
      const member = members.get(id)
      const blocked = blocks.get(id)?.has(viewerId) ?? false
      return member !== undefined && canView({ _id: viewerId }, member, { blocked })
    }
    return new Map(contacts.map(([id, ids]) => [id, ids.filter((viewerId) => isVisibleTo(id, viewerId))]))
  },
})

async function findRecentContacts(mongo: MongoDatabase, member: string, since: Date): Promise<string[]> {
  const sides = await getConversationMemberCollection(mongo)
    .find(
      { member, other: { $ne: null }, request: { $exists: false }, movedAt: { $gt: since } },
      { ...mongo.operationOptions, hint: 'newest', projection: { _id: 0, other: 1 } },
    )
    .sort({ movedAt: -1, conversationId: -1 })
    .limit(MAX_PRESENCE_AUDIENCE)
    .toArray()
  return sides.flatMap(({ other }) => other ?? [])
}
