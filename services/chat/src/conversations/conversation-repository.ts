import type { ConversationView, MemberView, Presence } from '@meadow/contracts'
import type { KeysetKey, KeysetWindow } from '@meadow/service'

/** A conversation as one of the two has it, without who is here. */
export type Conversation = Omit<ConversationView, 'user' | 'lastMessage'> & {
  user: MemberView
  lastMessage: (Omit<NonNullable<ConversationView['lastMessage']>, 'createdAt' | 'deletedAt'> & Times) | null
  /** Neither a block nor the other's leaving is between the two. */
  isOpen: boolean
}
type Times = { createdAt: Date; deletedAt: Date | null }

/** Which of them: whose other has a name that holds `q`, with something unread, with one of `among`. */
type ConversationFilter = { q: string; unread: boolean; among: readonly string[] | undefined }

/** A conversation that moved: `move` is its place in the order in which the member's conversations did. */
export type MovedConversation = { userId: string; rev: number; unreadCount: number; move: number }

/** Which of those that moved: after a place, the first first; or up to one, the last first. */
export type MovesWindow = { after: number } | { upTo: number }

/** Conversations as their members see them. */
export type ConversationRepository = {
  /** The last written first, with one more than the window's limit. */
  list(
    viewer: { _id: string },
    window: KeysetWindow,
    filter: ConversationFilter,
  ): Promise<(KeysetKey & { conversation: Conversation })[]>
  /** Also where nothing was written. @throws member_not_found */
  find(otherId: string, viewer: { _id: string }): Promise<Conversation>
  /** Whether something was written between the two, and no block is between them. */
  isOpen(otherId: string, viewer: { _id: string }): Promise<boolean>
  /** With whom, all of them but those across a block or gone. */
  others(viewer: { _id: string }): Promise<string[]>
  /** How often anything has changed in what the member has. */
  lastMove(viewer: { _id: string }): Promise<number>
  /** With one more than the limit. */
  moved(viewer: { _id: string }, window: MovesWindow, limit: number): Promise<MovedConversation[]>
}

/** A conversation as answers show it; nobody is here across a block. */
export function toConversationView(conversation: Conversation, presence: Presence | undefined): ConversationView {
  const { _id, user, lastMessage, unreadCount, rev, readUpTo, deliveredUpTo, canSend, isOpen } = conversation
  const { isOnline, lastActive } = (isOpen && presence) || { isOnline: false, lastActive: null }
  const last = lastMessage && {
    ...lastMessage,
    createdAt: lastMessage.createdAt.toISOString(),
    deletedAt: lastMessage.deletedAt?.toISOString() ?? null,
  }
  const shown = { ...user, isOnline, lastActive }
  return { _id, user: shown, lastMessage: last, unreadCount, rev, readUpTo, deliveredUpTo, canSend }
}
