import { visible } from '@meadow/members'
import { DomainError, type Window } from '@meadow/service'
import type { Pool } from 'pg'
import { type KeyQuery, page, readKeys } from './postgres-keys.ts'
import type { Filter, Timeline } from './timeline.ts'

/** The tabs of a profile: each a walk of an index that ends when the page is full. */
export const postgresMemberTimeline =
  (pool: Pool): Timeline['ofMember'] =>
  async (username, viewer, window, filter) => {
    const viewerId = viewer?._id ?? null
    const { rows } = await pool.query<{ id: string }>({
      name: 'visible-member',
      text: `select id from members where username = $2 and ${visible('$1', 'members.id')} order by id limit 1`,
      values: [viewerId, username.toLowerCase()],
    })
    if (!rows[0]) throw new DomainError('member_not_found')
    return readKeys(pool, choose(rows[0].id, viewerId, window, filter), window)
  }

function choose(author: string, viewer: string | null, window: Window, filter: Filter | undefined): KeyQuery {
  if (filter === 'media') return { name: 'member-media', text: written(window, 'and p.has_picture'), who: [author] }
  if (filter !== 'liked') return { name: 'member', text: written(window), who: [author] }
  if (author === viewer) return { name: 'liked', text: liked(window, visible('$1', 'l.author_id')), who: [viewer] }
  return { name: 'member-liked', text: liked(window, 'l.author_id = $2', 3), who: [viewer, author] }
}

/** Whoever sees the author sees all of these. */
const written = (window: Window, condition = ''): string => `
  select p.id, p.created_at from posts p
  where p.author_id = $1 ${condition} ${window.after ? 'and (p.created_at, p.id) < ($2::timestamptz, $3::uuid)' : ''}
  order by p.created_at desc, p.id desc ${page(window)}`

const liked = (window: Window, condition: string, next = 2): string => `
  select l.post_id as id, l.created_at from likes l
  where l.member_id = $1 and ${condition}
    ${window.after ? `and (l.created_at, l.post_id) < ($${next}::timestamptz, $${next + 1}::uuid)` : ''}
  order by l.created_at desc, l.post_id desc ${page(window)}`
