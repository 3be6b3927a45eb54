import type { TextFacet } from '@meadow/contracts'
import { listenForCommitSignals, type PostgresPool, type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { PostsTable } from '../schema.ts'
import { listTags } from '../tags/tag.ts'
import type { PostIndex } from './post-indexer.ts'
import { toTermVector } from './postgres-post-search.ts'
import { toIndexTerms } from './search-terms.ts'

const BATCH_SIZE = 200
/** The key of the lock that the process holds which indexes. */
const LOCK_KEY = 727_001

type QueuedRow = { number: string; post_id: string }
type TextRow = Pick<PostsTable, 'id' | 'author_id' | 'content' | 'created_at' | 'has_picture'> & {
  facets: TextFacet[] | null
}

/** Creates the index on PostgreSQL. It takes posts from a queue that a trigger writes. */
export const createPostgresPostIndex = (pool: PostgresPool): PostIndex => ({
  onCommitted: (listener) => listenForCommitSignals(pool, listener),
  async indexNext() {
    const { rowCount } = await pool.query({ name: 'has-posts-to-index', text: 'select from posts_to_index limit 1' })
    return rowCount === 0 ? 0 : withPostgresTransaction(pool, indexBatch)
  },
})

async function indexBatch(tx: Queryable): Promise<number> {
  const { rows: locked } = await tx.query<{ isLocked: boolean }>('select pg_try_advisory_xact_lock($1) as "isLocked"', [
    LOCK_KEY,
  ])
  if (!locked[0]?.isLocked) return 0
  const { rows: queued } = await tx.query<QueuedRow>(
    `delete from posts_to_index where number in (select number from posts_to_index order by number limit ${BATCH_SIZE})
     returning number, post_id`,
  )
  const ids = [...new Set(queued.map(({ post_id }) => post_id))]
  const { rows: texts } = await tx.query<TextRow>(
    // a deletion waits for this transaction, or this one finds no such post
    `select id, author_id, content, facets, created_at,
       has_picture and not exists (select from post_videos where post_id = posts.id) as has_picture
     from posts where id = any($1::uuid[])
     order by id for key share`,
    [ids],
  )
  await storeTerms(tx, texts)
  await storeTags(tx, texts)
  return queued.length
}

async function storeTerms(tx: Queryable, texts: readonly TextRow[]): Promise<void> {
  await tx.query(
    `insert into post_terms (post_id, author_id, created_at, has_picture, terms)
     select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::boolean[], $5::tsvector[])
     on conflict (post_id) do update set has_picture = excluded.has_picture, terms = excluded.terms`,
    [
      texts.map(({ id }) => id),
      texts.map(({ author_id }) => author_id),
      texts.map(({ created_at }) => created_at),
      texts.map(({ has_picture }) => has_picture),
      texts.map(({ content }) => toTermVector(toIndexTerms(content))),
    ],
  )
}

async function storeTags(tx: Queryable, texts: readonly TextRow[]): Promise<void> {
  await tx.query('delete from post_tags where post_id = any($1::uuid[])', [texts.map(({ id }) => id)])
  const rows = texts.flatMap((text) => listTags(text.facets ?? []).map((tag) => ({ ...text, tag })))
  if (rows.length === 0) return
  await tx.query(
    `insert into post_tags (tag, created_at, post_id, author_id)
     select * from unnest($1::text[], $2::timestamptz[], $3::uuid[], $4::uuid[])`,
    [
      rows.map(({ tag }) => tag),
      rows.map(({ created_at }) => created_at),
      rows.map(({ id }) => id),
      rows.map(({ author_id }) => author_id),
    ],
  )
}
