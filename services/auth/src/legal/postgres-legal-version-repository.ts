import { appendToPostgresOutbox } from '@meadow/events'
import { type PostgresPool, withPostgresTransaction } from '@meadow/storage'
import type { LegalVersionsTable } from '../schema.ts'
import type { LegalNotice, LegalVersion, LegalVersionRepository } from './legal-version.ts'

const NEWEST_FIRST = 'order by changed_at desc, id desc'

/** Creates the repository of the notices' versions on PostgreSQL. */
export const createPostgresLegalVersionRepository = (pool: PostgresPool): LegalVersionRepository => ({
  async find(notice, id) {
    const { rows } = await pool.query<LegalVersionsTable>(
      `select * from legal_versions where notice = $1 and ($2::uuid is null or id = $2) ${NEWEST_FIRST} limit 1`,
      [notice, id ?? null],
    )
    return rows[0] && toLegalVersion(rows[0])
  },

  async list(notice, limit) {
    const { rows } = await pool.query<Pick<LegalVersionsTable, 'id' | 'changed_at'>>(
      `select id, changed_at from legal_versions where notice = $1 ${NEWEST_FIRST} limit $2`,
      [notice, limit],
    )
    return rows.map(({ id, changed_at: changedAt }) => ({ _id: id, changedAt }))
  },

  add: (notice, plan) =>
    withPostgresTransaction(pool, async (tx) => {
      await tx.query('lock table legal_versions in share row exclusive mode')
      const { rows } = await tx.query<Pick<LegalVersionsTable, 'id'>>(
        `select id from legal_versions where notice = $1 ${NEWEST_FIRST} limit 1`,
        [notice],
      )
      const { version, event } = plan(rows[0]?.id)
      await tx.query('insert into legal_versions (id, notice, text, changed_at) values ($1, $2, $3, $4)', [
        version._id,
        notice,
        version.text,
        version.changedAt,
      ])
      await appendToPostgresOutbox(tx, event)
      return version
    }),
})

const toLegalVersion = (row: LegalVersionsTable): LegalVersion => ({
  _id: row.id,
  notice: row.notice as LegalNotice,
  text: row.text,
  changedAt: row.changed_at,
})
