import type { MemberMarks } from '../conversation.ts'

/**
 * A conversation as the transaction of a change found it, with its members. `seq` numbers its messages, `rev` its changes, by
 * which clients synchronise, and `movedAt` is the time of its newest message, by which lists are sorted. In PostgreSQL its row is
 * locked until the transaction ends.
 */
export type LockedConversation = {
  _id: string
  seq: number
  rev: number
  movedAt: Date
  members: readonly { _id: string }[]
}

/** A change of a conversation. Each one raises `rev`, and the `changeSeq` of every member, unless it is hidden. */
export type ConversationChange = {
  /** A new message, which takes the next `seq`. */
  message?: { _id: string; at: Date }
  /** Adds `by` to the unread counts of these members. */
  unread?: { of: readonly string[]; by: number }
  /** The new marks of the member `of`. Marks never decrease. */
  marks?: { of: string; readUpTo?: number; deliveredUpTo: number }
  /** The message request ends: for all members, it is a conversation like any other. */
  endsRequest?: boolean
  /** Only the member whose marks these are may notice: `rev` stays, and the `changeSeq` of all others. */
  isHidden?: boolean
  /** The number of revisions that other messages got by this change (see `bumpRelatedRevisions`). */
  bumpedRevisions?: number
}

/** The changes for one member: `unread` is added to the unread count. The marks are 0 unless they have moved. */
type MemberChange = MemberMarks & { unread: number }

const NO_MEMBER_CHANGE: MemberChange = { unread: 0, readUpTo: 0, deliveredUpTo: 0 }

/**
 * A conversation after one or more changes. Only `changeConversation` creates it, and the stores write nothing else. So no writer
 * can forget to raise `rev`, by which a batch recognises a conversation that another transaction has changed, and clients
 * recognise missed changes.
 */
export type ChangedConversation = LockedConversation & {
  /** The newest message, if the changes add one. */
  lastMessageId?: string
  memberChanges: ReadonlyMap<string, MemberChange>
  endsRequest?: boolean
  /** The members whose `changeSeq` rises: all of them, unless all changes are hidden. */
  movedMembers: readonly { _id: string }[]
}

/** Returns the conversation after one more change. Its time never goes back. */
export function changeConversation(
  conversation: LockedConversation | ChangedConversation,
  { message, unread, marks, endsRequest = false, isHidden = false, bumpedRevisions = 0 }: ConversationChange = {},
): ChangedConversation {
  const memberChanges = new Map('memberChanges' in conversation ? conversation.memberChanges : [])
  const changeMember = (_id: string, { unread: by = 0, readUpTo = 0, deliveredUpTo = 0 }: Partial<MemberChange>) => {
    const known = memberChanges.get(_id) ?? NO_MEMBER_CHANGE
    memberChanges.set(_id, { unread: known.unread + by, ...toFurthestMarks(known, { readUpTo, deliveredUpTo }) })
  }
  for (const _id of unread?.of ?? []) changeMember(_id, { unread: unread?.by ?? 0 })
  if (marks) changeMember(marks.of, marks)
  const { seq, rev, movedAt, members } = conversation
  const movedBefore = 'movedMembers' in conversation ? conversation.movedMembers : []
  return {
    ...conversation,
    seq: message ? seq + 1 : seq,
    rev: isHidden ? rev : rev + bumpedRevisions + 1,
    movedAt: message && message.at > movedAt ? message.at : movedAt,
    ...(message && { lastMessageId: message._id }),
    ...(endsRequest && { endsRequest }),
    memberChanges,
    movedMembers: isHidden
      ? members.filter((member) => member._id === marks?.of || movedBefore.includes(member))
      : members,
  }
}

/** Returns the further of two marks of a member, for both kinds of marks. */
export const toFurthestMarks = (one: MemberMarks, other: MemberMarks): MemberMarks => ({
  readUpTo: Math.max(one.readUpTo, other.readUpTo),
  deliveredUpTo: Math.max(one.deliveredUpTo, other.deliveredUpTo),
})
