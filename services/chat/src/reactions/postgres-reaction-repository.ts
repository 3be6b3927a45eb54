import type { Pool } from 'pg'
import { changeMessage } from '../messages/postgres-change-message.ts'
import { type ReactionRepository, reactionRule } from './reaction.ts'

export const createPostgresReactionRepository = (pool: Pool): ReactionRepository => ({
  set: (change) =>
    changeMessage(pool, change, {
      ...reactionRule,
      async write(tx, { messageId, by, emoji, isSet, at }, { rev }) {
        const insert = 'insert into reactions (message_id, member_id, emoji, created_at) values ($1, $2, $3, $4)'
        const remove = 'delete from reactions where message_id = $1 and member_id = $2 and emoji = $3'
        await tx.query(isSet ? insert : remove, isSet ? [messageId, by._id, emoji, at] : [messageId, by._id, emoji])
        await tx.query('update messages set rev = $2 where id = $1', [messageId, rev])
      },
    }),
})
