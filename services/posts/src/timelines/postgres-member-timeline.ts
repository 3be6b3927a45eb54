import { type MembersTable, visibleMemberSql } from '@meadow/members'
import { DomainError, type KeysetWindow } from '@meadow/service'
import type { Pool } from 'pg'
import { pageSql, readTimeline, type TimelineQuery } from './postgres-timeline-query.ts'
import { type ProfileTabQuery, selectProfileTabQuery, type Timeline } from './timeline.ts'

/** Creates the listing of profile tabs. Each tab scans one index and stops when the page is full. */
export const createPostgresMemberTimeline =
  (pool: Pool): Timeline['listByMember'] =>
  async (username, viewer, window, tab) => {
    const { rows } = await pool.query<Pick<MembersTable, 'id'>>({
      name: 'visible-member',
      text: `select id from members where username = $2 and ${visibleMemberSql('$1', 'members.id')} order by id limit 1`,
      values: [viewer?._id ?? null, username.toLowerCase()],
    })
    if (!rows[0]) throw new DomainError('member_not_found')
    const query = selectProfileTabQuery(rows[0].id, viewer, tab)
    if (query === 'none') return []
    return readTimeline(pool, toTimelineQuery(query, rows[0].id, window), viewer, window)
  }

function toTimelineQuery(
  query: Exclude<ProfileTabQuery, 'none'>,
  authorId: string,
  window: KeysetWindow,
): TimelineQuery {
  switch (query) {
    case 'posts':
      return { name: 'member', keysSql: memberPostsSql(window), params: [authorId] }
    case 'posts-with-picture':
      return { name: 'member-media', keysSql: memberPostsSql(window, 'and p.has_picture'), params: [authorId] }
    case 'all-likes':
      return { name: 'liked', keysSql: likedPostsSql(window, visibleMemberSql('$1', 'l.author_id')) }
    case 'likes-of-author':
      return { name: 'member-liked', keysSql: likedPostsSql(window, 'l.author_id = $2', 3), params: [authorId] }
  }
}

/** Selects posts of one author. A viewer who may see the author may see all of them. */
const memberPostsSql = (window: KeysetWindow, condition = ''): string => `
  select p.id, p.created_at from posts p
  where p.author_id = $2 ${condition} ${window.after ? 'and (p.created_at, p.id) < ($3::timestamptz, $4::uuid)' : ''}
  order by p.created_at desc, p.id desc ${pageSql(window)}`

/** Selects posts that a member likes. The cursor begins at parameter `cursorParam`. */
const likedPostsSql = (window: KeysetWindow, condition: string, cursorParam = 2): string => `
  select l.post_id as id, l.created_at from likes l
  where l.member_id = $1 and ${condition}
    ${window.after ? `and (l.created_at, l.post_id) < ($${cursorParam}::timestamptz, $${cursorParam + 1}::uuid)` : ''}
  order by l.created_at desc, l.post_id desc ${pageSql(window)}`
