import { appendToMongoOutbox, appendToPostgresOutbox } from '@meadow/events'
import type { MongoDatabase, Queryable } from '@meadow/storage'
import { getConversationCollection } from '../conversations/mongo-conversation-rows.ts'
import { getMessageCollection } from '../messages/mongo-message-rows.ts'
import { readMessages as readMessagesInMongo } from '../messages/mongo-read-messages.ts'
import { readMessages } from '../messages/postgres-read-messages.ts'
import type { ConversationMembersTable, MessagesTable } from '../schema.ts'
import type { ReportedMessageStore } from './reported-message.ts'

/** Reads reported messages on PostgreSQL. `tx` is the transaction of the consumer. */
export const createPostgresReportedMessages = (tx: Queryable, newId: (at: Date) => string): ReportedMessageStore => ({
  newId,
  append: (event) => appendToPostgresOutbox(tx, event),
  async find(id, before) {
    const [message] = await readMessages(tx, [id])
    if (!message) return undefined
    const { conversationId, seq } = message
    const { rows } = await tx.query<Pick<MessagesTable, 'id'>>(
      'select id from messages where conversation_id = $1 and seq >= $2 and seq < $3 order by seq',
      [conversationId, seq - before, seq],
    )
    const ids = rows.map((row) => row.id)
    const members = await tx.query<Pick<ConversationMembersTable, 'member_id'>>(
      'select member_id from conversation_members where conversation_id = $1',
      [conversationId],
    )
    const memberIds = members.rows.map(({ member_id }) => member_id)
    return { message, earlier: await readMessages(tx, ids), memberIds }
  },
})

/** Reads reported messages on MongoDB. `tx` is the transaction of the consumer. */
export const createMongoReportedMessages = (tx: MongoDatabase, newId: (at: Date) => string): ReportedMessageStore => ({
  newId,
  append: (event) => appendToMongoOutbox(tx, event),
  async find(id, before) {
    const [message] = await readMessagesInMongo(tx, [id])
    if (!message) return undefined
    const { conversationId, seq } = message
    const rows = await getMessageCollection(tx)
      .find(
        { conversationId, seq: { $gte: seq - before, $lt: seq } },
        { ...tx.operationOptions, projection: { _id: 1 } },
      )
      .sort({ seq: 1 })
      .toArray()
    const ids = rows.map(({ _id }) => _id)
    const conversation = await getConversationCollection(tx).findOne({ _id: conversationId }, tx.operationOptions)
    return { message, earlier: await readMessagesInMongo(tx, ids), memberIds: conversation?.members ?? [] }
  },
})
