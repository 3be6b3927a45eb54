import { queueMediaRemovals } from '@meadow/media'
import { type PostgresPool, withPostgresTransaction } from '@meadow/storage'
import { type LinkPreview, type LinkPreviewPage, listPreviewFiles, type NamePreviewFile } from './link-preview.ts'
import {
  type LinkPreviewCache,
  UNUSED_CHECK_BATCH_SIZE,
  UNUSED_CHECK_DELAY_MS,
  USED_CHECK_INTERVAL_MS,
} from './link-preview-cache.ts'

/** A row of the table `link_previews`. */
export type LinkPreviewRow = { id: string; url: string; page: LinkPreviewPage | null }

/** Converts a row to the preview; null if the address has none. */
export const rowToLinkPreview = ({ id, url, page }: LinkPreviewRow): LinkPreview | null =>
  page && { _id: id, url, ...page }

type PostgresLinkPreviewCacheOptions = {
  /** The condition that a text of the service shows the row of `link_previews`. */
  isUsedSql: string
  toPath: NamePreviewFile
}

/** Stores the cache in the table `link_previews` of the service. */
export const createPostgresLinkPreviewCache = (
  pool: PostgresPool,
  { isUsedSql, toPath }: PostgresLinkPreviewCacheOptions,
): LinkPreviewCache => ({
  async find(url, at) {
    const { rows } = await pool.query<LinkPreviewRow>({
      name: 'find-link-preview',
      text: 'select id, url, page from link_previews where url = $1 and expires_at > $2 order by expires_at desc limit 1',
      values: [url, at],
    })
    return rows[0] && rowToLinkPreview(rows[0])
  },
  async add({ _id, url, fetchedAt, page }) {
    await pool.query('insert into link_previews (id, url, expires_at, check_at, page) values ($1, $2, $3, $4, $5)', [
      _id,
      url,
      fetchedAt,
      toCheckTime(fetchedAt),
      page && JSON.stringify(page),
    ])
  },
  async publish(id, expiresAt) {
    const values = [id, expiresAt, toCheckTime(expiresAt)]
    await pool.query('update link_previews set expires_at = $2, check_at = $3 where id = $1', values)
  },
  deleteUnused: (at) =>
    withPostgresTransaction(pool, async (tx) => {
      const { rows } = await tx.query<LinkPreviewRow & { isUsed: boolean }>(
        `select id, url, page, (${isUsedSql}) as "isUsed" from link_previews where check_at < $1
         order by check_at limit ${UNUSED_CHECK_BATCH_SIZE} for update skip locked`,
        [at],
      )
      const { used = [], unused = [] } = Object.groupBy(rows, ({ isUsed }) => (isUsed ? 'used' : 'unused'))
      const nextCheck = new Date(at.getTime() + USED_CHECK_INTERVAL_MS)
      await tx.query('update link_previews set check_at = $2 where id = any($1)', [used.map(({ id }) => id), nextCheck])
      await tx.query('delete from link_previews where id = any($1)', [unused.map(({ id }) => id)])
      const paths = unused.flatMap(({ id: _id, page }) => (page ? listPreviewFiles({ _id, ...page }, toPath) : []))
      await queueMediaRemovals(tx, paths, at)
      return rows.length
    }),
})

const toCheckTime = (expiresAt: Date): Date => new Date(expiresAt.getTime() + UNUSED_CHECK_DELAY_MS)
