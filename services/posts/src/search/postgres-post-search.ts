import { blockedMembersCte, contentUnlessBlockedSql, mutedMembersCte, notMutedSql } from '@meadow/members'
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

/** Hidden posts and authors are looked up for each post that was found, until there are enough: `offset 0` prevents a join. */
function toFindSql(search: PostSearch, addValue: (value: unknown) => string): string {
  const { required, excluded, from, before, since, hasPicture } = search
  const words = required.map(toTermQuery)
  const unwanted = excluded.map((condition) => `!(${toExactTermQuery(condition)})`)
  const query = [...words, ...unwanted].join(' & ')
  const exact = required.map(toExactTermQuery).join(' & ')
  const author = from === 'me' ? '$1' : from && `(select id from members where username = ${addValue(from)} limit 1)`
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
    from post_terms t
      cross join lateral (select from posts p where p.id = t.post_id and p.hidden_at is null offset 0) p
      cross join lateral (
        select from members m where m.id = t.author_id and ${contentUnlessBlockedSql('$1', 'm')} offset 0
      ) m
    where ${conditions.join(' and ')}
    order by t.created_at desc, t.post_id desc limit ${RANKED_POSTS + 1}`
}

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
