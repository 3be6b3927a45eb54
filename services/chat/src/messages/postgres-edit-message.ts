import { appendToPostgresOutbox } from '@meadow/events'
import { DomainError } from '@meadow/service'
import type { Pool } from 'pg'
import { moveConversation } from '../conversations/postgres-lock.ts'
import { type EditRepository, editMessage } from './edit-message.ts'
import { changeMessage } from './postgres-change-message.ts'
import { raiseShowing } from './postgres-raise.ts'
import { readMessage } from './postgres-read-messages.ts'

export const postgresEdits = (pool: Pool): EditRepository => ({
  edit: (edit, announce) =>
    changeMessage(pool, edit.messageId, edit.by, async ({ tx, conversation, message, isOpen }) => {
      const editedAt = editMessage(message, edit)
      if (!isOpen) throw new DomainError('member_not_found')
      if (!editedAt) return { message, changed: false }
      await tx.query('insert into message_edits (message_id, content, edited_at) values ($1, $2, $3)', [
        message._id,
        message.content,
        editedAt,
      ])
      await raiseShowing(tx, conversation, { _id: message._id })
      const { rev } = await moveConversation(tx, conversation)
      await tx.query('update messages set content = $2, edited_at = $3, rev = $4 where id = $1', [
        message._id,
        edit.content,
        editedAt,
        rev,
      ])
      const edited = await readMessage(tx, message._id)
      await appendToPostgresOutbox(tx, announce(edited, rev))
      return { message: edited, changed: true }
    }),
})
