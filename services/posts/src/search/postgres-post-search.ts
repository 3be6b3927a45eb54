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

/** Creates the search on PostgreSQL: full text with an index of the terms, which this service folds itself. */
export const createPostgresPostFinder = (db: Queryable): PostFinder => ({
  async find(search, viewer, after) {
    const values: unknown[] = [viewer?._id ?? null, after.createdAt, after._id]
    const addValue = (value: unknown) => `$${values.push(value)}`
    // without a name: each search has a plan of its own, by how often its words are used
    const { rows } = await db.query<Pick<PostsTable, 'id' | 'created_at'> & { is_exact: boolean }>(
      toFindSql(search, addValue),
      values,
    )
    return rows.map(({ id, created_at, is_exact }) => ({ _id: id, createdAt: created_at, isExact: is_exact }))
  },
})

/**
 * The order in the sub-select lets the planner choose, by how often the words are used, between the index of terms with a sort and a scan by
 * time, before it adds what each post costs. Hidden posts and authors are looked up for one found post after the other, until there are
 * enough: `offset 0` prevents a join.
 */
function toFindSql(search: PostSearch, addValue: (value: unknown) => string): string {
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
    select t.post_id as id, t.created_at, ${exact ? `t.terms @@ ${addValue(exact)}::tsquery` : 'true'} as is_exact
    from (
        select * from post_terms t where ${conditions.join(' and ')} order by t.created_at desc, t.post_id desc
      ) t
      cross join lateral (select from posts p where p.id = t.post_id and p.hidden_at is null offset 0) p
      cross join lateral (
        select from members m where m.id = t.author_id and ${contentUnlessBlockedSql('$1', 'm')} offset 0
      ) m
    order by t.created_at desc, t.post_id desc limit ${RANKED_POSTS + 1}`
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
