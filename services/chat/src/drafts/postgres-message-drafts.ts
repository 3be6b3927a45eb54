import { type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import type { MessageDraftsTable } from '../schema.ts'
import {
  MAX_DELETED_DRAFTS,
  type MessageDraftRepository,
  messageDraftRule,
  type StoredMessageDraft,
} from './message-draft.ts'

const BATCH_SIZE = 100

/** Creates `MessageDraftRepository` on PostgreSQL. */
export const createPostgresMessageDrafts = (pool: Pool): MessageDraftRepository => ({
  async list(memberId) {
    const { rows } = await pool.query<DraftRow>(
      `select ${DRAFT_COLUMNS} from message_drafts where member_id = $1 and deleted_at is null order by changed_at desc, id`,
      [memberId],
    )
    return rows.map(rowToDraft)
  },

  save: (change) =>
    withPostgresTransaction(pool, async (tx) => {
      const { _id, memberId, content, changedAt } = change
      const draft = { _id, content, changedAt }
      const { stored, count } = await lockDraft(tx, memberId, _id)
      if (!messageDraftRule.mayStore(stored, draft, count)) return draft
      await tx.query(
        `insert into message_drafts (member_id, id, content, changed_at) values ($1, $2, $3, $4)
         on conflict (member_id, id) do update set content = $3, changed_at = $4, deleted_at = null`,
        [memberId, _id, content, changedAt],
      )
      return draft
    }),

  delete: (deletion) =>
    withPostgresTransaction(pool, async (tx) => {
      const { _id, memberId, changedAt, at } = deletion
      const { stored } = await lockDraft(tx, memberId, _id)
      if (!messageDraftRule.mayDelete(stored, deletion)) return
      await tx.query(
        `insert into message_drafts (member_id, id, content, changed_at, deleted_at) values ($1, $2, '', $3, $4)
         on conflict (member_id, id) do update set content = '', changed_at = $3, deleted_at = $4`,
        [memberId, _id, changedAt, at],
      )
      await tx.query(
        `delete from message_drafts where member_id = $1 and id in (
           select id from message_drafts where member_id = $1 and deleted_at is not null
           order by deleted_at desc, id offset ${MAX_DELETED_DRAFTS}
         )`,
        [memberId],
      )
    }),

  async forgetDeleted(before) {
    const { rowCount } = await pool.query(
      `delete from message_drafts where (member_id, id) in (
         select member_id, id from message_drafts where deleted_at < $1 limit $2 for update skip locked
       )`,
      [before, BATCH_SIZE],
    )
    return rowCount === BATCH_SIZE
  },
})

type DraftRow = Pick<MessageDraftsTable, 'id' | 'content' | 'changed_at' | 'deleted_at'>
const DRAFT_COLUMNS = 'id, content, changed_at, deleted_at'

const rowToDraft = (row: DraftRow): StoredMessageDraft => ({
  _id: row.id,
  content: row.content,
  changedAt: row.changed_at,
  deletedAt: row.deleted_at,
})

/**
 * Reads a draft, and the number of the drafts of its author, whose changes wait for each other until the transaction ends, so that the
 * number is right.
 */
async function lockDraft(tx: Queryable, memberId: string, id: string) {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('message drafts ' || $1, 0))`, [memberId])
  const { rows } = await tx.query<DraftRow>(
    `select ${DRAFT_COLUMNS} from message_drafts where member_id = $1 and id = $2`,
    [memberId, id],
  )
  const counted = await tx.query<{ count: number }>(
    'select count(*)::integer as count from message_drafts where member_id = $1 and deleted_at is null',
    [memberId],
  )
  return { stored: rows.map(rowToDraft)[0], count: counted.rows[0]?.count ?? 0 }
}
