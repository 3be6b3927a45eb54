import type { ConversationView, MemberView, MessageView } from '@meadow/contracts/browser'
import { annAsAuthor as ann, kofi } from '@meadow/features/testing'

export { ann, kofi }

let count = 0

/** Creates a message from Kofi to Ann. */
export function aMessage(fields: Partial<MessageView> = {}): MessageView {
  count += 1
  const sender: MemberView = fields.sender ?? kofi
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
    pictures: [],
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
    ...fields,
  }
}

type ConversationFixture = Partial<ConversationView> & { last?: Partial<NonNullable<ConversationView['lastMessage']>> }

/** Creates a conversation whose last message is from Kofi. */
export function aConversation({ last = {}, ...fields }: ConversationFixture = {}): ConversationView {
  const { _id, seq, content, messageType, pictures, createdAt, deletedAt, isRead } = aMessage()
  return {
    _id: kofi._id,
    user: { ...kofi, isOnline: true, lastActive: null },
    lastMessage: {
      _id,
      seq,
      content,
      messageType,
      pictureCount: pictures.length,
      createdAt,
      deletedAt,
      isRead,
      sender: kofi._id,
      ...last,
    },
    unreadCount: 0,
    rev: 1,
    readUpTo: 0,
    deliveredUpTo: 0,
    canSend: true,
    ...fields,
  }
}
