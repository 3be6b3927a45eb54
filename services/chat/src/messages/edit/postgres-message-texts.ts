import type { TextFacet } from '@meadow/contracts'
import type { Queryable } from '@meadow/storage'
import type { MessageEditsTable, MessagesTable } from '../../schema.ts'
import type { ReadMessageTexts } from './message-versions.ts'

type MessageRow = Pick<MessagesTable, 'content' | 'created_at' | 'edited_at' | 'deleted_at'> & {
  facets: TextFacet[] | null
}

/** Creates `ReadMessageTexts` on PostgreSQL. */
export const createPostgresMessageTexts =
  (db: Queryable): ReadMessageTexts =>
  async (messageId, viewer) => {
    const { rows } = await db.query<MessageRow>(
      `select msg.content, msg.facets, msg.created_at, msg.edited_at, msg.deleted_at
       from messages msg join conversation_members own on own.conversation_id = msg.conversation_id and own.member_id = $2
       where msg.id = $1 and own.other_id is not null`,
      [messageId, viewer._id],
    )
    const [row] = rows
    if (!row) return undefined
    const edits = await db.query<Pick<MessageEditsTable, 'content' | 'edited_at'>>(
      'select content, edited_at from message_edits where message_id = $1 order by edited_at desc',
      [messageId],
    )
    const { content, facets, created_at: createdAt, edited_at: editedAt, deleted_at: deletedAt } = row
    return {
      message: { content, facets: facets ?? [], createdAt, editedAt, deletedAt },
      earlier: edits.rows.map((edit) => ({ content: edit.content, editedAt: edit.edited_at })),
    }
  }
