import type { Pool } from 'pg'
import { changeMessage } from '../messages/postgres-change-message.ts'
import { type StoreVoicePlay, voicePlayRule } from './voice-play.ts'

/** Creates `StoreVoicePlay` on PostgreSQL. */
export const createPostgresVoicePlays =
  (pool: Pool): StoreVoicePlay =>
  (play) =>
    changeMessage(pool, play, {
      ...voicePlayRule,
      async write(tx, { messageId, by, at, isHidden }, { rev }) {
        const insert = 'insert into voice_plays (message_id, member_id, played_at) values ($1, $2, $3)'
        await tx.query(insert, [messageId, by._id, at])
        if (!isHidden) await tx.query('update messages set rev = $2 where id = $1', [messageId, rev])
      },
    })
