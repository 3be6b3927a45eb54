import { visibleMemberSql } from '@meadow/members'
import { DomainError, type KeysetWindow } from '@meadow/service'
import type { Pool } from 'pg'
import { pageSql, readTimelineKeys, type TimelineQuery } from './postgres-timeline-query.ts'
import type { ProfileTab, Timeline } from './timeline.ts'

/** The tabs of a profile: each a walk of an index that ends when the page is full. */
export const createPostgresMemberTimeline =
  (pool: Pool): Timeline['listByMember'] =>
  async (username, viewer, window, filter) => {
    const viewerId = viewer?._id ?? null
    const { rows } = await pool.query<{ id: string }>({
      name: 'visible-member',
      text: `select id from members where username = $2 and ${visibleMemberSql('$1', 'members.id')} order by id limit 1`,
      values: [viewerId, username.toLowerCase()],
    })
    if (!rows[0]) throw new DomainError('member_not_found')
    return readTimelineKeys(pool, chooseTabQuery(rows[0].id, viewerId, window, filter), window)
  }

function chooseTabQuery(
  author: string,
  viewer: string | null,
  window: KeysetWindow,
  filter: ProfileTab | undefined,
): TimelineQuery {
  if (filter === 'media')
    return { name: 'member-media', text: memberPostsSql(window, 'and p.has_picture'), params: [author] }
  if (filter !== 'liked') return { name: 'member', text: memberPostsSql(window), params: [author] }
  if (author === viewer)
    return { name: 'liked', text: likedPostsSql(window, visibleMemberSql('$1', 'l.author_id')), params: [viewer] }
  return { name: 'member-liked', text: likedPostsSql(window, 'l.author_id = $2', 3), params: [viewer, author] }
}

/** Whoever sees the author sees all of these. */
const memberPostsSql = (window: KeysetWindow, condition = ''): string => `
  select p.id, p.created_at from posts p
  where p.author_id = $1 ${condition} ${window.after ? 'and (p.created_at, p.id) < ($2::timestamptz, $3::uuid)' : ''}
  order by p.created_at desc, p.id desc ${pageSql(window)}`

const likedPostsSql = (window: KeysetWindow, condition: string, next = 2): string => `
  select l.post_id as id, l.created_at from likes l
  where l.member_id = $1 and ${condition}
    ${window.after ? `and (l.created_at, l.post_id) < ($${next}::timestamptz, $${next + 1}::uuid)` : ''}
  order by l.created_at desc, l.post_id desc ${pageSql(window)}`
