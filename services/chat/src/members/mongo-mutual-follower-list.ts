import {
  canBeginConversation,
  createMongoMemberReadModel,
  findVisibleMembers,
  getEdgeCollection,
  toContactPrivacy,
  toEdgeId,
  toMemberView,
} from '@meadow/members'
import { foldText, type MongoDatabase } from '@meadow/storage'
import type { MutualFollowerList } from './mutual-follower-list.ts'
import { matchesName } from './name-filter.ts'

type SortableMember = { _id: string; foldedName: string }

function compareByName(one: SortableMember, other: SortableMember): number {
  if (one.foldedName !== other.foldedName) return one.foldedName < other.foldedName ? -1 : 1
  return one._id < other._id ? -1 : 1
}

/** Creates the list on the read model of members. Sorts in memory: a member follows at most some thousands. */
export const createMongoMutualFollowerList = (mongo: MongoDatabase): MutualFollowerList => ({
  async list(viewer, { q, after, limit }) {
    const { followedIds, mutualIds } = await findFollowedIds(mongo, viewer._id)
    const visible = await findVisibleMembers(mongo, viewer, followedIds)
    const members = [...visible.values()]
      .filter(({ _id, contactPrivacy }) => {
        const follows = { isFollowing: true, isFollowedBack: mutualIds.has(_id) }
        return canBeginConversation(toContactPrivacy(contactPrivacy), follows)
      })
      .map((member) => ({ ...member, foldedName: foldText(member.fullName) }))
      .sort(compareByName)
    const last = after === undefined ? undefined : await findSortableMember(mongo, after)
    if (after !== undefined && !last) return []
    const rest = last ? members.filter((member) => compareByName(last, member) < 0) : members
    const matches = rest.filter((member) => matchesName(member, q)).slice(0, limit + 1)
    return matches.map((member) => ({ member: toMemberView(member, true), isMutual: mutualIds.has(member._id) }))
  },
})

/** Finds all members whom the viewer follows, and those of them who follow back. */
async function findFollowedIds(
  mongo: MongoDatabase,
  viewer: string,
): Promise<{ followedIds: string[]; mutualIds: ReadonlySet<string> }> {
  const follows = getEdgeCollection(mongo, 'follows')
  const followed = await follows
    .find({ from: viewer, active: true }, { ...mongo.operationOptions, projection: { _id: 0, to: 1 } })
    .toArray()
  const followedBack = { _id: { $in: followed.map(({ to }) => toEdgeId(to, viewer)) }, active: true }
  const mutual = await follows
    .find(followedBack, { ...mongo.operationOptions, hint: '_id_', projection: { _id: 0, from: 1 } })
    .toArray()
  return { followedIds: followed.map(({ to }) => to), mutualIds: new Set(mutual.map(({ from }) => from)) }
}

async function findSortableMember(mongo: MongoDatabase, _id: string): Promise<SortableMember | undefined> {
  const member = (await createMongoMemberReadModel(mongo).find([_id])).get(_id)
  return member && { _id, foldedName: foldText(member.fullName) }
}
