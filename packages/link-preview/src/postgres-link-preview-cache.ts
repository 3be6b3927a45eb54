import type { Queryable } from '@meadow/storage'
import type { LinkPreview, LinkPreviewPage } from './link-preview.ts'
import type { LinkPreviewCache } from './link-preview-cache.ts'

/** A row of the table `link_previews`. */
export type LinkPreviewRow = { id: string; url: string; page: LinkPreviewPage | null }

/** Converts a row to the preview; null if the address has none. */
export const rowToLinkPreview = ({ id, url, page }: LinkPreviewRow): LinkPreview | null =>
  page && { _id: id, url, ...page }

/** Stores the cache in the table `link_previews` of the service. */
export const createPostgresLinkPreviewCache = (db: Queryable): LinkPreviewCache => ({
  async find(url, at) {
    const { rows } = await db.query<LinkPreviewRow>({
      name: 'find-link-preview',
      text: 'select id, url, page from link_previews where url = $1 and expires_at > $2 order by expires_at desc limit 1',
      values: [url, at],
    })
    return rows[0] && rowToLinkPreview(rows[0])
  },
  async add({ _id, url, fetchedAt, page }) {
    await db.query('insert into link_previews (id, url, fetched_at, expires_at, page) values ($1, $2, $3, $3, $4)', [
      _id,
      url,
      fetchedAt,
      page && JSON.stringify(page),
    ])
  },
  async publish(id, expiresAt) {
    await db.query('update link_previews set expires_at = $2 where id = $1', [id, expiresAt])
  },
})
