import {
  blockedMembersCte,
  contentUnlessBlockedSql,
  memberByUsernameSql,
  mutedMembersCte,
  notMutedSql,
} from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import { IS_PLAIN_SHARE_SQL } from '../posts/postgres-post-changes.ts'
import type { PostsTable } from '../schema.ts'
import { type PostFinder, type PostSearch, RANKED_POSTS } from './post-search.ts'
import type { TermCondition } from './search-terms.ts'

/** The first batch of matches holds enough for the ranking if the viewer may see nearly all of them. */
const FIRST_BATCH = RANKED_POSTS + 14
/** Each further batch is larger by this factor. */
const BATCH_GROWTH = 4

type Row = Pick<PostsTable, 'id' | 'created_at'> & { is_exact: boolean; is_visible: boolean }

/** Creates the search on PostgreSQL: an index of terms as `search-terms.ts` folds them. */
export const createPostgresPostFinder = (db: Queryable): PostFinder => ({
  async find(search, viewer, after) {
    const found: Row[] = []
    for (let from = after, size = FIRST_BATCH; ; size *= BATCH_GROWTH) {
      const values: unknown[] = [viewer?._id ?? null, from.createdAt, from._id]
      const addValue = (value: unknown) => `$${values.push(value)}`
      // Not a named prepared statement, so that PostgreSQL plans for these words.
      const { rows } = await db.query<Row>(toFindSql(search, addValue, size), values)
      found.push(...rows.filter((row) => row.is_visible))
      const last = rows.at(-1)
      if (!last || rows.length < size || found.length > RANKED_POSTS) break
      from = { createdAt: last.created_at, _id: last.id }
    }
    return found
      .slice(0, RANKED_POSTS + 1)
      .map(({ id, created_at, is_exact }) => ({ _id: id, createdAt: created_at, isExact: is_exact }))
  },
})

/**
 * Returns the query of the newest `size` matches, each with `is_visible`. `$1` is the viewer, and `$2` and `$3` are where the batch
 * continues. The limit is applied before visibility is looked up, so that the planner can choose between the index of terms and a scan by
 * time, by how often the words are used. Posts of muted members are left out, unless the search names their author.
 */
function toFindSql(search: PostSearch, addValue: (value: unknown) => string, size: number): string {
  const { required, excluded, from, before, since, hasPicture } = search
  const words = required.map(toTermQuery)
  const unwanted = excluded.map((condition) => `!(${toExactTermQuery(condition)})`)
  const query = [...words, ...unwanted].join(' & ')
  const exact = required.map(toExactTermQuery).join(' & ')
  const author = from === 'me' ? '$1' : from && toAuthorSql(addValue(from))
  const conditions = [
    '(t.created_at, t.post_id) < ($2, $3::uuid)',
    ...(query ? [`t.terms @@ ${addValue(query)}::tsquery`] : []),
    ...(author ? [`t.author_id = ${author}`] : [notMutedSql('t.author_id')]),
    ...(before ? [`t.created_at < ${addValue(before)}`] : []),
    ...(since ? [`t.created_at >= ${addValue(since)}`] : []),
    ...(hasPicture ? ['t.has_picture'] : []),
  ]
  return `
    with ${blockedMembersCte('$1')}, ${mutedMembersCte('$1')}
    select t.post_id as id, t.created_at, ${exact ? `t.terms @@ ${addValue(exact)}::tsquery` : 'true'} as is_exact,
      exists (select from posts where posts.id = t.post_id and posts.hidden_at is null and not ${IS_PLAIN_SHARE_SQL})
        and exists (select from members m where m.id = t.author_id and ${contentUnlessBlockedSql('$1', 'm')}) as is_visible
    from (
        select * from post_terms t where ${conditions.join(' and ')} order by t.created_at desc, t.post_id desc limit ${size}
      ) t
    order by t.created_at desc, t.post_id desc`
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
