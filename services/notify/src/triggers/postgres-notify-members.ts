import { appendToPostgresOutbox } from '@meadow/events'
import { isMutedSql } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import { lockCounters, readUnreadCounts } from '../counters/postgres-counters.ts'
import { createNotificationCreatedEvent } from '../notifications/notification-events.ts'
import { readNotifications } from '../notifications/postgres-read-notifications.ts'
import { createPostgresPushWriter } from '../push/queue/postgres-push-writer.ts'
import type { NotificationsTable } from '../schema.ts'
import {
  type AcceptedTrigger,
  type GroupedNotification,
  groupTriggers,
  type NotificationTrigger,
  type OpenNotification,
} from './notification-trigger.ts'
import { type ActorCountChange, applyActorCountChanges, type NotificationWriterDeps } from './postgres-actor-counts.ts'
import { leaveOutMutedTriggers } from './postgres-muted-content.ts'
import { visibleActorSql } from './postgres-notification-actors.ts'

/** Stores notifications for triggers of one type, oldest first. Returns those that it accepts. The number of statements is constant. */
export async function notifyMembers(
  deps: NotificationWriterDeps,
  triggers: readonly NotificationTrigger[],
): Promise<AcceptedTrigger[]> {
  const { tx, newId } = deps
  const accepted = await leaveOutMutedTriggers(tx, await acceptTriggers(tx, triggers))
  const newest = accepted.at(-1)
  if (!newest) return []
  await lockCounters(
    tx,
    accepted.map(({ to }) => to),
  )
  const notifications = groupTriggers(accepted, await findOpenNotifications(tx, accepted), newId)
  await upsertNotifications(tx, notifications)
  await applyActorCountChanges(deps, await upsertNotificationActors(tx, notifications), newest.at)
  await appendCreatedEvents(
    deps,
    notifications.filter((notification) => [...notification.triggers.values()].some(({ hidden }) => !hidden)),
  )
  return accepted
}

const ACCEPT_TRIGGERS = `
  select t.index, not t.is_visible as hidden
  from (
    select *, ${visibleActorSql('given', 'given.to_id', 'given.from_id')} as is_visible
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[])
      with ordinality as given (to_id, from_id, type, post_id, target_comment_id, index)
  ) t
  left join preferences p on p.member_id = t.to_id and p.type = t.type
  where coalesce(p.in_app, true)
    and (t.is_visible or t.type <> 'mention' and t.target_comment_id is null)
    and (coalesce(p.from_whom, 'everyone') = 'everyone' or exists (
      select 1 from follows f where f.from_id = t.to_id and f.to_id = t.from_id and f.active))
    and not exists (select 1 from members m where m.id in (t.to_id, t.from_id) and m.state = 'erased')
    and not ${isMutedSql('t.to_id', 't.from_id')}
  order by t.index`

/**
 * Returns the triggers that the preferences of their members allow, without a member's own actions, except notices, and those of muted
 * members. A mention, and what is about a comment of the member, is accepted only if its member can see its author and the post then: it
 * does not appear later.
 */
async function acceptTriggers(tx: Queryable, triggers: readonly NotificationTrigger[]): Promise<AcceptedTrigger[]> {
  const byOthers = triggers.filter(({ to, from, notice }) => notice || to !== from)
  if (byOthers.length === 0) return []
  const { rows } = await tx.query<{ index: string; hidden: boolean }>({
    name: 'accept-triggers',
    text: ACCEPT_TRIGGERS,
    values: [
      byOthers.map(({ to }) => to),
      byOthers.map(({ from }) => from),
      byOthers.map(({ type }) => type),
      byOthers.map(({ postId }) => postId),
      byOthers.map(({ targetCommentId }) => targetCommentId ?? null),
    ],
  })
  return rows.flatMap(({ index, hidden }) => {
    const trigger = byOthers[Number(index) - 1]
    return trigger ? [{ ...trigger, hidden }] : []
  })
}

type OpenNotificationRow = Pick<NotificationsTable, 'id' | 'member_id' | 'updated_at' | 'target_comment_id'> & {
  post_id: string
}

