import { toFacetsColumn } from '@meadow/members'
import type { Pool } from 'pg'
import { changeMessage } from '../postgres-change-message.ts'
import { MAX_STORED_EDITS, messageEditRule, type StoreMessageEdit } from './edit-message.ts'

const DELETE_OLDEST_EDITS = `
  delete from message_edits where message_id = $1 and edited_at <= (
    select edited_at from message_edits where message_id = $1 order by edited_at desc offset $2 limit 1)`

/** Creates `StoreMessageEdit` on PostgreSQL. */
export const createPostgresEditMessage =
  (pool: Pool): StoreMessageEdit =>
  (edit) =>
    changeMessage(pool, edit, {
      ...messageEditRule,
      async write(tx, { content }, { message, plan: { editedAt, facets }, rev }) {
        const insertEdit = 'insert into message_edits (message_id, content, edited_at) values ($1, $2, $3)'
        await tx.query(insertEdit, [message._id, message.content, editedAt])
        await tx.query(DELETE_OLDEST_EDITS, [message._id, MAX_STORED_EDITS])
        const update = 'update messages set content = $2, edited_at = $3, rev = $4, facets = $5 where id = $1'
        await tx.query(update, [message._id, content, editedAt, rev, toFacetsColumn(facets)])
      },
    })
