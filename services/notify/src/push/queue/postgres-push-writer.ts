import { isMutedSql, visibleMemberSql } from '@meadow/members'
import { toLowestId } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import { createDefaultSettings } from '../../preferences/notification-settings.ts'
import { readNotificationSettings } from '../../preferences/postgres-preference-repository.ts'
import { createMessagePush, createNotificationPush, type PushMessage } from '../push-payload.ts'
import { closeReadPushes } from './postgres-close-pushes.ts'
import { insertPushes, type QueuedPush } from './postgres-insert-pushes.ts'
import { lockSubscriptions, scheduleAttempts } from './postgres-lock-subscriptions.ts'
import type { PushWriter } from './push-writer.ts'

/** A cause of a push: its member, its type in the preferences, and its push with or without text. */
type PushCause = {
  memberId: string
  type: 'message' | 'like' | 'comment' | 'follow' | 'mention' | 'share' | 'other'
  at: Date
  seq: number | null
  toPayload(options: { hideText: boolean }): Exclude<QueuedPush['payload'], { type: 'close' }>
}

/** Creates the push writer on PostgreSQL, in the transaction `tx`. */
export const createPostgresPushWriter = (tx: Queryable): PushWriter => ({
  enqueueNotifications: (notifications) =>
    enqueue(
      tx,
      notifications.map((notification) => ({
        memberId: notification.memberId,
        type: notification.type,
        at: notification.updatedAt,
        seq: null,
        toPayload: (options) => createNotificationPush(notification, options),
      })),
    ),

  async findSubscribedMembers(memberIds) {
    const { rows } = await tx.query<{ member_id: string }>({
      name: 'find-subscribed-members',
      text: 'select distinct member_id from push_subscriptions where member_id = any($1::uuid[])',
      values: [memberIds],
    })
    return new Set(rows.map(({ member_id }) => member_id))
  },

  async enqueueMessages(messages) {
    const visible = await selectPushed(tx, messages)
    await enqueue(
      tx,
      visible.map((message) => ({
        memberId: message.memberId,
        type: 'message',
        at: message.at,
        seq: message.seq,
        toPayload: (options) => createMessagePush(message, options),
      })),
    )
  },

  closeRead: (read, at) => closeReadPushes(tx, read, at),

  async removeForSession(sessionId) {
    await tx.query('delete from push_subscriptions where session_id = $1', [sessionId])
  },

  async removeForSessions({ memberId, startedBefore, exceptSessionId }) {
    await tx.query(
      `delete from push_subscriptions
       where member_id = $1 and session_id < $2 and session_id is distinct from $3`,
      [memberId, toLowestId(new Date(startedBefore)), exceptSessionId], // ids sort by creation
    )
  },

  async removeForMember(memberId) {
    const { rowCount } = await tx.query('delete from push_subscriptions where member_id = $1', [memberId])
    return rowCount ?? 0
  },
})

async function enqueue(tx: Queryable, causes: readonly PushCause[]): Promise<void> {
  const last = causes.at(-1)
  if (!last) return
  const memberIds = [...new Set(causes.map(({ memberId }) => memberId))]
  const subscriptions = await lockSubscriptions(tx, memberIds)
  if (subscriptions.length === 0) return
  const subscriptionsByMember = Map.groupBy(subscriptions, ({ member_id }) => member_id)
  const settingsByMember = await readNotificationSettings(tx, [...subscriptionsByMember.keys()])
  const pushes = new Map<string, QueuedPush>()
  for (const { memberId, type, at, seq, toPayload } of causes) {
    const { preferences, hidePushText } = settingsByMember.get(memberId) ?? createDefaultSettings()
    if (type !== 'other' && !preferences[type].push) continue
    const payload = toPayload({ hideText: hidePushText })
    for (const { id } of subscriptionsByMember.get(memberId) ?? [])
      pushes.set(`${id} ${payload.tag}`, { subscriptionId: id, payload, at, seq })
  }
  await insertPushes(tx, [...pushes.values()])
  await scheduleAttempts(tx, [...new Set([...pushes.values()].map(({ subscriptionId }) => subscriptionId))], last.at)
}

/** Returns the messages whose recipient can see the sender and does not mute them. */
async function selectPushed(tx: Queryable, messages: readonly PushMessage[]): Promise<PushMessage[]> {
  if (messages.length === 0) return []
  const { rows } = await tx.query<{ index: string }>({
    name: 'select-visible-senders',
    text: `select t.index from unnest($1::uuid[], $2::uuid[]) with ordinality as t (to_id, from_id, index)
           where ${visibleMemberSql('t.to_id', 't.from_id')} and not ${isMutedSql('t.to_id', 't.from_id')} order by t.index`,
    values: [messages.map(({ memberId }) => memberId), messages.map(({ from }) => from._id)],
  })
  return rows.flatMap(({ index }) => messages[Number(index) - 1] ?? [])
}
