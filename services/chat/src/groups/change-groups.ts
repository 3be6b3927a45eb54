import type { GroupView } from '@meadow/contracts'
import { MAX_GROUPS } from '@meadow/contracts/limits'
import {
  type AssertWordsAllowed,
  canBeginConversation,
  claimsToActor,
  type NewMemberBrake,
  toContactPrivacy,
} from '@meadow/members'
import { type Caller, DomainError, type Throttle, type ThrottleLimit, withThrottle } from '@meadow/service'
import type { MessageLimits } from '../config.ts'
import type { UnreadTotal } from '../conversations/conversation.ts'
import type { AssertMayWrite } from '../members/verified-email-check.ts'
import type { Push } from '../realtime/push/push-bus.ts'
import { assertInvitable, type GroupChange } from './group.ts'
import type { ChangedGroup, GroupStore } from './group-store.ts'
import { findGroup, findGroups, type ReadGroupsDeps, toGroupViews } from './read-groups.ts'

export type ChangeGroupsDeps = ReadGroupsDeps & {
  groups: Pick<GroupStore, 'create' | 'findCreated' | 'change' | 'findMutualFollowers'>
  assertMayWrite: AssertMayWrite
  assertWordsAllowed: AssertWordsAllowed
  brakeNewMember: NewMemberBrake
  messageThrottle: Throttle
  messageLimits: Pick<MessageLimits, 'ofSender'>
  push: Push
  newId: (at: Date) => string
}

/** Calls of a member that invite others, in an hour. */
const GROUP_INVITE_LIMIT: ThrottleLimit = { name: 'group-invites', max: 60, windowSeconds: 3_600 }

/**
 * Creates a group, of which the caller is the only member and admin until others accept, and tells those who are invited. A repeat returns
 * the first group.
 * @throws email_unverified, words_refused, not_invitable, group_limit_reached, new_account_limit, too_many_requests
 */
export async function createGroup(
  deps: ChangeGroupsDeps,
  caller: Caller,
  {
    name,
    memberIds,
    clientGroupId,
  }: { name: string; memberIds: readonly string[]; clientGroupId?: string | undefined },
): Promise<GroupView> {
  const creator = claimsToActor(caller)
  const invitedIds = [...new Set(memberIds)].filter((id) => id !== creator._id)
  const createdId = clientGroupId && (await deps.groups.findCreated(creator._id, clientGroupId))
  if (createdId) return readGroupView(deps, creator._id, createdId)
  await deps.assertMayWrite(creator._id)
  await deps.assertWordsAllowed({ name })
  if (invitedIds.length === 0) throw new DomainError('not_invitable')
  await assertRelations(deps, creator._id, invitedIds)
  await assertRoom(deps, creator._id)
  const at = deps.now()
  const { newId } = deps
  const group = { _id: newId(at), name, clientGroupId, creator, invitedIds, noticeId: newId(at), at, newId }
  const groupId = await withThrottle(deps.messageThrottle, GROUP_INVITE_LIMIT, creator._id, () =>
    deps.brakeNewMember('conversations', creator._id, () => deps.groups.create(group)),
  )
  if (groupId === group._id) tellMembers(deps, groupId, [creator._id, ...invitedIds])
  return readGroupView(deps, creator._id, groupId)
}

/** Returns a group as a member or an invited one sees it. @throws not_found */
export async function readGroupView(deps: ReadGroupsDeps, memberId: string, groupId: string): Promise<GroupView> {
  const [view] = await toGroupViews(deps, [await findGroup(deps, memberId, groupId, { isInvited: true })])
  if (!view) throw new DomainError('not_found')
  return view
}

/** Accepts an invitation. A repeat changes nothing. @throws not_found, group_limit_reached, email_unverified, too_many_requests */
export async function acceptGroup(deps: ChangeGroupsDeps, caller: Caller, groupId: string): Promise<GroupView> {
  const { group } = await findGroup(deps, caller.sub, groupId, { isInvited: true })
  if (!group.members.some(({ _id }) => _id === caller.sub)) await assertRoom(deps, caller.sub)
  await changeGroupAsWriter(deps, caller, groupId, { kind: 'accept' })
  return readGroupView(deps, caller.sub, groupId)
}

/** Changes the name of a group. @throws not_found, not_group_admin, words_refused, email_unverified, too_many_requests */
export async function renameGroup(
  deps: ChangeGroupsDeps,
  caller: Caller,
  groupId: string,
  name: string,
): Promise<GroupView> {
  await deps.assertWordsAllowed({ name })
  await changeGroupAsWriter(deps, caller, groupId, { kind: 'rename', name })
  return readGroupView(deps, caller.sub, groupId)
}

