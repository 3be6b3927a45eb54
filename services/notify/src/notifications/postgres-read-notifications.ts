import type { MemberView } from '@meadow/contracts'
import { NOTIFICATION_ACTORS_SHOWN } from '@meadow/contracts/limits'
import { visible } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import type { Notification, ToldType } from './notification.ts'

type Row = {
  id: string
  member_id: string
  type: ToldType
  is_read: boolean
  created_at: Date
  updated_at: Date
  actor_count: number
  post_id: string | null
  post_excerpt: string
  image: string
  actors: (MemberView & { commentId: string | null; excerpt: string })[] | null
}

/** Names come from the members, texts of posts from the posts: nothing of them is copied into a notification. */
const READ = `
  select n.id, n.member_id, n.type, n.is_read, n.created_at, n.updated_at, n.actor_count, n.post_id,
    coalesce(p.excerpt, '') as post_excerpt, coalesce(p.image, '') as image, shown.actors
  from unnest($1::uuid[]) with ordinality as asked (id, place)
  join notifications n on n.id = asked.id
  left join posts p on p.id = n.post_id
  cross join lateral (
    select json_agg(json_build_object(
      '_id', m.id, 'username', m.username, 'fullName', m.full_name, 'avatar', m.avatar, 'isVerified', m.is_verified,
      'isFollowing', exists (select 1 from follows f where f.from_id = n.member_id and f.to_id = m.id and f.active),
      'commentId', newest.comment_id, 'excerpt', newest.excerpt
    ) order by newest.at desc, newest.actor_id) as actors
    from (
      select a.* from notification_actors a
      where a.notification_id = n.id and not a.hidden and ${visible('n.member_id', 'a.actor_id')}
      order by a.at desc, a.actor_id limit ${NOTIFICATION_ACTORS_SHOWN}
    ) newest join members m on m.id = newest.actor_id
  ) shown
  order by asked.place`

/** Notifications as their members see them, with two of each kind as with twenty: one query. */
export async function readNotifications(db: Queryable, ids: readonly string[]): Promise<Notification[]> {
  if (ids.length === 0) return []
  const { rows } = await db.query<Row>({ name: 'read-notifications', text: READ, values: [ids] })
  return rows.flatMap(toNotification)
}

function toNotification({ actors, ...row }: Row): Notification[] {
  const [newest, ...others] = actors ?? []
  if (!newest) return []
  const { commentId, excerpt, ...from } = newest
  return [
    {
      _id: row.id,
      memberId: row.member_id,
      type: row.type,
      actors: [from, ...others.map(({ commentId: _, excerpt: __, ...actor }) => actor)],
      actorCount: row.actor_count,
      commentId,
      excerpt,
      isRead: row.is_read,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      post: row.post_id ? { _id: row.post_id, content: row.post_excerpt, image: row.image } : null,
    },
  ]
}
