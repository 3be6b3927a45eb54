import { maySee, mongoMembers } from '@meadow/members'
import { type Mongo, together } from '@meadow/storage'
import { sidesIn } from '../conversations/mongo-rows.ts'
import { mongoRelations } from '../members/mongo-relations.ts'
import { PARTNERS_MAX, type Partners } from './partners.ts'

export const mongoPartners = (mongo: Mongo): Partners => ({
  async of(ids, since) {
    const asks = ids.map((id) => async () => [id, await newestOf(mongo, id, since)] as const)
    const newest = await together(mongo, asks)
    const others = [...new Set(newest.flatMap(([, partners]) => partners))]
    const [members, blocked] = await together(mongo, [
      () => mongoMembers(mongo).find(ids),
      () => mongoRelations(mongo).blocked(ids, others),
    ])
    const isSeen = (id: string, by: string): boolean => {
      const member = members.get(id)
      return member !== undefined && maySee({ _id: by }, member, { blocked: blocked.get(id)?.has(by) ?? false })
    }
    return new Map(newest.map(([id, partners]) => [id, partners.filter((by) => isSeen(id, by))]))
  },
})

async function newestOf(mongo: Mongo, member: string, since: Date): Promise<string[]> {
  const sides = await sidesIn(mongo)
    .find({ member, movedAt: { $gt: since } }, { ...mongo.within, projection: { _id: 0, other: 1 } })
    .sort({ movedAt: -1, conversationId: -1 })
    .limit(PARTNERS_MAX)
    .toArray()
  return sides.map(({ other }) => other)
}
