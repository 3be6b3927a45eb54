import type { ConversationView, MemberView, MessageView } from '@meadow/contracts'
import { annAsAuthor as ann, kofi } from '@meadow/features/testing'

export { ann, kofi }

let count = 0

/** A message of Kofi to Ann; say what matters. */
export function aMessage(given: Partial<MessageView> = {}): MessageView {
  count += 1
  const sender: MemberView = given.sender ?? kofi
  return {
    _id: `01890000-0000-7000-a000-${String(count).padStart(12, '0')}`,
    seq: count,
    rev: count,
    clientMessageId: null,
    sender,
    recipient: sender._id === kofi._id ? ann : kofi,
    content: 'The swallows are back.',
    messageType: 'text',
    imageUrl: '',
    media: null,
    isRead: false,
    status: 'sent',
    createdAt: '2026-05-01T12:00:00.000Z',
    edited: false,
    editedAt: null,
    deletedAt: null,
    reactions: [],
    replyTo: null,
    threadId: null,
    threadCount: 0,
    ...given,
  }
}

type ConversationFixture = Partial<ConversationView> & { last?: Partial<NonNullable<ConversationView['lastMessage']>> }

/** A conversation with Kofi, who wrote last; say what matters. */
export function aConversation({ last = {}, ...given }: ConversationFixture = {}): ConversationView {
  const { _id, seq, content, messageType, createdAt, deletedAt, isRead } = aMessage()
  return {
    _id: kofi._id,
    user: { ...kofi, isOnline: true, lastActive: null },
    lastMessage: { _id, seq, content, messageType, createdAt, deletedAt, isRead, sender: kofi._id, ...last },
    unreadCount: 0,
    rev: 1,
    readUpTo: 0,
    deliveredUpTo: 0,
    canSend: true,
    ...given,
  }
}
