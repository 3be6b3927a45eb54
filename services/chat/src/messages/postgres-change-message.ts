import { DomainError } from '@meadow/service'
import { type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import type { LockedConversation } from '../conversations/conversation.ts'
import { lockConversationOfMessage, readRelationship } from '../conversations/postgres-change-conversation.ts'
import type { Message } from './message.ts'
import { readMessages } from './postgres-read-messages.ts'

type MessageChange = {
  tx: Queryable
  conversation: LockedConversation
  message: Message
  /** False across a block, or if the other member is gone: then nothing new may reach them. */
  isOpen: boolean
}

/**
 * Runs `change` in a transaction that locks the message's conversation. `change` gets the stored message, calls
 * `applyConversationChange` once and appends its event.
 * @throws message_not_found unless `by` is a participant of a direct conversation: only they can change messages
 */
export const changeMessage = <T>(
  pool: Pool,
  id: string,
  by: { _id: string },
  change: (context: MessageChange) => Promise<T>,
): Promise<T> =>
  withPostgresTransaction(pool, async (tx) => {
    const conversation = await lockConversationOfMessage(tx, id, by._id)
    if (!conversation?.other) throw new DomainError('message_not_found')
    const [message] = await readMessages(tx, [id])
    if (!message) throw new DomainError('message_not_found')
    const { isVisible } = await readRelationship(tx, by._id, conversation.other)
    return change({ tx, conversation, message, isOpen: isVisible })
  })
