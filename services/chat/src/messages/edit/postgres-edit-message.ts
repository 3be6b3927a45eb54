import { appendToPostgresOutbox } from '@meadow/events'
import type { Pool } from 'pg'
import { applyConversationChange } from '../../conversations/postgres-change-conversation.ts'
import { bumpRelatedRevisions } from '../postgres-bump-revision.ts'
import { changeMessage } from '../postgres-change-message.ts'
import { readMessage } from '../postgres-read-messages.ts'
import { createMessageEditedEvent, MAX_STORED_EDITS, resolveEditTime, type StoreMessageEdit } from './edit-message.ts'

const DELETE_OLDEST_EDITS = `
  delete from message_edits where message_id = $1 and edited_at <= (
    select edited_at from message_edits where message_id = $1 order by edited_at desc offset $2 limit 1)`

/** Creates `StoreMessageEdit` on PostgreSQL. */
export const createPostgresEditMessage =
  (pool: Pool): StoreMessageEdit =>
  (edit) =>
    changeMessage(pool, edit.messageId, edit.by, async ({ tx, conversation, message, isOpen }) => {
      const editedAt = resolveEditTime(message, edit, isOpen)
      if (!editedAt) return { message, isChanged: false }
      const { _id, content: earlierContent } = message
      await tx.query('insert into message_edits (message_id, content, edited_at) values ($1, $2, $3)', [
        _id,
        earlierContent,
        editedAt,
      ])
      await tx.query(DELETE_OLDEST_EDITS, [_id, MAX_STORED_EDITS])
      await bumpRelatedRevisions(tx, conversation, { _id })
      const { rev } = await applyConversationChange(tx, conversation)
      await tx.query('update messages set content = $2, edited_at = $3, rev = $4 where id = $1', [
        _id,
        edit.content,
        editedAt,
        rev,
      ])
      const edited = await readMessage(tx, _id)
      await appendToPostgresOutbox(tx, createMessageEditedEvent(edited, edit, rev))
      return { message: edited, isChanged: true }
    })
