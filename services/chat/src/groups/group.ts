import { MAX_GROUP_MEMBERS } from '@meadow/contracts/limits'
import { DomainError } from '@meadow/service'
import type { MemberMarks } from '../conversations/conversation.ts'
import type { ConversationMarks } from '../conversations/marks/conversation-marks.ts'

/** The rights of a member in a group. An admin renames it, invites and removes members, and gives roles. */
export type GroupRole = 'admin' | 'member'

/** A member of a group, who sees the messages after `fromSeq`, with what they have set for it. */
export type GroupMember = MemberMarks & {
  _id: string
  role: GroupRole
  joinedAt: Date
  fromSeq: number
  unread: number
  settings?: ConversationMarks
}

/** An invited member, who will see the messages whose `seq` is above `fromSeq`, the `seq` of the group at the invitation. */
export type GroupInvitation = { _id: string; invitedBy: string; fromSeq: number }

/**
 * A group as it is stored. `seq` is the number of its newest message, `rev` counts all its changes, and `movedAt` is the time of the newest
 * message, by which lists are ordered.
 */
export type Group = {
  _id: string
  name: string
  seq: number
  rev: number
  createdAt: Date
  movedAt: Date
  members: readonly GroupMember[]
  invitations: readonly GroupInvitation[]
}

/**
 * A system line among the messages, such as "Ann renamed the group": the sender of its message acted. `memberId` is the member who was
 * acted on, `name` the new name of the group.
 */
export type GroupNotice = {
  event: 'created' | 'renamed' | 'joined' | 'left' | 'removed' | 'admin' | 'notAdmin'
  memberId?: string
  name?: string
}

/** A change that a member asks for. The caller has checked the ids of `invite` by `assertInvitable`. */
export type GroupChange =
  | { kind: 'rename'; name: string }
  | { kind: 'invite'; memberIds: readonly string[] }
  | { kind: 'accept' }
  | { kind: 'remove'; memberId: string }
  | { kind: 'set_role'; memberId: string; role: GroupRole }

/** The effects of a change. */
export type GroupPlan = {
  name?: string
  invited?: readonly GroupInvitation[]
  /** The member whose invitation ends. */
  uninvited?: string
  joined?: { _id: string; fromSeq: number }
  left?: string
  roles?: readonly { _id: string; role: GroupRole }[]
  notices: readonly GroupNotice[]
  /** The last member has left: the group is deleted with its messages. */
  isDeleted?: true
}

/**
 * Decides on a change of a group by one of its members, or by an invited one. Returns undefined if it would
 * alter nothing.
 * @throws not_found for others, not_group_admin, group_full, member_not_found, last_admin
 */
export function planGroupChange(group: Group, actorId: string, change: GroupChange): GroupPlan | undefined {
  const actor = findById(group.members, actorId)
  const invitation = findById(group.invitations, actorId)
  if (!actor && !invitation) throw new DomainError('not_found')
  if (change.kind === 'accept') return invitation && planAcceptance(invitation)
  if (change.kind === 'remove' && change.memberId === actorId) return actor ? planLeave(group, actor) : planEnd(actorId)
  if (!actor) throw new DomainError('not_found') // what is inside is not shown to invited members
  if (actor.role !== 'admin') throw new DomainError('not_group_admin')
  if (change.kind === 'rename') return planRename(group, change.name)
  if (change.kind === 'invite') return planInvitations(group, actorId, change.memberIds)
  if (change.kind === 'remove') return planRemoval(group, change.memberId)
  return planRole(group, change)
}

const findById = <Entry extends { _id: string }>(entries: readonly Entry[], id: string): Entry | undefined =>
  entries.find(({ _id }) => _id === id)

const planAcceptance = ({ _id, fromSeq }: GroupInvitation): GroupPlan => ({
  uninvited: _id,
  joined: { _id, fromSeq },
  notices: [{ event: 'joined' }],
})

/** An invitation that is declined or withdrawn leaves no line. */
const planEnd = (memberId: string): GroupPlan => ({ uninvited: memberId, notices: [] })

const planRename = (group: Group, name: string): GroupPlan | undefined =>
  name === group.name ? undefined : { name, notices: [{ event: 'renamed', name }] }

/** Members who are in the group, or invited, stay as they are. A member named twice counts once. */
function planInvitations(group: Group, invitedBy: string, memberIds: readonly string[]): GroupPlan | undefined {
  const present = [...group.members, ...group.invitations]
  const added = [...new Set(memberIds)].filter((id) => !findById(present, id))
  if (added.length === 0) return undefined
  if (present.length + added.length > MAX_GROUP_MEMBERS) throw new DomainError('group_full')
  return { invited: added.map((_id) => ({ _id, invitedBy, fromSeq: group.seq })), notices: [] }
}

/** The member who joined first becomes an admin if there would be none. */
function planLeave({ members }: Group, actor: GroupMember): GroupPlan {
  const others = members.filter(({ _id }) => _id !== actor._id)
  const [oldest] = others.toSorted(
    (one, other) => one.joinedAt.getTime() - other.joinedAt.getTime() || compareIds(one, other),
  )
  const left = { left: actor._id, notices: [{ event: 'left' as const }] }
  if (!oldest) return { ...left, isDeleted: true }
  if (others.some(({ role }) => role === 'admin')) return left
  return {
    ...left,
    roles: [{ _id: oldest._id, role: 'admin' }],
    notices: [...left.notices, { event: 'admin', memberId: oldest._id }],
  }
}

const compareIds = (one: { _id: string }, other: { _id: string }): number => (one._id < other._id ? -1 : 1)

function planRemoval({ members, invitations }: Group, memberId: string): GroupPlan {
  if (findById(invitations, memberId)) return planEnd(memberId)
  if (!findById(members, memberId)) throw new DomainError('member_not_found')
  return { left: memberId, notices: [{ event: 'removed', memberId }] }
}

function planRole(
  { members }: Group,
  { memberId, role }: Extract<GroupChange, { kind: 'set_role' }>,
): GroupPlan | undefined {
  const member = findById(members, memberId)
  if (!member) throw new DomainError('member_not_found')
  if (member.role === role) return undefined
  const hasOtherAdmin = members.some((other) => other._id !== memberId && other.role === 'admin')
  if (!hasOtherAdmin) throw new DomainError('last_admin')
  const event = role === 'admin' ? 'admin' : 'notAdmin'
  return { roles: [{ _id: memberId, role }], notices: [{ event, memberId }] }
}

/** The relations that decide whom a member may invite. `blocks` has the blocks between the member and them. */
type InviteRelations = { mutualIds: ReadonlySet<string>; blocks: readonly object[] }

/** Asserts that all are mutual followers of the inviter, without a block in either direction. @throws not_invitable */
export function assertInvitable(memberIds: readonly string[], { mutualIds, blocks }: InviteRelations): void {
  if (blocks.length > 0 || !memberIds.every((id) => mutualIds.has(id))) throw new DomainError('not_invitable')
}
