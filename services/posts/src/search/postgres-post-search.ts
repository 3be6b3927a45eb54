import {
  blockedMembersCte,
  contentUnlessBlockedSql,
  memberByUsernameSql,
  mutedMembersCte,
  notMutedSql,
} from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import type { PostsTable } from '../schema.ts'
import { type PostFinder, type PostSearch, RANKED_POSTS } from './post-search.ts'
import type { TermCondition } from './search-terms.ts'

/** Posts that are read at first: the ranked ones and the next, if nearly all may be seen. */
const FIRST_BATCH = RANKED_POSTS + 14
const BATCH_GROWTH = 4

type Row = Pick<PostsTable, 'id' | 'created_at'> & { is_exact: boolean; is_visible: boolean }

/** Creates the search on PostgreSQL: full text with an index of the terms, which this service folds itself. */
export const createPostgresPostFinder = (db: Queryable): PostFinder => ({
  async find(search, viewer, after) {
    const found: Row[] = []
    for (let from = after, size = FIRST_BATCH; ; size *= BATCH_GROWTH) {
      const values: unknown[] = [viewer?._id ?? null, from.createdAt, from._id]
      const addValue = (value: unknown) => `$${values.push(value)}`
      // without a name: each search has a plan of its own, by how often its words are used
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
 * The newest posts with the words, and for each whether the viewer may see it. The limit stands before that is looked up: so the planner
 * can choose, by how often the words are used, between the index of terms with a sort and a scan by time.
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
      exists (select from posts p where p.id = t.post_id and p.hidden_at is null)
        and exists (select from members m where m.id = t.author_id and ${contentUnlessBlockedSql('$1', 'm')}) as is_visible
    from (
        select * from post_terms t where ${conditions.join(' and ')} order by t.created_at desc, t.post_id desc limit ${size}
      ) t
    order by t.created_at desc, t.post_id desc`
}

/** The member who has a username, or else who had it. */
const toAuthorSql = (username: string): string =>
  `(select named.id from members named where ${memberByUsernameSql('named', username)} order by named.username = ${username} desc limit 1)`

const toTermQuery = (condition: TermCondition): string =>
  `(${[toExactTermQuery(condition), ...condition.variants.map(quoteTerm)].join(' | ')})`

const toExactTermQuery = ({ phrase }: TermCondition): string =>
  `(${phrase.map(({ term, isPrefix }) => `${quoteTerm(term)}${isPrefix ? ':*' : ''}`).join(' <-> ')})`

const quoteTerm = (term: string): string => `'${term.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`

/** The largest position that a `tsvector` has. */
const MAX_POSITION = 16_383

/** Returns terms with their positions as text of a `tsvector`. */
export const toTermVector = (terms: ReadonlyMap<string, readonly number[]>): string =>
  [...terms]
    .map(([term, positions]) => `${quoteTerm(term)}:${positions.map((one) => Math.min(one, MAX_POSITION)).join(',')}`)
    .join(' ')
