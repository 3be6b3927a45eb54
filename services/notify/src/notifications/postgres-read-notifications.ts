import type { MemberView } from '@meadow/contracts'
import { MAX_NOTIFICATION_ACTORS } from '@meadow/contracts/limits'
import type { Queryable } from '@meadow/storage'
import type { NotificationsTable, PostsTable } from '../schema.ts'
import { visibleActorSql } from '../triggers/postgres-notification-actors.ts'
import type { FollowKind, Notice, Notification, SupportedNotificationType } from './notification.ts'

type NotificationRow = Omit<NotificationsTable, 'type' | 'follow_kind' | 'kind'> & {
  type: SupportedNotificationType
  follow_kind: FollowKind | null
  kind: Notice['kind'] | null
  post_excerpt: PostsTable['excerpt']
  image: PostsTable['image']
  actors: (MemberView & { commentId: string | null; excerpt: string })[] | null
}

/** Joins members for names and posts for texts, because notifications contain no copies of them. */
const READ_NOTIFICATIONS = `
  select n.id, n.member_id, n.type, n.is_read, n.created_at, n.updated_at, n.actor_count, n.post_id, n.follow_kind, n.kind, n.rule, n.report_id,
    n.target_comment_id,
    coalesce(p.excerpt, '') as post_excerpt, coalesce(p.image, '') as image, shown.actors
  from unnest($1::uuid[]) with ordinality as requested (id, index)
  join notifications n on n.id = requested.id
  left join posts p on p.id = n.post_id and not p.hidden
  cross join lateral (
    select json_agg(json_build_object(
      '_id', m.id, 'username', m.username, 'fullName', m.full_name, 'avatar', m.avatar, 'isVerified', m.is_verified,
      'isFollowing', exists (select 1 from follows f where f.from_id = n.member_id and f.to_id = m.id and f.active),
      'commentId', newest.comment_id, 'excerpt', newest.excerpt
    ) order by newest.at desc, newest.actor_id) as actors
    from (
      select a.* from notification_actors a
      where a.notification_id = n.id and not a.hidden and ${visibleActorSql('n', 'n.member_id', 'a.actor_id')}
      order by a.at desc, a.actor_id limit ${MAX_NOTIFICATION_ACTORS}
    ) newest join members m on m.id = newest.actor_id
  ) shown
  order by requested.index`

/** Reads notifications as their members see them, by one query. Skips notifications without visible actors. */
export async function readNotifications(db: Queryable, ids: readonly string[]): Promise<Notification[]> {
  if (ids.length === 0) return []
  const { rows } = await db.query<NotificationRow>({
    name: 'read-notifications',
    text: READ_NOTIFICATIONS,
    values: [ids],
  })
  return rows.flatMap(toNotification)
}

function toNotification({ actors, ...row }: NotificationRow): Notification[] {
  const [newest, ...olderActors] = actors ?? []
  if (!newest) return []
  const { commentId, excerpt, ...from } = newest
  return [
    {
      _id: row.id,
      memberId: row.member_id,
      type: row.type,
      actors: [from, ...olderActors.map(({ commentId: _, excerpt: __, ...actor }) => actor)],
      actorCount: row.actor_count,
      commentId,
      excerpt,
      targetCommentId: row.target_comment_id ?? undefined,
      followKind: row.follow_kind ?? undefined,
      notice: row.kind ? { kind: row.kind, rule: row.rule ?? '', reportId: row.report_id } : undefined,
      isRead: row.is_read,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      post: row.post_id ? { _id: row.post_id, content: row.post_excerpt, image: row.image } : null,
    },
  ]
}
