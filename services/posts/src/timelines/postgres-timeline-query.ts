import { blockedMembersCte, contentUnlessBlockedSql, mutedMembersCte, notMutedSql, type Viewer } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import { type PostRow, postRowSql, resolvePostgresShares, rowToPost } from '../posts/postgres-read-posts.ts'
import type { PostsTable } from '../schema.ts'
import type { TimelineEntry, TimelineWindow } from './timeline.ts'

/** The columns of an entry's key: its time, by which the timeline is sorted, and the id of the post. */
type KeyColumns = readonly [createdAt: string, id: string]

const KEY_OF_POST: KeyColumns = ['p.created_at', 'p.id']

/**
 * A query of posts. In its SQL, `$1` is the viewer, and then come `params`, and the key after which the window begins. It must
 * contain the condition `afterKeySql`.
 */
export type TimelineQuery = {
  /** Names the prepared statement. */
  name: string
  /** The `from` clause, with the posts as `p`. */
  from: string
  where?: string
  /** The sort key; by default the time and the id of the post. */
  key?: KeyColumns
  params?: readonly string[]
  /** Leaves out the posts of members whom the viewer mutes. */
  leavesOutMuted?: true
  /** Leaves out shares without a comment, where the originals are listed anyway. */
  leavesOutPlainShares?: true
  /** As in `memberViewColumns`, about the authors. */
  isFollowingSql?: string
}

/** Bookmarks have pages with numbers, which skip entries. */
type NumberedWindow = TimelineWindow & { skip?: number }

type EntryRow = Pick<PostsTable, 'id' | 'created_at'> & { post: PostRow; viewer_mutes: boolean }

/** Reads a window of a timeline, and the key of one more entry, in one statement: the posts that the viewer may see, as the viewer sees them. */
export async function readTimeline(
  db: Queryable,
  query: TimelineQuery,
  viewer: Viewer,
  window: NumberedWindow,
): Promise<TimelineEntry[]> {
  const { limit, after, skip = 0 } = window
  const values = [viewer?._id ?? null, ...(query.params ?? []), ...(after ? [after.createdAt, after._id] : [])]
  const isPrepared = skip === 0 // each offset is a different statement, and numbered pages are rare
  const prepared = isPrepared ? { name: `timeline-${query.name}-${after ? 'after' : 'first'}-${limit}` } : {}
  const { rows } = await db.query<EntryRow>({ ...prepared, text: entriesSql(query, window), values })
  const listed = rows.slice(0, limit).map(({ post }) => rowToPost(post, viewer))
  const posts = await resolvePostgresShares(db, listed, viewer)
  return rows.map(({ id, created_at, viewer_mutes }, index) => ({
    _id: id,
    createdAt: created_at,
    post: posts[index],
    viewerMutes: viewer_mutes,
  }))
}

/** Evaluated once a statement, so that a page of a viewer who mutes nothing needs no other statement. */
const VIEWER_MUTES_SQL = `(select exists (select from muted_words where member_id = $1 and words <> '[]')
    or exists (select from muted_content where member_id = $1))`

const isContentVisibleSql = (member: string, hostColumn?: string): string =>
  contentUnlessBlockedSql('$1', member, hostColumn)

/**
 * Builds the statement. Hidden posts are left out beside their authors: as a condition of its own, a null is expected to be rare as long as
 * the table has no statistics. Limit and offset are literal numbers, which come from the window and never from text of a request: for a
 * parameter, the planner would assume a tenth of the rows.
 */
function entriesSql(query: TimelineQuery, window: NumberedWindow) {
  const { from, where = 'true', key = KEY_OF_POST, isFollowingSql, leavesOutMuted, leavesOutPlainShares } = query
  const [createdAt, id] = key
  const post = postRowSql({ isVisibleSql: isContentVisibleSql, isNotMutedSql: notMutedSql, isFollowingSql })
  return `
  with ${blockedMembersCte('$1')}, ${mutedMembersCte('$1')}
  select ${id} as id, ${createdAt} as created_at, ${post} as post, ${VIEWER_MUTES_SQL} as viewer_mutes
  from ${from}
    cross join lateral (
      select * from members m where m.id = p.author_id and p.hidden_at is null and ${isContentVisibleSql('m')}
        ${leavesOutPlainShares ? "and (p.shared_post_id is null or p.content <> '')" : ''} offset 0
    ) m
  where ${where} ${leavesOutMuted ? `and ${notMutedSql('p.author_id')}` : ''}
  ${newestFirstSql(key)} limit ${window.limit + 1} offset ${window.skip ?? 0}`
}

/** Returns a source of the post `p`, which is looked up for each row: `offset 0` prevents a join of the whole table. */
export const postByIdSql = (idColumn: string): string =>
  `lateral (select * from posts p where p.id = ${idColumn} offset 0) p`

/** Returns the order of a timeline, newest first. */
export const newestFirstSql = ([createdAt, id]: KeyColumns = KEY_OF_POST): string =>
  `order by ${createdAt} desc, ${id} desc`

/** Returns the condition that an entry comes after the key of the window. `paramCount`: the number of `params` of the query. */
export function afterKeySql({ after }: TimelineWindow, paramCount = 0, [createdAt, id] = KEY_OF_POST): string {
  const first = paramCount + 2
  return after ? `(${createdAt}, ${id}) < ($${first}::timestamptz, $${first + 1}::uuid)` : 'true'
}
