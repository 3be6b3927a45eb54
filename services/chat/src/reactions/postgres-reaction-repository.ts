import { appendToPostgresOutbox } from '@meadow/events'
import type { Queryable } from '@meadow/storage'
import type { Pool } from 'pg'
import { applyConversationChange } from '../conversations/postgres-change-conversation.ts'
import { changeMessage } from '../messages/postgres-change-message.ts'
import { readMessage } from '../messages/postgres-read-messages.ts'
import { changeReactions, createMessageReactedEvent } from './reaction.ts'
import type { ReactionChange, ReactionRepository } from './reaction-repository.ts'

export const createPostgresReactionRepository = (pool: Pool): ReactionRepository => ({
  set: (change) =>
    changeMessage(pool, change.messageId, change.by, async ({ tx, conversation, message, isOpen }) => {
      if (changeReactions(message, change, isOpen) === message.reactions) return { message, isChanged: false }
      await (change.isSet ? insertReaction(tx, change) : deleteReaction(tx, change))
      const { rev } = await applyConversationChange(tx, conversation)
      await tx.query('update messages set rev = $2 where id = $1', [message._id, rev])
      await appendToPostgresOutbox(tx, createMessageReactedEvent(message, change, rev))
      return { message: await readMessage(tx, message._id), isChanged: true }
    }),
})

async function insertReaction(tx: Queryable, { messageId, by, emoji, at }: ReactionChange): Promise<void> {
  const text = 'insert into reactions (message_id, member_id, emoji, created_at) values ($1, $2, $3, $4)'
  await tx.query(text, [messageId, by._id, emoji, at])
}

async function deleteReaction(tx: Queryable, { messageId, by, emoji }: ReactionChange): Promise<void> {
  const text = 'delete from reactions where message_id = $1 and member_id = $2 and emoji = $3'
  await tx.query(text, [messageId, by._id, emoji])
}
