import {
  createMongoMemberReadModel,
  findVisibleMembers,
  getEdgeCollection,
  toEdgeId,
  toMemberView,
} from '@meadow/members'
import type { MongoDatabase } from '@meadow/storage'
import { foldText } from '../search/search-text.ts'
import type { MutualFollowerList } from './mutuals.ts'
import { matchesName } from './name-filter.ts'

type Named = { _id: string; name: string }

const byName = (one: Named, other: Named): number =>
  one.name === other.name ? (one._id < other._id ? -1 : 1) : one.name < other.name ? -1 : 1

/** Out of the read model of members: who is followed are some thousands at most. */
export const createMongoMutualFollowerList = (mongo: MongoDatabase): MutualFollowerList => ({
  async list(viewer, { q, after, limit }) {
    const members = await findVisibleMembers(mongo, viewer, await readMutuals(mongo, viewer._id))
    const named = [...members.values()].map((member) => ({ ...member, name: foldText(member.fullName) })).sort(byName)
    const last = after === undefined ? undefined : await nameOf(mongo, after)
    const rest = last ? named.filter((member) => byName(last, member) < 0) : named
    if (after !== undefined && !last) return []
    const found = rest.filter((member) => matchesName(member, q)).slice(0, limit + 1)
    return found.map((member) => toMemberView(member, true))
  },
})

async function readMutuals(mongo: MongoDatabase, viewer: string): Promise<string[]> {
  const follows = getEdgeCollection(mongo, 'follows')
  const followed = await follows
    .find({ from: viewer, active: true }, { ...mongo.operationOptions, projection: { _id: 0, to: 1 } })
    .toArray()
  const back = { _id: { $in: followed.map(({ to }) => toEdgeId(to, viewer)) }, active: true }
  const mutual = await follows
    .find(back, { ...mongo.operationOptions, hint: '_id_', projection: { _id: 0, from: 1 } })
    .toArray()
  return mutual.map(({ from }) => from)
}

async function nameOf(mongo: MongoDatabase, _id: string): Promise<Named | undefined> {
  const member = (await createMongoMemberReadModel(mongo).find([_id])).get(_id)
  return member && { _id, name: foldText(member.fullName) }
}
