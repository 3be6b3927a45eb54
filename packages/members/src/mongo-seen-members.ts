import type { MemberView } from '@meadow/contracts'
import { type Mongo, together } from '@meadow/storage'
import type { Member } from './members.ts'
import { edgeId, edgesOf, membersOf } from './mongo-collections.ts'
import { mongoMembers } from './mongo-members.ts'
import { maySee, type Viewer } from './policy.ts'
import { toMemberView } from './view.ts'

/** Who renamed themselves, and whoever took the name since, may be known by it at the same time. */
const NAMESAKES = 10

/** Those of the members whom `viewer` may see: the policy, for the few that are about to be shown. */
export async function visibleMembers(
  mongo: Mongo,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, Member>> {
  const [members, blocked] = await together(mongo, [
    () => mongoMembers(mongo).find(ids),
    () => whichBlocked(mongo, viewer, ids),
  ])
  return new Map([...members].filter(([id, member]) => maySee(viewer, member, { blocked: blocked.has(id) })))
}

/** The same as answers show them to `viewer`. */
export async function seenMembers(
  mongo: Mongo,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, MemberView>> {
  const [visible, followed] = await together(mongo, [
    () => visibleMembers(mongo, viewer, ids),
    () => mongoMembers(mongo).whichFollowed(viewer?._id, ids),
  ])
  return new Map([...visible].map(([id, member]) => [id, toMemberView(member, followed.has(id))]))
}

/** The member of that name, in whatever case it is written, if `viewer` may see them. */
export async function visibleMemberNamed(mongo: Mongo, viewer: Viewer, username: string): Promise<Member | undefined> {
  const asked = membersOf(mongo).find({ username: username.toLowerCase() }, { ...mongo.within, projection: { _id: 1 } })
  const named = await asked.sort({ _id: 1 }).limit(NAMESAKES).toArray()
  const ids = named.map(({ _id }) => _id)
  const visible = await visibleMembers(mongo, viewer, ids)
  return visible.get(ids.find((id) => visible.has(id)) ?? '')
}

/** Between whom and the viewer there is a block, whoever of the two has set it. */
async function whichBlocked(mongo: Mongo, viewer: Viewer, ids: readonly string[]): Promise<Set<string>> {
  if (!viewer || ids.length === 0) return new Set()
  const either = ids.flatMap((id) => [edgeId(viewer._id, id), edgeId(id, viewer._id)])
  const blocks = await edgesOf(mongo, 'blocks')
    .find({ _id: { $in: either } }, mongo.within)
    .toArray()
  return new Set(blocks.filter(({ active }) => active).map(({ from, to }) => (from === viewer._id ? to : from)))
}
