import type { ConversationMarksView, ConversationView, DisappearAfter, MemberView, Presence } from '@meadow/contracts'
import { DISAPPEAR_AFTER_SECONDS } from '@meadow/contracts/limits'
import { type SharedSignals, toShownPresence } from '@meadow/members'
import type { KeysetKey, KeysetWindow } from '@meadow/service'
import { type Contact, isReceivedRequest, type RequestState } from './conversation.ts'
import { NO_MARKS, toMarksView } from './marks/conversation-marks.ts'

type LastMessage = Omit<NonNullable<ConversationView['lastMessage']>, 'createdAt' | 'deletedAt' | 'expiresAt'> & {
  createdAt: Date
  deletedAt: Date | null
  expiresAt?: Date | null | undefined
}

/** A conversation as one of its members has it, without the presence of the other, who may show it to the viewer or not. */
export type Conversation = Omit<ConversationView, 'user' | 'lastMessage' | 'marks' | 'disappearAfter'> & {
  disappearAfter?: number | null | undefined
  marks: ConversationMarksView
  hasPresence: boolean
  user: MemberView
  lastMessage: LastMessage | null
}

/**
 * Selects conversations: the other member's name contains `q`, has unread messages, the other is one of `among`, is in the archive or not, and
 * has or lacks a mark of the member.
 */
export type ConversationFilter = {
  q: string
  unread: boolean
  among: readonly string[] | undefined
  isArchived?: boolean | undefined
  isPinned?: boolean | undefined
  /** Only conversations that are marked as unread and have no unread messages. */
  isMarkedUnread?: true | undefined
  /** Message requests that the member has received, instead of all other conversations. */
  isRequest?: true | undefined
}

/** A conversation with its last change; `changeSeq` is the member's change counter at that change. */
export type ChangedConversation = {
  userId: string
  rev: number
  unreadCount: number
  marks: ConversationMarksView
  changeSeq: number
}

/** A window over changed conversations: those after a `changeSeq` in ascending order, or up to one in descending order. */
export type ChangeSeqWindow = { after: number } | { upTo: number }

/** Reads direct conversations as their members see them. */
export type ConversationRepository = {
  /** Returns the conversations by their newest message, newest first, one more than the limit of the window. */
  list(
    viewer: { _id: string },
    window: KeysetWindow,
    filter: ConversationFilter,
  ): Promise<(KeysetKey & { conversation: Conversation })[]>
  /** Counts the conversations in the archive. */
  countArchived(viewer: { _id: string }): Promise<number>
  /** Counts the message requests that the viewer has received, and has not declined, up to `MAX_COUNTED_REQUESTS`. */
  countRequests(viewer: { _id: string }): Promise<number>
  /** Returns the conversation with a member, also if it has no message yet. @throws member_not_found */
  find(otherId: string, viewer: { _id: string }): Promise<Conversation>
  /** Returns true if the two have a conversation that is no message request, and no block is between them. */
  isOpen(otherId: string, viewer: { _id: string }): Promise<boolean>
  /** Returns true if the two have exchanged a message, also in a message request. */
  isBegun(otherId: string, viewer: { _id: string }): Promise<boolean>
  /** Returns the ids of all visible members with whom the viewer has a conversation. */
  listPartnerIds(viewer: { _id: string }): Promise<string[]>
  /** Returns the viewer's change counter, which every change of one of their conversations increments. */
  readChangeSeq(viewer: { _id: string }): Promise<number>
  /** Returns changed conversations, one more than the limit. */
  listChanged(viewer: { _id: string }, window: ChangeSeqWindow, limit: number): Promise<ChangedConversation[]>
}

/**
 * If the newest message of a conversation is hidden from a member, the newest one that is shown stands for it, if it is among so many before
 * it.
 */
export const MAX_HIDDEN_LAST_MESSAGES = 100

/** Returns the state of a message request as a view shows it. A member who declined one may still accept it. */
export const toRequestView = (request: RequestState | null | undefined): { request?: 'sent' | 'received' } =>
  request ? { request: isReceivedRequest(request) ? 'received' : 'sent' } : {}

/** Returns the conversation with a member before the first message. */
export const toEmptyConversation = (user: MemberView, { canBegin, canRequest, isMutual }: Contact): Conversation => ({
  _id: user._id,
  user,
  lastMessage: null,
  unreadCount: 0,
  rev: 0,
  readUpTo: 0,
  deliveredUpTo: 0,
  canSend: canBegin || canRequest,
  ...(canRequest && { request: 'sent' as const }),
  hasPresence: isMutual,
  isBlocked: false,
  marks: toMarksView(NO_MARKS, 0, new Date(0)),
})

/**
 * Converts a conversation to its view. Strangers see no presence: a member appears offline to them. `shared`: what the
 * two show each other. Of hidden read marks nothing is seen; the viewer's own stay.
 */
export function toConversationView(
  conversation: Conversation,
  presence: Presence | undefined,
  shared: SharedSignals,
): ConversationView {
  const { _id, user, lastMessage, unreadCount, rev, readUpTo, deliveredUpTo } = conversation
  const { canSend, isBlocked, hasPresence, marks, request } = conversation
  const { isOnline, lastActive } = (hasPresence && presence && toShownPresence(presence, shared)) || {
    isOnline: false,
    lastActive: null,
  }
  const userView = { ...user, isOnline, lastActive }
  const isRead = lastMessage?.isRead === true && (shared.readMarks || lastMessage.sender === user._id)
  return {
    _id,
    user: userView,
    lastMessage: lastMessage && toLastMessageView(lastMessage, isRead),
    unreadCount,
    rev,
    readUpTo: shared.readMarks ? readUpTo : 0,
    deliveredUpTo,
    canSend,
    isBlocked,
    marks,
    disappearAfter: toDisappearAfter(conversation.disappearAfter),
    ...(request && { request }),
  }
}

/** Returns the time after which messages disappear, if it is one that clients know. */
const toDisappearAfter = (seconds: number | null | undefined): DisappearAfter | null =>
  DISAPPEAR_AFTER_SECONDS.find((known) => known === seconds) ?? null

/** Converts the last message to its view. One that is hidden from the viewer has no content. */
function toLastMessageView(
  { expiresAt, system, isHidden = false, ...lastMessage }: LastMessage,
  isRead: boolean,
): ConversationView['lastMessage'] {
  const { content, pictureCount, createdAt, deletedAt } = lastMessage
  const goneAt = deletedAt ?? (isHidden ? (expiresAt ?? createdAt) : null)
  return {
    ...lastMessage,
    content: isHidden ? '' : content,
    pictureCount: isHidden ? 0 : pictureCount,
    isRead,
    createdAt: createdAt.toISOString(),
    deletedAt: goneAt?.toISOString() ?? null,
    ...(system && !isHidden && { system }),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    ...(isHidden && { isHidden }),
  }
}