/** Finds the newest unread notification of each post or comment and member. */
async function findOpenNotifications(tx: Queryable, triggers: readonly AcceptedTrigger[]): Promise<OpenNotification[]> {
  const aboutPosts = triggers.filter(({ postId }) => postId !== null)
  if (aboutPosts.length === 0) return []
  const { rows } = await tx.query<OpenNotificationRow>({
    name: 'find-open-notifications',
    text: `select distinct on (post_id, member_id, target_comment_id) id, post_id, member_id, target_comment_id, updated_at
           from notifications
           where post_id = any($1::uuid[]) and member_id = any($2::uuid[]) and type = $3 and not is_read
           order by post_id, member_id, target_comment_id, updated_at desc`,
    values: [aboutPosts.map(({ postId }) => postId), aboutPosts.map(({ to }) => to), aboutPosts[0]?.type],
  })
  return rows.map((row) => ({
    _id: row.id,
    to: row.member_id,
    postId: row.post_id,
    targetCommentId: row.target_comment_id ?? undefined,
    updatedAt: row.updated_at,
  }))
}

async function upsertNotifications(tx: Queryable, notifications: readonly GroupedNotification[]): Promise<void> {
  await tx.query({
    name: 'upsert-notifications',
    text: `insert into notifications as known (id, member_id, type, post_id, is_read, created_at, updated_at, actor_count, follow_kind,
             kind, rule, report_id, target_comment_id)
           select id, member_id, type, post_id, false, created_at, updated_at, 0, follow_kind, kind, rule, report_id, target_comment_id
           from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::timestamptz[], $6::timestamptz[], $7::text[],
             $8::text[], $9::text[], $10::uuid[], $11::uuid[])
             as t (id, member_id, type, post_id, created_at, updated_at, follow_kind, kind, rule, report_id, target_comment_id)
           on conflict (id) do update set updated_at = excluded.updated_at`,
    values: [
      notifications.map(({ _id }) => _id),
      notifications.map(({ to }) => to),
      notifications.map(({ type }) => type),
      notifications.map(({ postId }) => postId),
      notifications.map(({ createdAt }) => createdAt),
      notifications.map(({ updatedAt }) => updatedAt),
      notifications.map(({ followKind }) => followKind ?? null),
      notifications.map(({ notice }) => notice?.kind ?? null),
      notifications.map(({ notice }) => notice?.rule ?? null),
      notifications.map(({ notice }) => notice?.reportId ?? null),
      notifications.map(({ targetCommentId }) => targetCommentId ?? null),
    ],
  })
}

/** Adds actors to notifications, or updates an actor's action. Returns the changes of the numbers of visible actors. */
async function upsertNotificationActors(
  tx: Queryable,
  notifications: readonly GroupedNotification[],
): Promise<ActorCountChange[]> {
  const actors = notifications.flatMap(({ _id, triggers }) =>
    [...triggers.values()].map((trigger) => ({ _id, ...trigger })),
  )
  const { rows } = await tx.query<{ id: string; delta: number }>({
    name: 'upsert-notification-actors',
    text: `insert into notification_actors as known (notification_id, actor_id, at, comment_id, excerpt, hidden, thread_id)
           select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::uuid[], $5::text[], $6::boolean[], $7::uuid[])
           on conflict (notification_id, actor_id) do update set
             at = excluded.at, comment_id = excluded.comment_id, excerpt = excluded.excerpt,
             thread_id = excluded.thread_id
           where known.at <= excluded.at
           returning notification_id as id, (xmax = 0 and not hidden)::int as delta`, // xmax = 0: the row was inserted
    values: [
      actors.map(({ _id }) => _id),
      actors.map(({ from }) => from),
      actors.map(({ at }) => at),
      actors.map(({ commentId }) => commentId),
      actors.map(({ excerpt }) => excerpt),
      actors.map(({ hidden }) => hidden),
      actors.map(({ threadId }) => threadId ?? null),
    ],
  })
  return rows.map(({ id, delta }) => ({ notificationId: id, delta }))
}

async function appendCreatedEvents(
  { tx, newId }: NotificationWriterDeps,
  notifications: readonly GroupedNotification[],
): Promise<void> {
  const found = await readNotifications(
    tx,
    notifications.map(({ _id }) => _id),
  )
  const getCounts = await readUnreadCounts(
    tx,
    found.map(({ memberId }) => memberId),
  )
  await createPostgresPushWriter(tx).enqueueNotifications(found)
  await appendToPostgresOutbox(
    tx,
    found.map((notification) => {
      const { memberId, updatedAt: at } = notification
      return createNotificationCreatedEvent(notification, { memberId, counts: getCounts(memberId), id: newId(at), at })
    }),
  )
}
