import type { TextFacet } from '@meadow/contracts'
import type { PostgresPool, Queryable } from '@meadow/storage'
import { findPreviewedUrl } from './link-preview.ts'
import type { LinkPreviewJob, LinkPreviewQueue } from './worker/link-preview-worker.ts'

type PostgresLinkPreviewQueueOptions = {
  /** The table of the texts, with the columns `id` and `facets`. */
  texts: 'posts' | 'messages'
  /** The column of `link_previews_to_fetch` that names a text. */
  idColumn: 'post_id' | 'message_id'
}

/** The queue of the texts of a service that wait for a preview, in its table `link_previews_to_fetch`. A trigger adds new texts. */
export type PostgresLinkPreviewQueue = Pick<LinkPreviewQueue, 'take'> & {
  /** Lets a text wait, as the trigger does: it is due at once, also if it is taken. */
  add(tx: Queryable, id: string): Promise<void>
  remove(tx: Queryable, id: string): Promise<void>
}

export function createPostgresLinkPreviewQueue(
  pool: PostgresPool,
  { texts, idColumn }: PostgresLinkPreviewQueueOptions,
): PostgresLinkPreviewQueue {
  const takeJobsSql = `
    update link_previews_to_fetch q set due_at = $2
    from (
      select ${idColumn} from link_previews_to_fetch where due_at <= $1 order by due_at, ${idColumn} limit $3 for update skip locked
    ) due
    where q.${idColumn} = due.${idColumn}
    returning q.${idColumn} as id, (select facets from ${texts} where id = q.${idColumn}) as facets`
  const addSql = `
    insert into link_previews_to_fetch (${idColumn}) values ($1)
    on conflict (${idColumn}) do update set due_at = excluded.due_at`
  return {
    async take(at, { limit, retryAt }) {
      const { rows } = await pool.query<{ id: string; facets: TextFacet[] | null }>({
        name: 'take-link-preview-jobs',
        text: takeJobsSql,
        values: [at, retryAt, limit],
      })
      return rows.map(({ id, facets }): LinkPreviewJob => ({ id, url: findPreviewedUrl(facets ?? []) }))
    },
    async add(tx, id) {
      await tx.query(addSql, [id])
    },
    async remove(tx, id) {
      await tx.query(`delete from link_previews_to_fetch where ${idColumn} = $1`, [id])
    },
  }
}

/** Locks a preview against the cleanup. Returns false if it no longer exists. */
export const lockLinkPreview = async (tx: Queryable, id: string): Promise<boolean> =>
  (await tx.query('select from link_previews where id = $1 for key share', [id])).rowCount === 1
