import { DomainError } from '@meadow/service'
import type { MongoDatabase } from '@meadow/storage'
import type { ConversationAddress } from '../conversations/conversation.ts'
import {
  type FoundConversation,
  findConversation,
  findMemberIds,
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
 * @throws message_not_found unless `by` is a participant of a direct conversation: only they can change messages
 */
export async function changeMessage<T>(
  mongo: MongoDatabase,
  id: string,
  by: { _id: string },
  change: (context: MessageChange) => Promise<T>,
): Promise<T> {
  const address = await findConversationOfMessage(mongo, id, by._id)
  if (!('otherId' in address)) throw new DomainError('message_not_found')
  const { otherId } = address
  return withConversationTransaction(mongo, [by._id, otherId], async (tx) => {
    const conversation = await findConversation(tx, by._id, { otherId })
    const [message] = await readMessages(tx, [id])
    if (!conversation || !message) throw new DomainError('message_not_found')
    return change({ tx, conversation, message, isOpen: await isVisibleMember(tx, by._id, otherId) })
  })
}

/** Returns the address of the conversation of a message for `member`. @throws message_not_found unless they are a member of it */
export async function findConversationOfMessage(
  mongo: MongoDatabase,
  _id: string,
  member: string,
): Promise<ConversationAddress> {
  const message = await getMessageCollection(mongo).findOne(
    { _id },
    { ...mongo.operationOptions, projection: { conversationId: 1, senderId: 1, recipientId: 1 } },
  )
  const { conversationId = '', senderId = '', recipientId = null } = message ?? {}
  if (recipientId === null) {
    const memberIds = await findMemberIds(mongo, member, { conversationId })
    if (!memberIds.includes(member)) throw new DomainError('message_not_found')
    return { conversationId }
  }
  if (![senderId, recipientId].includes(member)) throw new DomainError('message_not_found')
  return { otherId: senderId === member ? recipientId : senderId }
}
