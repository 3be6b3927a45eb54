import type { GroupMessageView, GroupView, MemberView } from '@meadow/contracts'
import { type Member, type SharedSignals, toMemberView } from '@meadow/members'
import { NO_MARKS, toMarksView } from '../conversations/marks/conversation-marks.ts'
import type { Message } from '../messages/message.ts'
import type { Group } from './group.ts'

/** The members of whom a list of groups shows the names and pictures. */
export const MAX_LISTED_MEMBERS = 5

/** The relations of a viewer to the members of a group. */
export type GroupViewer = {
  _id: string
  /** The time at which the viewer looks. */
  at: Date
  /** The members, invited members, and those who have invited or are named by notices, by their ids. */
  members: ReadonlyMap<string, Member>
  followedIds: ReadonlySet<string>
  /** The members whom the viewer blocks, and those who block the viewer. */
  blockedIds: ReadonlySet<string>
  blockerIds: ReadonlySet<string>
  /** Returns what two members show each other. */
  shared: (one: string, other: string) => Pick<SharedSignals, 'readMarks'>
}

/** Returns true if there is a block between the viewer and a member. */
export const isHiddenFrom = ({ blockedIds, blockerIds }: Pick<GroupViewer, 'blockedIds' | 'blockerIds'>, id: string) =>
  blockedIds.has(id) || blockerIds.has(id)

/** Returns the view of a member; undefined if they are gone, or block the viewer. */
function toPersonView(viewer: GroupViewer, id: string): MemberView | undefined {
  const member = viewer.members.get(id)
  if (member?.state !== 'active' || viewer.blockerIds.has(id)) return undefined
  return toMemberView(member, viewer.followedIds.has(id))
}

/**
 * Converts a group to the view of a member or an invited one. Read marks are left out where one of the two hides them, and across a block.
 * `lastMessage` is the newest message that the viewer sees.
 */
export function toGroupView(group: Group, viewer: GroupViewer, lastMessage: GroupMessageView | null): GroupView {
  const own = group.members.find(({ _id }) => _id === viewer._id)
  const invitation = own ? undefined : group.invitations.find(({ _id }) => _id === viewer._id)
  const members = group.members.flatMap(({ _id, role, joinedAt, readUpTo, fromSeq }) => {
    const person = toPersonView(viewer, _id)
    if (!person) return []
    const isShown = own !== undefined && viewer.shared(viewer._id, _id).readMarks && !isHiddenFrom(viewer, _id)
    const isBlocked = viewer.blockedIds.has(_id)
    return [{ ...person, role, joinedAt: joinedAt.toISOString(), readUpTo: isShown ? readUpTo : 0, fromSeq, isBlocked }]
  })
  return {
    _id: group._id,
    kind: 'group',
    name: group.name,
    role: own?.role ?? null,
    invitedBy: invitation ? (toPersonView(viewer, invitation.invitedBy) ?? null) : null,
    memberCount: members.length,
    members,
    invited: own ? group.invitations.flatMap(({ _id }) => toPersonView(viewer, _id) ?? []) : [],
    lastMessage,
    unreadCount: own?.unread ?? 0,
    marks: toMarksView(own?.settings ?? NO_MARKS, group.seq, viewer.at),
    rev: group.rev,
    seq: own ? group.seq : 0,
    createdAt: group.createdAt.toISOString(),
  }
}

/** Converts a message of a group to its view. `members` has those whom notices name. Only its sender gets the `clientMessageId`. */
export function toGroupMessageView(
  message: Message,
  viewer: { _id: string },
  members: ReadonlyMap<string, Member>,
): GroupMessageView {
  const { system, sender } = message
  const notice = system && system.event !== 'disappearing' ? { ...system, event: system.event } : undefined
  const named = notice?.memberId === undefined ? undefined : members.get(notice.memberId)
  return {
    _id: message._id,
    groupId: message.conversationId,
    seq: message.seq,
    rev: message.rev,
    clientMessageId: sender._id === viewer._id ? message.clientMessageId : null,
    sender: toPerson(sender),
    content: message.content,
    ...(message.facets.length > 0 && { facets: message.facets }),
    notice: notice
      ? { event: notice.event, member: named?.state === 'active' ? toPerson(named) : null, name: notice.name ?? null }
      : null,
    createdAt: message.createdAt.toISOString(),
    deletedAt: message.deletedAt?.toISOString() ?? null,
  }
}

const toPerson = ({ _id, username, fullName, avatar, isVerified }: Message['sender'] | Member) => ({
  _id,
  username,
  fullName,
  avatar,
  isVerified,
})