/** Invites members. @throws not_found, not_group_admin, not_invitable, group_full, email_unverified, too_many_requests */
export async function inviteToGroup(
  deps: ChangeGroupsDeps,
  caller: Caller,
  groupId: string,
  userIds: readonly string[],
): Promise<GroupView> {
  await deps.assertMayWrite(caller.sub)
  const { group } = await findGroup(deps, caller.sub, groupId)
  const present = [...group.members, ...group.invitations].map(({ _id }) => _id)
  const memberIds = [...new Set(userIds)].filter((id) => !present.includes(id))
  if (group.members.find(({ _id }) => _id === caller.sub)?.role !== 'admin') throw new DomainError('not_group_admin')
  await withThrottle(deps.messageThrottle, GROUP_INVITE_LIMIT, caller.sub, async () => {
    await assertRelations(deps, caller.sub, memberIds)
    await changeGroup(deps, caller, groupId, { kind: 'invite', memberIds })
  })
  return readGroupView(deps, caller.sub, groupId)
}

/**
 * Gives a role to a member.
 * @throws not_found, not_group_admin, member_not_found, last_admin, email_unverified, too_many_requests
 */
export async function setGroupRole(
  deps: ChangeGroupsDeps,
  caller: Caller,
  groupId: string,
  { memberId, role }: Omit<Extract<GroupChange, { kind: 'set_role' }>, 'kind'>,
): Promise<GroupView> {
  await changeGroupAsWriter(deps, caller, groupId, { kind: 'set_role', memberId, role })
  return readGroupView(deps, caller.sub, groupId)
}

/** Removes a member or an invitation; the caller leaves or declines by their own id. @throws not_found, not_group_admin, member_not_found */
export async function removeFromGroup(
  deps: ChangeGroupsDeps,
  caller: Caller,
  groupId: string,
  memberId: string,
): Promise<void> {
  await changeGroup(deps, caller, groupId, { kind: 'remove', memberId })
}

/**
 * Changes a group with a line, which counts as a message of the member. Nobody needs this to leave, to decline or to remove others.
 * @throws email_unverified, too_many_requests, and the errors of the change
 */
async function changeGroupAsWriter(
  deps: ChangeGroupsDeps,
  caller: Caller,
  groupId: string,
  change: GroupChange,
): Promise<void> {
  await deps.assertMayWrite(caller.sub)
  await withThrottle(deps.messageThrottle, deps.messageLimits.ofSender, caller.sub, () =>
    changeGroup(deps, caller, groupId, change),
  )
}

/** Changes a group and tells all who are in it or invited, before the change or after it. */
async function changeGroup(
  deps: ChangeGroupsDeps,
  caller: Caller,
  groupId: string,
  change: GroupChange,
): Promise<void> {
  const { groups, now, newId } = deps
  const changed = await groups.change({ groupId, by: claimsToActor(caller), change, at: now(), newId })
  if (!changed.plan) return
  tellMembers(deps, groupId, listInformed(changed))
  tellUnread(deps, changed)
}

function listInformed({ before, plan }: ChangedGroup): string[] {
  const invited = [...before.invitations, ...(plan?.invited ?? [])]
  return [...new Set([...before.members, ...invited].map(({ _id }) => _id))]
}

const tellMembers = ({ push }: Pick<ChangeGroupsDeps, 'push'>, groupId: string, members: readonly string[]) =>
  push({ to: { members }, name: 'groupUpdated', payload: { groupId } })

/** What is unread changes for a member who joins or leaves. */
function tellUnread({ push }: Pick<ChangeGroupsDeps, 'push'>, { plan, totals }: ChangedGroup): void {
  const member = plan?.joined?._id ?? plan?.left
  const unread: UnreadTotal | undefined = member === undefined ? undefined : totals.get(member)
  if (member !== undefined && unread) push({ to: { member }, name: 'unread', payload: unread })
}

/** @throws group_limit_reached if a member is in as many groups as they may be */
async function assertRoom(deps: ReadGroupsDeps, memberId: string): Promise<void> {
  const found = await findGroups(deps, memberId)
  const own = found.filter(({ group }) => group.members.some(({ _id }) => _id === memberId))
  if (own.length >= MAX_GROUPS) throw new DomainError('group_limit_reached')
}

/**
 * Checks that a member may invite others: they follow each other, the settings of the others allow a conversation, and there is no block
 * between them. A block between two others is no reason: a refusal would tell the member of it.
 * @throws not_invitable
 */
async function assertRelations(
  { groups, members }: Pick<ChangeGroupsDeps, 'groups' | 'members'>,
  memberId: string,
  invitedIds: readonly string[],
): Promise<void> {
  const [known, mutual, blocks] = await Promise.all([
    members.find(invitedIds),
    groups.findMutualFollowers(memberId, invitedIds),
    groups.findBlocks(invitedIds, [memberId]),
  ])
  const follows = { isFollowing: true, isFollowedBack: true }
  const open = [...known.values()].filter(
    ({ state, contactPrivacy }) =>
      state === 'active' && canBeginConversation(toContactPrivacy(contactPrivacy), follows),
  )
  const mutualIds = new Set(open.flatMap(({ _id }) => (mutual.has(_id) ? [_id] : [])))
  assertInvitable(invitedIds, { mutualIds, blocks })
}
