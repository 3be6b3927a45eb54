import { DomainError } from '@meadow/service'
import type { MongoDatabase } from '@meadow/storage'
import {
  type FoundConversation,
  findConversation,
  isVisibleMember,
  withConversationTransaction,
} from '../conversations/mongo-change-conversation.ts'
import type { Message } from './message.ts'
import { getMessageCollection } from './mongo-message-rows.ts'
import { readMessages } from './mongo-read-messages.ts'

type MessageChange = {
  tx: MongoDatabase
  conversation: FoundConversation
  message: Message
  /** False across a block, or if the other member is gone: then nothing new may reach them. */
  isOpen: boolean
}

/**
 * Runs `change` in a transaction. `change` gets the stored message, calls `applyConversationChange` once and appends its
 * event.
 * @throws message_not_found unless `by` is a participant
 */
export async function changeMessage<T>(
  mongo: MongoDatabase,
  id: string,
  by: { _id: string },
  change: (context: MessageChange) => Promise<T>,
): Promise<T> {
  const otherId = await findOtherParticipant(mongo, id, by._id)
  return withConversationTransaction(mongo, by._id, otherId, async (tx) => {
    const conversation = await findConversation(tx, by._id, otherId)
    const [message] = await readMessages(tx, [id])
    if (!conversation || !message) throw new DomainError('message_not_found')
    return change({ tx, conversation, message, isOpen: await isVisibleMember(tx, by._id, otherId) })
  })
}

/** Returns the other participant of a message, who never changes. @throws message_not_found unless `member` is one */
export async function findOtherParticipant(mongo: MongoDatabase, _id: string, member: string): Promise<string> {
  const message = await getMessageCollection(mongo).findOne(
    { _id },
    { ...mongo.operationOptions, projection: { senderId: 1, recipientId: 1 } },
  )
  if (message?.senderId === member) return message.recipientId
  if (message?.recipientId === member) return message.senderId
  throw new DomainError('message_not_found')
}
