import { DomainError } from '@meadow/service'
import type { MongoDatabase } from '@meadow/storage'
import {
  changeConversation,
  type FoundConversation,
  findConversation,
} from '../conversations/mongo-move-conversation.ts'
import { isVisible } from '../conversations/mongo-standing.ts'
import type { Message } from './message.ts'
import { readMessages } from './mongo-read-messages.ts'
import { messagesIn } from './mongo-rows.ts'

type Changing = {
  tx: MongoDatabase
  conversation: FoundConversation
  message: Message
  /** False across a block, or when the other is gone: then nothing new reaches them. */
  isOpen: boolean
}

/**
 * Changes a message in one transaction: `work` sees it as it is, writes (see `moveConversation`) and appends its event.
 * @throws message_not_found unless it is there for `by`
 */
export async function changeMessage<T>(
  mongo: MongoDatabase,
  id: string,
  by: { _id: string },
  work: (changing: Changing) => Promise<T>,
): Promise<T> {
  const other = await otherOf(mongo, id, by._id)
  return changeConversation(mongo, by._id, other, async (tx) => {
    const conversation = await findConversation(tx, by._id, other)
    const [message] = await readMessages(tx, [id])
    if (!conversation || !message) throw new DomainError('message_not_found')
    return work({ tx, conversation, message, isOpen: await isVisible(tx, by._id, other) })
  })
}

/** With whom a member has a message; that never changes. @throws message_not_found */
export async function otherOf(mongo: MongoDatabase, _id: string, member: string): Promise<string> {
  const message = await messagesIn(mongo).findOne(
    { _id },
    { ...mongo.operationOptions, projection: { senderId: 1, recipientId: 1 } },
  )
  if (message?.senderId === member) return message.recipientId
  if (message?.recipientId === member) return message.senderId
  throw new DomainError('message_not_found')
}
