import { type MembersTable, memberByUsernameSql, visibleContentSql, visibleMemberSql } from '@meadow/members'
import { DomainError } from '@meadow/service'
import type { Pool } from 'pg'
import { afterKeySql, postByIdSql, readTimeline, type TimelineQuery } from './postgres-timeline-query.ts'
import { type ProfileTabQuery, selectProfileTabQuery, type Timeline, type TimelineWindow } from './timeline.ts'

/** Creates the listing of profile tabs. Each tab scans one index and stops when the page is full. */
export const createPostgresMemberTimeline =
  (pool: Pool): Timeline['listByMember'] =>
  async (username, viewer, window, tab) => {
    const { rows } = await pool.query<Pick<MembersTable, 'id'> & { is_content_visible: boolean }>({
      name: 'visible-member',
      text: `select id, ${visibleContentSql('$1', 'members.id')} as is_content_visible
             from members where ${memberByUsernameSql('members', '$2')} and ${visibleMemberSql('$1', 'members.id')}
             order by username = $2 desc, id limit 1`,
      values: [viewer?._id ?? null, username.toLowerCase()],
    })
    if (!rows[0]) throw new DomainError('member_not_found')
    const query = selectProfileTabQuery(rows[0].id, viewer, tab)
    if (query === 'none' || !rows[0].is_content_visible) return []
    return readTimeline(pool, toTimelineQuery(query, rows[0].id, window), viewer, window)
  }

function toTimelineQuery(
  query: Exclude<ProfileTabQuery, 'none'>,
  authorId: string,
  window: TimelineWindow,
): TimelineQuery {
  const ofAuthor = `p.author_id = $2 and ${afterKeySql(window, 1)}`
  switch (query) {
    case 'posts':
      return { name: 'member', from: 'posts p', where: ofAuthor, params: [authorId] }
    case 'posts-with-picture':
      return { name: 'member-media', from: 'posts p', where: `${ofAuthor} and p.has_picture`, params: [authorId] }
    case 'all-likes':
      return { ...LIKED, name: 'liked', where: `l.member_id = $1 and ${afterKeySql(window, 0, LIKED.key)}` }
    case 'likes-of-author':
      return {
        ...LIKED,
        name: 'member-liked',
        where: `l.member_id = $1 and l.author_id = $2 and ${afterKeySql(window, 1, LIKED.key)}`,
        params: [authorId],
      }
  }
}

/** Posts that a member likes, in the order of the likes. */
const LIKED = {
  from: `likes l cross join ${postByIdSql('l.post_id')}`,
  key: ['l.created_at', 'l.post_id'],
} as const satisfies Partial<TimelineQuery>
