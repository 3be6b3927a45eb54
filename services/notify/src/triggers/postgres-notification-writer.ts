import { lockCounters } from '../counters/postgres-counters.ts'
import type { NotificationWriter } from './notification-writer.ts'
import { type ActorCountChange, applyActorCountChanges, type NotificationWriterDeps } from './postgres-actor-counts.ts'
import { type ActorRow, lockCountersOf, SELECT_ACTORS } from './postgres-notification-actors.ts'
import { removeActors, removeNotifications } from './postgres-notification-removal.ts'
import { notifyMembers } from './postgres-notify-members.ts'
import { updateVisibility } from './postgres-visibility.ts'
import { repeatInBatches } from './repeat-in-batches.ts'

/** A request is notified once in seven days, so there are few of one member. */
const MAX_REQUEST_NOTIFICATIONS = 100

/** Creates the notification writer on PostgreSQL, in the transaction of a consumer. */
export const createPostgresNotificationWriter = (deps: NotificationWriterDeps): NotificationWriter => ({
  notify: (triggers) => notifyMembers(deps, triggers),

  async removeFollowRequest({ from, to }, at) {
    const ofRequester = 'id in (select notification_id from notification_actors where actor_id = $2)'
    const condition = `member_id = $1 and follow_kind = 'requested' and ${ofRequester}`
    await removeNotifications(deps, { condition, values: [to, from] }, { limit: MAX_REQUEST_NOTIFICATIONS, at })
  },

  async withdraw(type, actions) {
    const { tx } = deps
    const at = actions.at(-1)?.at
    if (!at) return
    await lockCounters(
      tx,
      actions.map(({ to }) => to),
    )
    const { rows } = await tx.query<ActorRow>({
      name: 'withdraw-actions',
      text: `delete from notification_actors a
             using notifications n, unnest($1::uuid[], $2::uuid[], $4::uuid[]) as done (post_id, actor_id, comment_id)
             where n.id = a.notification_id and n.post_id = done.post_id and n.type = $3 and not n.is_read
               and a.actor_id = done.actor_id and n.target_comment_id is not distinct from done.comment_id
             returning n.id, a.actor_id, n.member_id, a.hidden`,
      values: [
        actions.map(({ postId }) => postId),
        actions.map(({ from }) => from),
        type,
        actions.map(({ targetCommentId }) => targetCommentId ?? null),
      ],
    })
    await applyActorCountChanges(deps, rows.map(toRemovedActor), at)
  },

  async setExcerpts(comments) {
    await deps.tx.query(
      `update notification_actors a set excerpt = changed.excerpt
       from notifications n, unnest($1::uuid[], $2::uuid[], $3::text[]) as changed (post_id, comment_id, excerpt)
       where n.id = a.notification_id and n.post_id = changed.post_id and n.type in ('comment', 'mention')
         and a.comment_id = changed.comment_id`,
      [
        comments.map(({ postId }) => postId),
        comments.map(({ commentId }) => commentId),
        comments.map(({ excerpt }) => excerpt),
      ],
    )
  },

  async clearExcerpts(comments) {
    await deps.tx.query(
      `update notification_actors a set excerpt = ''
       from notifications n, unnest($1::uuid[], $2::uuid[]) as gone (post_id, comment_id)
       where n.id = a.notification_id and n.post_id = gone.post_id and n.type in ('comment', 'mention')
         and gone.comment_id in (a.comment_id, a.thread_id)`,
      [comments.map(({ postId }) => postId), comments.map(({ commentId }) => commentId)],
    )
  },

  async removeForComments(comments, at) {
    const condition = 'post_id = any($1::uuid[]) and target_comment_id = any($2::uuid[])'
    const values = [comments.map(({ postId }) => postId), comments.map(({ commentId }) => commentId)]
    await repeatInBatches((limit) => removeNotifications(deps, { condition, values }, { limit, at }))
  },

  updateVisibility: (scope, at) => updateVisibility(deps, scope, at),

  async removeForPosts(postIds, at) {
    await repeatInBatches((limit) =>
      removeNotifications(deps, { condition: 'post_id = any($1::uuid[])', values: [postIds] }, { limit, at }),
    )
  },

  async removeForMember(memberId, at) {
    const { tx } = deps
    const notificationsOfOthers = await repeatInBatches(async (limit) => {
      const { rows } = await tx.query<ActorRow>(`${SELECT_ACTORS} where a.actor_id = $1 limit $2`, [memberId, limit])
      await lockCountersOf(tx, rows)
      await removeActors(tx, rows)
      await applyActorCountChanges(deps, rows.map(toRemovedActor), at)
      return rows.length
    })
    const ownNotifications = await repeatInBatches((limit) =>
      removeNotifications(deps, { condition: 'member_id = $1', values: [memberId] }, { limit, at }),
    )
    await tx.query('delete from counters where member_id = $1', [memberId])
    await tx.query('delete from muted_content where member_id = $1', [memberId])
    const preferences = await tx.query('delete from preferences where member_id = $1', [memberId])
    const pushSettings = await tx.query('delete from push_settings where member_id = $1', [memberId])
    const settings = (preferences.rowCount ?? 0) + (pushSettings.rowCount ?? 0)
    return { ownNotifications, notificationsOfOthers, settings }
  },
})

const toRemovedActor = ({ id, hidden }: ActorRow): ActorCountChange => ({ notificationId: id, delta: hidden ? 0 : -1 })
