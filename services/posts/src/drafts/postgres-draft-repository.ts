import { type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import { choosePostPictures } from '../posts/post.ts'
import { POST_SETTINGS_COLUMNS, rowToPostSettings, toPostSettingsValues } from '../posts/post-settings.ts'
import { PICTURE_COLUMNS, type PictureRow, toPicture } from '../posts/postgres-post-picture.ts'
import { lockPictures } from '../posts/postgres-post-repository.ts'
import type { MediaTable, PostDraftsTable } from '../schema.ts'
import { mayDeleteDraft, mayStoreDraft, type PostDraft, type StoredPostDraft, toDraftPictures } from './draft.ts'
import type { PostDraftRepository } from './draft-repository.ts'

const BATCH_SIZE = 100

export const createPostgresPostDraftRepository = (pool: Pool): PostDraftRepository => ({
  list: (memberId) => readDrafts(pool, 'member_id = $1 and deleted_at is null', [memberId]),

  save: (change) =>
    withPostgresTransaction(pool, async (tx) => {
      const { _id, memberId, content, settings, changedAt } = change
      await lockDraftsOf(tx, memberId)
      const [stored] = await readDrafts(tx, 'member_id = $1 and id = $2', [memberId, _id])
      const pictures = choosePostPictures({ author: { _id: memberId }, ...change }, await lockPictures(tx, change))
      const draft: PostDraft = { _id, content, settings, changedAt, pictures }
      if (!mayStoreDraft(stored, draft, await countDrafts(tx, memberId))) return draft
      await tx.query({
        name: 'save-draft',
        text: `
          insert into post_drafts (member_id, id, content, pictures, changed_at, ${POST_SETTINGS_COLUMNS})
          values ($1, $2, $3, $4, $5, $6, $7, $8)
          on conflict (member_id, id) do update
          set content = $3, pictures = $4, changed_at = $5, language = $6, comment_audience = $7, picture_cover = $8, deleted_at = null`,
        values: [
          memberId,
          _id,
          content,
          JSON.stringify(pictures.map((picture) => ({ _id: picture._id, alt: picture.alt }))),
          changedAt,
          ...toPostSettingsValues(settings),
        ],
      })
      await keepPictures(tx, draft, stored)
      return draft
    }),

  delete: (deletion) =>
    withPostgresTransaction(pool, async (tx) => {
      const { _id, memberId, changedAt, at } = deletion
      await lockDraftsOf(tx, memberId)
      const [stored] = await readDrafts(tx, 'member_id = $1 and id = $2', [memberId, _id])
      if (!mayDeleteDraft(stored, deletion)) return
      await tx.query({
        name: 'delete-draft',
        text: `
          insert into post_drafts (member_id, id, content, changed_at, deleted_at) values ($1, $2, '', $3, $4)
          on conflict (member_id, id) do update set content = '', pictures = '[]', language = null, comment_audience = null,
            picture_cover = null, changed_at = $3, deleted_at = $4`,
        values: [memberId, _id, changedAt, at],
      })
      await keepPictures(tx, { _id, pictures: [] }, stored)
    }),

  async forgetDeleted(before) {
    const { rowCount } = await pool.query(
      `delete from post_drafts where (member_id, id) in (
         select member_id, id from post_drafts where deleted_at < $1 limit $2 for update skip locked
       )`,
      [before, BATCH_SIZE],
    )
    return rowCount === BATCH_SIZE
  },
})

/** Lets the changes of the drafts of one member wait for each other, so that their number is right. */
const lockDraftsOf = (tx: Queryable, memberId: string) =>
  tx.query(`select pg_advisory_xact_lock(hashtextextended('drafts ' || $1, 0))`, [memberId])

async function countDrafts(tx: Queryable, memberId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from post_drafts where member_id = $1 and deleted_at is null',
    [memberId],
  )
  return rows[0]?.count ?? 0
}

/** Keeps the pictures of a draft, and releases those that it no longer has. */
async function keepPictures(
  tx: Queryable,
  { _id, pictures }: Pick<PostDraft, '_id' | 'pictures'>,
  before: StoredPostDraft | undefined,
): Promise<void> {
  const ids = pictures.map((picture) => picture._id)
  const released = (before?.pictures ?? []).map((picture) => picture._id).filter((id) => !ids.includes(id))
  if (released.length > 0)
    await tx.query('update media set draft_id = null where id = any($1::uuid[]) and draft_id = $2', [released, _id])
  if (ids.length > 0) await tx.query('update media set draft_id = $2 where id = any($1::uuid[])', [ids, _id])
}

type DraftRow = Omit<PostDraftsTable, 'member_id'>

/** Reads the drafts that match a condition, which is a constant. */
async function readDrafts(db: Queryable, conditionSql: string, values: string[]): Promise<StoredPostDraft[]> {
  const { rows } = await db.query<DraftRow>(
    `select id, content, pictures, ${POST_SETTINGS_COLUMNS}, changed_at, deleted_at from post_drafts
     where ${conditionSql} order by changed_at desc, id`,
    values,
  )
  const drafts = rows.map((row) => ({ ...row, references: row.pictures as { _id: string; alt: string }[] }))
  const pictures = await readPictures(
    db,
    drafts.flatMap(({ references }) => references.map(({ _id }) => _id)),
  )
  return drafts.map(({ references, ...row }) => ({
    _id: row.id,
    content: row.content,
    pictures: toDraftPictures(references, pictures),
    settings: rowToPostSettings(row),
    changedAt: row.changed_at,
    deletedAt: row.deleted_at,
  }))
}

async function readPictures(db: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { rows } = await db.query<Omit<PictureRow, 'alt'> & Pick<MediaTable, 'post_id'>>(
    `select ${PICTURE_COLUMNS}, post_id from media where id = any($1::uuid[])`,
    [ids],
  )
  return rows.map(({ post_id: postId, ...row }) => ({ ...toPicture({ ...row, alt: '' }), postId }))
}
