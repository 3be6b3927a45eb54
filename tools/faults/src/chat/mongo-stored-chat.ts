import type { MongoDatabase } from '@meadow/storage'
import { listIds } from '../stores/mongo-store.ts'
import type { StoredChat } from './stored-chat.ts'

type Conversation = { _id: string; seq: number; rev: number; marks: Record<string, { readUpTo: number }> }
type Side = { _id: string; conversationId: string; member: string; other: string; unread: number; request?: string }
type Message = {
  _id: string
  conversationId: string
  senderId: string
  seq: number
  rev: number
  deletedAt: Date | null
}

export function createMongoStoredChat(mongo: MongoDatabase): StoredChat {
  const { db, operationOptions: within } = mongo
  const conversations = () => db.collection<Conversation>('conversations').find({}, within).toArray()
  const sides = () => db.collection<Side>('conversation_members').find({}, within).toArray()
  const byConversation = async () => {
    const messages = await db.collection<Message>('messages').find({}, within).toArray()
    return Map.groupBy(messages, ({ conversationId }) => conversationId)
  }

  return {
    listMessageIds: () => listIds(mongo, 'messages'),
    async countUnread(member) {
      const own = (await sides()).filter((side) => side.member === member)
      return own.reduce((sum, { unread }) => sum + unread, 0)
    },
    async findWrongUnreadCounts() {
      const messages = await byConversation()
      const marksOf = new Map((await conversations()).map(({ _id, marks }) => [_id, marks]))
      const isWrong = ({ conversationId, member, other, unread, request = 'sent' }: Side) => {
        if (request !== 'sent') return false // a message request counts nothing as unread
        const readUpTo = marksOf.get(conversationId)?.[member]?.readUpTo ?? 0
        const isUnread = ({ senderId, seq, deletedAt }: Message) =>
          senderId === other && seq > readUpTo && deletedAt === null
        return unread !== (messages.get(conversationId) ?? []).filter(isUnread).length
      }
      return (await sides()).filter(isWrong).map(({ member }) => member)
    },
    async findWrongSequences() {
      const messages = await byConversation()
      const isWrong = ({ _id, seq, rev }: Conversation) => {
        const own = messages.get(_id) ?? []
        return seq !== own.length || own.some((message) => message.rev > rev)
      }
      return (await conversations()).filter(isWrong).map(({ _id }) => _id)
    },
  }
}
