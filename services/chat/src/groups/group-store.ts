import { type Actor, type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import type { UnreadTotal } from '../conversations/conversation.ts'
import {
  type ChangedConversation,
  changeConversation,
  type LockedConversation,
} from '../conversations/write/change-conversation.ts'
import type { MessageChange } from '../messages/change-message.ts'
import { isDeletable } from '../messages/delete/delete-message.ts'
import { type Message, toConversationEventFields } from '../messages/message.ts'
import type { Group, GroupChange, GroupNotice, GroupPlan } from './group.ts'

/** A group to create. `clientGroupId` identifies it for its creator: a repeat creates nothing. */
export type NewGroup = {
  _id: string
  name: string
  clientGroupId: string | undefined
  creator: Actor
  invitedIds: readonly string[]
  noticeId: string
  at: Date
  newId: (at: Date) => string
}

/** A request to change a group. `newId` creates the ids of the notices. */
export type GroupChangeRequest = {
  groupId: string
  by: Actor
  change: GroupChange
  at: Date
  newId: (at: Date) => string
}

/** The group before a change, the change, and the unread totals after it of the members who noticed it. `plan` is undefined if nothing changed. */
export type ChangedGroup = { before: Group; plan: GroupPlan | undefined; totals: ReadonlyMap<string, UnreadTotal> }

/** The members who got to know of a deleted message, with their unread totals. `isChanged` is false if it was already deleted. */
export type DeletedGroupMessage = {
  message: Message
  group: Group
  isChanged: boolean
  totals: ReadonlyMap<string, UnreadTotal>
}

/** A part of the messages of a group that come after `afterSeq`: the newest ones before `beforeSeq`, but not those of some senders. */
type GroupMessageWindow = { afterSeq: number; beforeSeq: number; exceptSenderIds: readonly string[]; limit: number }

/** Groups, their members and invitations. Their messages are sent and marked as those of every conversation. */
export type GroupStore = {
  /** Stores a group with its first notice. Returns its id, or that of the first one in the case of a repeat. */
  create(group: NewGroup): Promise<string>
  /** Returns the id of the group that a member created with a `clientGroupId`. */
  findCreated(creatorId: string, clientGroupId: string): Promise<string | undefined>
  /** Changes a group as `planGroupChange` decides, under the lock of its conversation. @throws not_found, and its errors */
  change(request: GroupChangeRequest): Promise<ChangedGroup>
  /** Returns the groups of which a member is one, or to which they are invited: all of them, or the one with this id. */
  find(memberId: string, groupId?: string): Promise<Group[]>
  /** Returns those of `ids` whom the member follows and who follow them back. */
  findMutualFollowers(memberId: string, ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Returns the blocks between the members of two lists, in either direction. */
  findBlocks(memberIds: readonly string[], otherIds: readonly string[]): Promise<{ from: string; to: string }[]>
  /** Returns messages, the newest first. */
  listMessages(groupId: string, window: GroupMessageWindow): Promise<Message[]>
  /** Returns the messages after `afterSeq` that have changed after `sinceRev`, by their `rev`. */
  listChangedMessages(
    groupId: string,
    window: { afterSeq: number; sinceRev: number; limit: number },
  ): Promise<Message[]>
  /** Returns the newest message of each group. */
  listNewestMessages(groupIds: readonly string[]): Promise<Message[]>
  /** Deletes a message by its sender. @throws message_not_found unless it is one of a group, not_your_message */
  deleteMessage(deletion: MessageChange): Promise<DeletedGroupMessage>
}

/** A notice to store as a message. */
export type PlannedNotice = { _id: string; seq: number; rev: number; createdAt: Date; notice: GroupNotice }

/**
 * Returns the conversation of a group after a change, with the notices to store. A member who joins has `unread` messages; one who leaves
 * takes what is unread for them out of their total. A change without a notice raises `rev`, too.
 */
export function applyGroupPlan(
  conversation: LockedConversation,
  plan: GroupPlan,
  { before, unread, at, newId }: { before: Group; unread: number; at: Date; newId: (at: Date) => string },
): { changed: ChangedConversation; notices: PlannedNotice[] } {
  const leaver = before.members.find(({ _id }) => _id === plan.left)
  const counted = plan.joined
    ? [{ of: [plan.joined._id], by: unread }]
    : leaver
      ? [{ of: [leaver._id], by: -leaver.unread }]
      : []
  const notices: PlannedNotice[] = []
  let changed = changeConversation(conversation, { ...(counted[0] && { unread: counted[0] }) })
  for (const notice of plan.isDeleted ? [] : plan.notices) {
    const _id = newId(at)
    changed = changeConversation(changed, { message: { _id, at } })
    notices.push({ _id, seq: changed.seq, rev: changed.rev, createdAt: changed.movedAt, notice })
  }
  return { changed, notices }
}

/** Returns the conversation of a group, with a member who joins. */
export const toLockedConversation = (
  { _id, seq, rev, movedAt, members }: Group,
  joined?: { _id: string },
): LockedConversation => ({
  _id,
  seq,
  rev,
  movedAt,
  members: [...members.map((member) => ({ _id: member._id })), ...(joined ? [{ _id: joined._id }] : [])],
})

/**
 * Returns the conversation of a group after the deletion of a message; undefined if it is already deleted. It no longer counts for those
 * who have not read it: `hiddenIds` are members across a block of the sender, for whom it never counted.
 * @throws not_your_message, message_not_found
 */
export function planGroupMessageDeletion(
  group: Group,
  message: Pick<Message, 'seq' | 'sender' | 'deletedAt'>,
  by: { _id: string },
  hiddenIds: readonly string[],
): ChangedConversation | undefined {
  if (!isDeletable(message, by)) return undefined
  const unreadBy = group.members.filter(
    ({ _id, readUpTo, unread }) =>
      _id !== message.sender._id && readUpTo < message.seq && unread > 0 && !hiddenIds.includes(_id),
  )
  return changeConversation(toLockedConversation(group), { unread: { of: unreadBy.map(({ _id }) => _id), by: -1 } })
}

/**
 * Returns the events of a change: of the members whom it invites, and of one who leaves, or answers an invitation, whose pushes are no longer
 * shown. Neither are those of the invited members of a group that is deleted.
 */
export function createGroupEvents(
  {
    _id: groupId,
    name: groupName,
    invitations = [],
  }: Pick<Group, '_id' | 'name'> & Partial<Pick<Group, 'invitations'>>,
  by: Actor,
  { invited = [], uninvited, left, isDeleted }: Pick<GroupPlan, 'invited' | 'uninvited' | 'left' | 'isDeleted'>,
  {
    changed: { seq, rev },
    at,
    newId,
  }: { changed: Pick<ChangedConversation, 'seq' | 'rev'>; at: Date; newId: (at: Date) => string },
): DomainEvent[] {
  const toFields = () => toConversationEventFields(groupId, { id: newId(at), time: at })
  const memberIds = invited.map(({ _id }) => _id)
  const uninvitedIds = [uninvited ?? [], isDeleted ? invitations.map(({ _id }) => _id) : []].flat()
  const toReadEvent = (readerId: string, upToSeq: number) =>
    createEvent(events.groupMessagesRead, { ...toFields(), data: { readerId, groupId, upToSeq, rev } })
  return [
    ...(memberIds.length > 0
      ? [
          createEvent(events.groupMembersInvited, {
            ...toFields(),
            data: { actor: by, groupId, groupName, memberIds, rev },
          }),
        ]
      : []),
    ...(left ? [toReadEvent(left, seq)] : []),
    ...uninvitedIds.map((id) => toReadEvent(id, 0)),
  ]
}

/** Returns the event of a deleted message. */
export const createGroupMessageDeletedEvent = (
  { _id: groupId, members }: Group,
  { messageId, at, eventId }: MessageChange,
  { rev }: Pick<ChangedConversation, 'rev'>,
): DomainEvent =>
  createEvent(events.groupMessageDeleted, {
    ...toConversationEventFields(groupId, { id: eventId, time: at }),
    data: { messageId, groupId, memberIds: members.map(({ _id }) => _id), rev },
  })
