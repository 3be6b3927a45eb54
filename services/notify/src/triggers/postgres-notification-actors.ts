import { visibleContentSql, visibleMemberSql } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import { lockCounters } from '../counters/postgres-counters.ts'
import type { NotificationActorsTable, NotificationsTable } from '../schema.ts'

/** An actor of a notification with the notification's id and member. `hidden`: the member cannot see the actor. */
export type ActorRow = Pick<NotificationActorsTable, 'actor_id' | 'hidden'> &
  Pick<NotificationsTable, 'id' | 'member_id'>

/** Selects actors (`a`) with their notifications (`n`); the query adds the condition. */
export const SELECT_ACTORS = `
  select n.id, a.actor_id, n.member_id, a.hidden
  from notification_actors a join notifications n on n.id = a.notification_id`

/** Returns the primary keys of actors as two parameters for `unnest`. */
export const toActorKeys = (rows: readonly ActorRow[]) => [
  rows.map(({ id }) => id),
  rows.map(({ actor_id }) => actor_id),
]

/**
 * Returns the condition that a member may see an actor of a notification. `row` has the type, the post and the comment of the notification. A
 * comment is content of its author, and so is an edited post (`other`; a notice is always visible to its member). A mention, a reply, and the like of a comment are content of their author, too, and stand below a post that their member must be able to see.
 * Everything else is there for whoever may see the actor, like a mention in a bio, which has no post.
 */
export const visibleActorSql = (row: string, memberColumn: string, actorColumn: string): string => `(
  case when ${row}.type = 'mention' and ${row}.post_id is null then ${visibleMemberSql(memberColumn, actorColumn)}
  when ${row}.type = 'mention' or ${row}.target_comment_id is not null then exists (
    select from posts place where place.id = ${row}.post_id and not place.deleted
      and ${visibleContentSql(memberColumn, actorColumn, 'place.author_id')}
      and ${visibleContentSql(memberColumn, 'place.author_id')})
  when ${row}.type in ('comment', 'other') then ${visibleContentSql(memberColumn, actorColumn)}
  else ${visibleMemberSql(memberColumn, actorColumn)} end)`

/** Locks the counters of the members of these notifications. */
export const lockCountersOf = (tx: Queryable, rows: readonly { member_id: string }[]): Promise<void> =>
  lockCounters(
    tx,
    rows.map(({ member_id }) => member_id),
  )
