import { appendToPostgresOutbox } from '@meadow/events'
import { DomainError } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import type { Pool } from 'pg'
import { moveConversation } from '../conversations/postgres-lock.ts'
import { changeMessage } from '../messages/postgres-change-message.ts'
import { readMessage } from '../messages/postgres-read-messages.ts'
import { react } from './reaction.ts'
import type { ReactionRepository, Wanted } from './reaction-repository.ts'

export const postgresReactions = (pool: Pool): ReactionRepository => ({
  set: (wanted, announce) =>
    changeMessage(pool, wanted.messageId, wanted.by, async ({ tx, conversation, message, isOpen }) => {
      if (message.deletedAt) throw new DomainError('message_not_found')
      if (wanted.there && !isOpen) throw new DomainError('member_not_found')
      const reaction = { user: wanted.by._id, emoji: wanted.emoji, createdAt: wanted.at.toISOString() }
      if (react(message.reactions, reaction, wanted.there) === message.reactions) return { message, changed: false }
      await (wanted.there ? add(tx, wanted) : remove(tx, wanted))
      const { rev } = await moveConversation(tx, conversation)
      await tx.query('update messages set rev = $2 where id = $1', [message._id, rev])
      await appendToPostgresOutbox(tx, announce(message, rev))
      return { message: await readMessage(tx, message._id), changed: true }
    }),
})

async function add(tx: Queryable, { messageId, by, emoji, at }: Wanted): Promise<void> {
  const values = [messageId, by._id, emoji, at]
  await tx.query('insert into reactions (message_id, member_id, emoji, created_at) values ($1, $2, $3, $4)', values)
}

async function remove(tx: Queryable, { messageId, by, emoji }: Wanted): Promise<void> {
  const values = [messageId, by._id, emoji]
  await tx.query('delete from reactions where message_id = $1 and member_id = $2 and emoji = $3', values)
}
