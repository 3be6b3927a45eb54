import { type ContactPrivacy, decideFirstContact } from '@meadow/members'
import { DomainError } from '@meadow/service'

/** A direct conversation is that of a pair of members, and found by it. Every other kind has any number, and is found by its id. */
export type ConversationKind = 'direct' | 'group'

/** Addresses a conversation for one of its members: a direct one by the other member, every other kind by its id. */
export type ConversationAddress = { otherId: string } | { conversationId: string }

/**
 * Returns true if a conversation of this kind may be addressed so. The id of a direct one is refused: visibility and blocks are
 * rules of a pair.
 */
export const isAddressable = (kind: ConversationKind, address: object): boolean =>
  kind !== 'direct' || !('conversationId' in address)

/** The marks of a member: the last `seq` that they have read, and the last one delivered to a device of theirs. */
export type MemberMarks = { readUpTo: number; deliveredUpTo: number }

/** Returns the marks that the sender of a message sees: how far all other members have read and received. */
export const toLowestMarks = (others: readonly MemberMarks[]): MemberMarks =>
  others.length === 0
    ? { readUpTo: 0, deliveredUpTo: 0 }
    : {
        readUpTo: Math.min(...others.map(({ readUpTo }) => readUpTo)),
        deliveredUpTo: Math.min(...others.map(({ deliveredUpTo }) => deliveredUpTo)),
      }

/**
 * A conversation as one of its members has it. `unreadCount` may be of a later `rev`, never of an earlier one. `readUpTo`
 * and `deliveredUpTo` are those of the other member, `viewerReadUpTo` and `viewerDeliveredUpTo` those of the viewer.
 */
export type ConversationState = {
  _id: string
  seq: number
  rev: number
  viewerReadUpTo: number
  viewerDeliveredUpTo: number
  unreadCount: number
  readUpTo: number
  deliveredUpTo: number
  /** The last `seq` that the viewer has cleared; 0 if there is none. */
  viewerClearedUpTo: number
}

/** The unread messages of a member in all conversations, and the `changeSeq` of that member at this count. */
export type UnreadTotal = { messages: number; changeSeq: number }

/**
 * The rights of a member with another: to see them, and to begin a conversation with them, or a request where the recipient's settings
 * allow only that (`decideFirstContact`).
 */
export type Relationship = { isVisible: boolean; canBegin: boolean; canRequest: boolean }

/**
 * The state of a message request in the row of one member of a conversation. It has none before and after: an accepted request is a
 * conversation like any other. The sender of a declined one still has 'sent', so that they cannot tell.
 */
export type RequestState = 'sent' | 'received' | 'declined'

/** Returns true if a conversation is a request for its member, who has neither accepted nor answered it. */
export const isReceivedRequest = (request: RequestState | null | undefined): boolean =>
  request === 'received' || request === 'declined'

/** The contact that a member may have with another without a conversation: to begin one or a request, and to see their presence if the follow is mutual. */
export type Contact = { canBegin: boolean; canRequest: boolean; isMutual: boolean }

/** Returns the contact with a recipient. The one rule of both stores, for a message as for the view of an empty conversation. */
export const toContact = (
  recipient: Pick<ContactPrivacy, 'messagesFrom' | 'allowRequests'>,
  follows: { isFollowing: boolean; isFollowedBack: boolean },
): Contact => {
  const first = decideFirstContact(recipient, follows)
  return {
    canBegin: first === 'conversation',
    canRequest: first === 'request',
    isMutual: follows.isFollowing && follows.isFollowedBack,
  }
}

/** Returns two member ids in the order in which a conversation stores them. */
export const orderMemberIds = (one: string, other: string): [low: string, high: string] =>
  one < other ? [one, other] : [other, one]

/** The rights of a member in a conversation. Members of a direct conversation are equal. */
type ConversationRole = 'admin' | 'member'

/** A conversation to store, with its members. Only a direct one has a pair, in its order. */
export type NewConversation = {
  _id: string
  kind: ConversationKind
  pair?: readonly [low: string, high: string]
  members: readonly { _id: string; role: ConversationRole; request?: RequestState | undefined }[]
  createdAt: Date
}

/** Returns the direct conversation that the first message of `sender` opens. `isRequest`: it is a request for the other. */
export function openDirectConversation(
  _id: string,
  { sender, other, isRequest }: { sender: string; other: string; isRequest: boolean },
  createdAt: Date,
): NewConversation {
  const pair = orderMemberIds(sender, other)
  const members = pair.map((member) => {
    const state = member === sender ? ('sent' as const) : ('received' as const)
    return { _id: member, role: 'member' as const, ...(isRequest && { request: state }) }
  })
  return { _id, kind: 'direct', pair, members, createdAt }
}

/** Returns the other member of a direct conversation; null in other kinds. */
export const getOtherOfPair = (pair: NewConversation['pair'], memberId: string): string | null =>
  pair ? (pair[0] === memberId ? pair[1] : pair[0]) : null

/** Refuses to show a member across a block, or one who is gone. @throws member_not_found */
export function assertVisible(isVisible: boolean): void {
  if (!isVisible) throw new DomainError('member_not_found')
}

/**
 * Refuses whatever would reach the other member: a message, an edit, a reaction. The code is that of any member whom one may not
 * write to, so it does not tell a block from a missing follow. @throws not_mutual
 */
export function assertCanWrite(canWrite: boolean): void {
  if (!canWrite) throw new DomainError('not_mutual')
}
