import { createMongoMemberReadModel, getEdgeCollection, getMuteCollection, isMuteInEffect } from '@meadow/members'
import type { MongoCollection, MongoDatabase } from '@meadow/storage'
import type { RelationshipLookup } from '../realtime/ports.ts'

/** The index of block queries by both members, beside the indexes of the read model. */
export const blockCollection: MongoCollection = {
  name: 'blocks',
  indexes: [{ name: 'between', key: { from: 1, to: 1 }, partialFilterExpression: { active: true } }],
}

/** Reads relationships from the read model of members. */
export const createMongoRelationshipLookup = (mongo: MongoDatabase): RelationshipLookup => ({
  async findFollowersAmong(followedIds, memberIds, maxFollowers) {
    if (memberIds.length === 0) return new Map()
    const follows = getEdgeCollection(mongo, 'follows')
    const countFollowers = (to: string) =>
      follows.countDocuments({ to, active: true }, { ...mongo.operationOptions, hint: 'of', limit: maxFollowers + 1 })
    const counts = await Promise.all(followedIds.map(countFollowers))
    const few = followedIds.filter((_id, index) => (counts[index] ?? 0) <= maxFollowers)
    const filter = { to: { $in: few }, from: { $in: [...memberIds] }, active: true }
    const options = { ...mongo.operationOptions, hint: 'of', projection: { _id: 0, from: 1, to: 1 } }
    const edges = few.length > 0 ? await follows.find(filter, options).toArray() : []
    const followerIds = [...new Set(edges.map(({ from }) => from))]
    const blocks = await findMongoBlocksBetween(mongo, few, followerIds)
    const mutes = await findMongoMutesOf(mongo, followerIds, few)
    const visible = edges.filter(({ from, to }) => !blocks.get(to)?.has(from) && !mutes.get(from)?.has(to))
    const followers = Map.groupBy(visible, ({ to }) => to)
    return new Map([...followers].map(([to, all]) => [to, all.map(({ from }) => from)]))
  },

  async findHiddenAmong(memberIds, otherIds, hostId) {
    const hidden = await findMongoBlocksBetween(mongo, memberIds, otherIds)
    const others = await createMongoMemberReadModel(mongo).find(otherIds)
    const privateIds = [...others.values()].filter(({ isPrivate }) => isPrivate).map(({ _id }) => _id)
    if (privateIds.length === 0) return hidden
    const filter = { to: { $in: privateIds }, from: { $in: [...memberIds] }, active: true }
    const options = { ...mongo.operationOptions, hint: 'of', projection: { _id: 0, from: 1, to: 1 } }
    const follows = await getEdgeCollection(mongo, 'follows').find(filter, options).toArray()
    const followed = Map.groupBy(follows, ({ from }) => from)
    for (const memberId of memberIds) {
      if (memberId === hostId) continue
      const open = new Set([memberId, ...(followed.get(memberId) ?? []).map(({ to }) => to)])
      const closed = privateIds.filter((id) => !open.has(id))
      if (closed.length > 0) hidden.set(memberId, new Set([...(hidden.get(memberId) ?? []), ...closed]))
    }
    return hidden
  },
  findMutesOf: (memberIds, otherIds) => findMongoMutesOf(mongo, memberIds, otherIds),
})

/** See `RelationshipLookup.findMutesOf`. */
async function findMongoMutesOf(
  mongo: MongoDatabase,
  memberIds: readonly string[],
  otherIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  if (memberIds.length === 0 || otherIds.length === 0) return new Map()
  const filter = { to: { $in: [...otherIds] }, from: { $in: [...memberIds] }, active: true }
  const mutes = await getMuteCollection(mongo)
    .find(filter, { ...mongo.operationOptions, hint: 'by_target' })
    .toArray()
  const now = new Date()
  const byMember = Map.groupBy(
    mutes.filter((mute) => isMuteInEffect(mute, now)),
    ({ from }) => from,
  )
  return new Map([...byMember].map(([member, all]) => [member, new Set(all.map(({ to }) => to))]))
}

/**
 * Returns, for each of `memberIds`, those of `otherIds` with a block in either direction. A member without any block has no
 * entry.
 */
export async function findMongoBlocksBetween(
  mongo: MongoDatabase,
  memberIds: readonly string[],
  otherIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  if (memberIds.length === 0 || otherIds.length === 0) return new Map()
  const outgoing = await findMongoBlocks(mongo, memberIds, otherIds)
  const incoming = await findMongoBlocks(mongo, otherIds, memberIds)
  const pairs = [
    ...outgoing.map(({ from: member, to: other }) => ({ member, other })),
    ...incoming.map(({ to: member, from: other }) => ({ member, other })),
  ]
  const blocks = Map.groupBy(pairs, ({ member }) => member)
  return new Map([...blocks].map(([member, all]) => [member, new Set(all.map(({ other }) => other))]))
}

/** Returns the blocks of members, `from`, that are of others, `to`. */
export const findMongoBlocks = (
  mongo: MongoDatabase,
  from: readonly string[],
  to: readonly string[],
): Promise<{ from: string; to: string }[]> =>
  getEdgeCollection(mongo, 'blocks')
    .find(
      { from: { $in: [...from] }, to: { $in: [...to] }, active: true },
      { ...mongo.operationOptions, hint: 'between', projection: { _id: 0, from: 1, to: 1 } },
    )
    .toArray()
