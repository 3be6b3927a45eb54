import type { MemberView } from '@meadow/contracts'
import { type MongoDatabase, runMongoOperations } from '@meadow/storage'
import type { Member } from './member-read-model.ts'
import { toMemberView } from './member-view.ts'
import {
  getEdgeCollection,
  getFormerUsernameCollection,
  getMemberCollection,
  getMuteCollection,
  toEdgeId,
} from './mongo-collections.ts'
import { createMongoMemberReadModel } from './mongo-member-read-model.ts'
import { canView, canViewContent, isMuteInEffect, type Viewer } from './policy.ts'

/** Several members can have the same username in the read model until the event of a rename arrives. */
const MAX_NAMESAKES = 10

/** Returns the members of `ids` that the viewer can see. Meant for the few members of one page. */
export async function findVisibleMembers(
  mongo: MongoDatabase,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, Member>> {
  const [members, blocked] = await runMongoOperations(mongo, [
    () => createMongoMemberReadModel(mongo).find(ids),
    () => findBlocked(mongo, viewer, ids),
  ])
  return new Map([...members].filter(([id, member]) => canView(viewer, member, { blocked: blocked.has(id) })))
}

/** Returns the members of `ids` whose content the viewer can see. */
export async function findMembersWithVisibleContent(
  mongo: MongoDatabase,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, Member>> {
  const [visible, followed] = await runMongoOperations(mongo, [
    () => findVisibleMembers(mongo, viewer, ids),
    () => createMongoMemberReadModel(mongo).findFollowed(viewer?._id, ids),
  ])
  const isOpen = (id: string, member: Member) =>
    canViewContent(viewer, member, { blocked: false, isFollowing: followed.has(id) })
  return new Map([...visible].filter(([id, member]) => isOpen(id, member)))
}

/** Returns the views of the members of `ids` whose content the viewer can see. `isHost`: see `canViewContent`. */
export async function findContentAuthorViews(
  mongo: MongoDatabase,
  viewer: Viewer,
  ids: readonly string[],
  isHost: (id: string) => boolean = () => false,
): Promise<Map<string, MemberView>> {
  const [visible, followed] = await runMongoOperations(mongo, [
    () => findVisibleMembers(mongo, viewer, ids),
    () => createMongoMemberReadModel(mongo).findFollowed(viewer?._id, ids),
  ])
  const authors = [...visible].filter(([id, member]) =>
    canViewContent(viewer, member, { blocked: false, isFollowing: followed.has(id), isHost: isHost(id) }),
  )
  return new Map(authors.map(([id, member]) => [id, toMemberView(member, followed.has(id))]))
}

/** Finds a member by username, or by a former one that is kept, case-insensitively. Returns undefined if the viewer cannot see the member. */
export async function findVisibleMemberByUsername(
  mongo: MongoDatabase,
  viewer: Viewer,
  username: string,
): Promise<Member | undefined> {
  const sameName = getMemberCollection(mongo).find(
    { username: username.toLowerCase() },
    { ...mongo.operationOptions, projection: { _id: 1 } },
  )
  const named = await sameName.sort({ _id: 1 }).limit(MAX_NAMESAKES).toArray()
  const former = named.length > 0 ? undefined : await findFormerOwner(mongo, username.toLowerCase())
  const ids = [...named.map(({ _id }) => _id), ...(former ? [former.memberId] : [])]
  const visible = await findVisibleMembers(mongo, viewer, ids)
  return visible.get(ids.find((id) => visible.has(id)) ?? '')
}

/**
 * Returns the ids of the members with these usernames, in lower case, whose content the viewer can see. A username that nobody has now
 * leads to the member who had it, while it is kept.
 */
export async function findMemberIdsByUsernames(
  mongo: MongoDatabase,
  viewer: Viewer,
  usernames: readonly string[],
): Promise<{ id: string; username: string }[]> {
  const named = await getMemberCollection(mongo)
    .find({ username: { $in: [...usernames] } }, { ...mongo.operationOptions, projection: { username: 1 } })
    .limit(usernames.length * MAX_NAMESAKES)
    .toArray()
  const used = new Set(named.map(({ username }) => username))
  const unused = usernames.filter((username) => !used.has(username))
  const former = unused.length > 0 ? await findFormerOwners(mongo, unused) : []
  const found = [
    ...named.map(({ _id: id, username }) => ({ id, username })),
    ...former.map(({ _id: username, memberId: id }) => ({ id, username })),
  ]
  const ids = found.map(({ id }) => id)
  const visible = await findMembersWithVisibleContent(mongo, viewer, ids)
  return found.filter(({ id }) => visible.has(id))
}

const findFormerOwners = (mongo: MongoDatabase, usernames: readonly string[]) =>
  getFormerUsernameCollection(mongo)
    .find({ _id: { $in: [...usernames] }, keptUntil: { $gt: new Date() } }, mongo.operationOptions)
    .toArray()

const findFormerOwner = (mongo: MongoDatabase, username: string) =>
  getFormerUsernameCollection(mongo).findOne({ _id: username, keptUntil: { $gt: new Date() } }, mongo.operationOptions)

/** Returns those of `ids`, or all members, whom the viewer mutes now. */
export async function findMutedMembers(
  mongo: MongoDatabase,
  viewer: Viewer,
  ids?: readonly string[],
): Promise<Set<string>> {
  if (!viewer || ids?.length === 0) return new Set()
  const filter = ids ? { _id: { $in: ids.map((id) => toEdgeId(viewer._id, id)) } } : { from: viewer._id, active: true }
  const mutes = await getMuteCollection(mongo).find(filter, mongo.operationOptions).toArray()
  const now = new Date()
  return new Set(mutes.filter((mute) => isMuteInEffect(mute, now)).map(({ to }) => to))
}

/** Returns the members of `ids` with a block between them and the viewer, in either direction. */
async function findBlocked(mongo: MongoDatabase, viewer: Viewer, ids: readonly string[]): Promise<Set<string>> {
  if (!viewer || ids.length === 0) return new Set()
  const either = ids.flatMap((id) => [toEdgeId(viewer._id, id), toEdgeId(id, viewer._id)])
  const blocks = await getEdgeCollection(mongo, 'blocks')
    .find({ _id: { $in: either } }, mongo.operationOptions)
    .toArray()
  return new Set(blocks.filter(({ active }) => active).map(({ from, to }) => (from === viewer._id ? to : from)))
}
