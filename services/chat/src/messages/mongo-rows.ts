import type { MongoCollection, MongoDatabase } from '@meadow/storage'
import type { MessagePicture, NewMessage } from './message.ts'

/** An emoji of one of the two; each has so many of them at most as the contract says. */
export type ReactionRow = { user: string; emoji: string; createdAt: Date }

/** A message, a document of its own in which nothing grows without end. */
export type MessageRow = Pick<NewMessage, '_id' | 'fingerprint' | 'content' | 'messageType' | 'createdAt'> & {
  conversationId: string
  seq: number
  rev: number
  senderId: string
  recipientId: string
  clientMessageId: string | null
  picture: MessagePicture | null
  replyTo: string | null
  threadId: string | null
  threadCount: number
  /** The place of what was written in its thread last; 0 where there is none. */
  threadLastSeq: number
  reactions: ReactionRow[]
  /** What it is found by, and all that is three characters long in that. */
  foundBy: string
  grams: string[]
  editedAt: Date | null
  deletedAt: Date | null
}

/** An earlier text of a message; `_id` is the message and the moment. */
type EditRow = { _id: string; messageId: string; content: string; editedAt: Date }

export const messagesIn = ({ db }: MongoDatabase) => db.collection<MessageRow>('messages')
export const editsIn = ({ db }: MongoDatabase) => db.collection<EditRow>('message_edits')

/** Only what has such an id. */
const where = (field: string) => ({ partialFilterExpression: { [field]: { $gt: '' } } })

/** A question that looks at more than its index holds names it: not every server would take one by itself. */
export const messageCollections: MongoCollection[] = [
  {
    name: 'messages',
    indexes: [
      { name: 'by_place', key: { conversationId: 1, seq: 1 }, unique: true },
      { name: 'by_rev', key: { conversationId: 1, rev: 1 } },
      { name: 'by_time', key: { conversationId: 1, createdAt: 1, seq: 1 } },
      {
        name: 'by_client_id',
        key: { senderId: 1, clientMessageId: 1 },
        unique: true,
        ...where('clientMessageId'),
      },
      { name: 'in_thread', key: { threadId: 1, seq: 1 }, ...where('threadId') },
      { name: 'replying', key: { replyTo: 1 }, ...where('replyTo') },
      {
        name: 'with_thread',
        key: { conversationId: 1, threadLastSeq: 1 },
        partialFilterExpression: { threadLastSeq: { $gt: 0 } },
      },
      { name: 'found_by', key: { conversationId: 1, grams: 1 } },
    ],
  },
  { name: 'message_edits', indexes: [{ name: 'of_message', key: { messageId: 1, editedAt: 1 } }] },
]
