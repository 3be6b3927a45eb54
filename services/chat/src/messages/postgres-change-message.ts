import { DomainError } from '@meadow/service'
import { type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import type { LockedConversation } from '../conversations/conversation.ts'
import { lockConversationOf } from '../conversations/postgres-lock.ts'
import { readStanding } from '../conversations/postgres-standing.ts'
import type { Message } from './message.ts'
import { readMessages } from './postgres-read-messages.ts'

export type Changing = {
  tx: Queryable
  conversation: LockedConversation
  message: Message
  /** False across a block, or when the other is gone: then nothing new reaches them. */
  isOpen: boolean
}

/**
 * Changes a message in one transaction, in which its conversation is locked: `work` sees it as it is, writes (see
 * `moveConversation`) and appends its event.
 * @throws message_not_found unless it is there for `by`
 */
export const changeMessage = <T>(
  pool: Pool,
  id: string,
  by: { _id: string },
  work: (changing: Changing) => Promise<T>,
): Promise<T> =>
  withPostgresTransaction(pool, async (tx) => {
    const conversation = await lockConversationOf(tx, id, by._id)
    if (!conversation) throw new DomainError('message_not_found')
    const [message] = await readMessages(tx, [id])
    if (!message) throw new DomainError('message_not_found')
    const { isVisible: isOpen } = await readStanding(tx, by._id, conversation.other)
    return work({ tx, conversation, message, isOpen })
  })
