import { getEdgeCollection, toEdgeId } from '@meadow/members'
import type { MongoCollection, MongoDatabase } from '@meadow/storage'
import type { RelationshipLookup } from '../realtime/ports.ts'

/** The index of block queries by both members, beside the indexes of the read model. */
export const blockCollection: MongoCollection = {
  name: 'blocks',
  indexes: [{ name: 'between', key: { from: 1, to: 1 }, partialFilterExpression: { active: true } }],
}

/** Reads relationships from the read model of members. */
export const createMongoRelationshipLookup = (mongo: MongoDatabase): RelationshipLookup => ({
  async findFollowersAmong(followedId, memberIds) {
    if (memberIds.length === 0) return []
    const filter = { _id: { $in: memberIds.map((id) => toEdgeId(id, followedId)) }, active: true }
    const edges = await getEdgeCollection(mongo, 'follows')
      .find(filter, { ...mongo.operationOptions, hint: '_id_', projection: { from: 1 } })
      .toArray()
    const followers = edges.map(({ from }) => from)
    const blocks = await findMongoBlocksBetween(mongo, [followedId], followers)
    return followers.filter((id) => !blocks.get(followedId)?.has(id))
  },

  findBlocksBetween: (memberIds, otherIds) => findMongoBlocksBetween(mongo, memberIds, otherIds),
})

/** See `RelationshipLookup.findBlocksBetween`. */
export async function findMongoBlocksBetween(
  mongo: MongoDatabase,
  memberIds: readonly string[],
  otherIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  if (memberIds.length === 0 || otherIds.length === 0) return new Map()
  const findBlocks = (from: readonly string[], to: readonly string[]) =>
    getEdgeCollection(mongo, 'blocks')
      .find(
        { from: { $in: [...from] }, to: { $in: [...to] }, active: true },
        { ...mongo.operationOptions, hint: 'between', projection: { _id: 0, from: 1, to: 1 } },
      )
      .toArray()
  const outgoing = await findBlocks(memberIds, otherIds)
  const incoming = await findBlocks(otherIds, memberIds)
  const pairs = [
    ...outgoing.map(({ from: member, to: other }) => ({ member, other })),
    ...incoming.map(({ to: member, from: other }) => ({ member, other })),
  ]
  const blocks = Map.groupBy(pairs, ({ member }) => member)
  return new Map([...blocks].map(([member, all]) => [member, new Set(all.map(({ other }) => other))]))
}
