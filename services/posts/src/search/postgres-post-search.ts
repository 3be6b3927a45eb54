import {
  blockedMembersCte,
  contentUnlessBlockedSql,
  memberByUsernameSql,
  mutedMembersCte,
  notMutedSql,
  type Viewer,
} from '@meadow/members'
import type { KeysetKey } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import { IS_PLAIN_SHARE_SQL } from '../posts/postgres-post-changes.ts'
import type { PostsTable, PostTermsTable } from '../schema.ts'
import type { FoundPost, PostFinder, PostSearch } from './post-search.ts'
import type { TermCondition } from './search-terms.ts'

/** The first batch of matches has so many more than are searched for, because the viewer may not see all. */
const SPARE_MATCHES = 1
/** Each further batch is larger by this factor, up to a size that is read and sent back at once. */
const BATCH_GROWTH = 4
const MAX_BATCH = 500

type MatchRow = Pick<PostTermsTable, 'post_id' | 'created_at'> & { is_exact: boolean }

/** Creates the search on PostgreSQL: an index of terms as `search-terms.ts` folds them. */
export const createPostgresPostFinder = (db: Queryable): PostFinder => ({
  async find(search, viewer, { after, limit }) {
    const found: FoundPost[] = []
    for (let from = after, size = limit + 1 + SPARE_MATCHES; ; size = Math.min(size * BATCH_GROWTH, MAX_BATCH)) {
      const matches = await findMatches(db, search, { viewer, after: from, size })
      found.push(...(await filterVisible(db, search, { viewer, matches })))
      const last = matches.at(-1)
      if (!last || matches.length < size || found.length > limit) return found.slice(0, limit + 1)
      from = { createdAt: last.created_at, _id: last.post_id }
    }
  },
})

/**
 * Finds the newest `size` matches, by one table. It is not a named prepared statement, so that PostgreSQL plans for these words and chooses
 * between the index of terms and a scan by time, by how often they are used. So it has nothing more to plan than that.
 */
async function findMatches(
  db: Queryable,
  search: PostSearch,
  { viewer, after, size }: { viewer: Viewer; after: KeysetKey; size: number },
): Promise<MatchRow[]> {
  const values: unknown[] = [after.createdAt, after._id]
  const addValue = (value: unknown) => `$${values.push(value)}`
  const { required, excluded, from, before, since, hasPicture, hasVideo } = search
  const words = required.map(toTermQuery)
  const unwanted = excluded.map((condition) => `!(${toExactTermQuery(condition)})`)
  const query = [...words, ...unwanted].join(' & ')
  const exact = required.map(toExactTermQuery).join(' & ')
  const conditions = [
    '(created_at, post_id) < ($1, $2::uuid)',
    ...(query ? [`terms @@ ${addValue(query)}::tsquery`] : []),
    ...(from ? [`author_id = ${from === 'me' ? addValue(viewer?._id) : toAuthorSql(addValue(from))}`] : []),
    ...(before ? [`created_at < ${addValue(before)}`] : []),
    ...(since ? [`created_at >= ${addValue(since)}`] : []),
    ...(hasPicture ? ['has_picture'] : []),
    ...(hasVideo
      ? ["post_id in (select post_id from post_videos where post_id is not null and video->>'status' <> 'failed')"]
      : []),
  ]
  const { rows } = await db.query<MatchRow>(
    `select post_id, created_at, ${exact ? `terms @@ ${addValue(exact)}::tsquery` : 'true'} as is_exact
     from post_terms where ${conditions.join(' and ')} order by created_at desc, post_id desc limit ${size}`,
    values,
  )
  return rows
}

/** Posts of muted members are left out with `$3`. The ids are in a sub-select, so that the planner keeps one generic plan. */
const VISIBLE_POSTS_SQL = `
  with ${blockedMembersCte('$1')}, ${mutedMembersCte('$1')}
  select posts.id from posts join members m on m.id = posts.author_id
  where posts.id = any((select $2::uuid[])::uuid[]) and posts.hidden_at is null and not ${IS_PLAIN_SHARE_SQL}
    and ${contentUnlessBlockedSql('$1', 'm')} and (not $3 or ${notMutedSql('posts.author_id')})`

/** Leaves out matches that the viewer may not see, and posts of members whom the viewer mutes, unless the search names the author. */
async function filterVisible(
  db: Queryable,
  { from }: PostSearch,
  { viewer, matches }: { viewer: Viewer; matches: readonly MatchRow[] },
): Promise<FoundPost[]> {
  if (matches.length === 0) return []
  const { rows } = await db.query<Pick<PostsTable, 'id'>>({
    name: 'visible-found-posts',
    text: VISIBLE_POSTS_SQL,
    values: [viewer?._id ?? null, matches.map(({ post_id: id }) => id), !from],
  })
  const visible = new Set(rows.map(({ id }) => id))
  return matches
    .filter(({ post_id: id }) => visible.has(id))
    .map(({ post_id: _id, created_at: createdAt, is_exact: isExact }) => ({ _id, createdAt, isExact }))
}

/** Returns the id of the member who has the username of a parameter such as `$4`, or else of the one who last had it. */
const toAuthorSql = (parameter: string): string =>
  `(select named.id from members named where ${memberByUsernameSql('named', parameter)} order by named.username = ${parameter} desc limit 1)`

const toTermQuery = (condition: TermCondition): string =>
  `(${[toExactTermQuery(condition), ...condition.variants.map(quoteTerm)].join(' | ')})`

const toExactTermQuery = ({ phrase }: TermCondition): string =>
  `(${phrase.map(({ term, isPrefix }) => `${quoteTerm(term)}${isPrefix ? ':*' : ''}`).join(' <-> ')})`

const quoteTerm = (term: string): string => `'${term.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`

/** The largest position that a `tsvector` allows. */
const MAX_POSITION = 16_383

/** Returns terms with their positions as text of a `tsvector`. */
export const toTermVector = (terms: ReadonlyMap<string, readonly number[]>): string =>
  [...terms]
    .map(([term, positions]) => `${quoteTerm(term)}:${positions.map((one) => Math.min(one, MAX_POSITION)).join(',')}`)
    .join(' ')
