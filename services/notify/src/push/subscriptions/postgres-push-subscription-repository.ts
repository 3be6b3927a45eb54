import type { PushFailure } from '@meadow/contracts'
import { type PostgresPool, signalOnCommit, withPostgresTransaction } from '@meadow/storage'
import type { PushSubscriptionsTable } from '../../schema.ts'
import { insertPushes } from '../queue/postgres-insert-pushes.ts'
import type { PushSubscription } from './push-subscription.ts'
import type { PushSubscriptionRepository } from './push-subscription-repository.ts'

const BATCH_SIZE = 1_000
/** Each message to a member is one push for each of their devices. */
const MAX_SUBSCRIPTIONS_PER_MEMBER = 20

/** The history of a row begins anew with another endpoint. */
const PUT_SUBSCRIPTION = `
  insert into push_subscriptions as known
    (id, session_id, member_id, endpoint, p256dh, auth, vapid_key, created_at, renewed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
  on conflict (session_id) do update set
    endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, vapid_key = excluded.vapid_key,
    renewed_at = excluded.renewed_at,
    created_at = case when known.endpoint = excluded.endpoint then known.created_at else excluded.created_at end,
    last_success_at = case when known.endpoint = excluded.endpoint then known.last_success_at end,
    last_failure_at = case when known.endpoint = excluded.endpoint then known.last_failure_at end,
    last_failure_code = case when known.endpoint = excluded.endpoint then known.last_failure_code end,
    last_failure_status = case when known.endpoint = excluded.endpoint then known.last_failure_status end,
    failures = case when known.endpoint = excluded.endpoint then known.failures else 0 end,
    next_attempt_at = case
      when known.endpoint = excluded.endpoint or known.next_attempt_at is null then known.next_attempt_at
      else excluded.renewed_at end`

/** Creates the repository of push subscriptions on PostgreSQL. */
export const createPostgresPushSubscriptionRepository = (
  pool: PostgresPool,
  { newId }: { newId: (at: Date) => string },
): PushSubscriptionRepository => ({
  async findBySession(sessionId) {
    const { rows } = await pool.query<PushSubscriptionsTable>(
      'select * from push_subscriptions where session_id = $1',
      [sessionId],
    )
    return rows[0] && toPushSubscription(rows[0])
  },

  put: ({ sessionId, memberId, endpoint, p256dh, auth, vapidKey }, at) =>
    withPostgresTransaction(pool, async (tx) => {
      await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [endpoint]) // two sessions of one browser
      const { rowCount } = await tx.query(
        `select from push_subscriptions
         where endpoint = $1 and member_id <> $2 and (p256dh, auth) is distinct from ($3::text, $4::text)`,
        [endpoint, memberId, p256dh, auth],
      )
      if (rowCount !== 0) return false
      await tx.query('delete from push_subscriptions where endpoint = $1 and session_id <> $2', [endpoint, sessionId])
      await tx.query(PUT_SUBSCRIPTION, [newId(at), sessionId, memberId, endpoint, p256dh, auth, vapidKey, at])
      await tx.query(
        `delete from push_subscriptions where id in (
           select id from push_subscriptions where member_id = $1 order by renewed_at desc, id desc offset $2)`,
        [memberId, MAX_SUBSCRIPTIONS_PER_MEMBER],
      )
      return true
    }),

  async removeForSession(sessionId, endpoint) {
    await pool.query('delete from push_subscriptions where session_id = $1 and ($2::text is null or endpoint = $2)', [
      sessionId,
      endpoint ?? null,
    ])
  },

  enqueueTest: (sessionId, push, at) =>
    withPostgresTransaction(pool, async (tx) => {
      const { rows } = await tx.query<Pick<PushSubscriptionsTable, 'id'>>(
        'update push_subscriptions set next_attempt_at = $2 where session_id = $1 returning id',
        [sessionId, at],
      )
      const [subscription] = rows
      if (!subscription) return false
      await insertPushes(tx, [{ subscriptionId: subscription.id, payload: push, at, seq: null }])
      signalOnCommit(tx)
      return true
    }),

  async deleteExpired({ renewedBefore, pushesBefore }) {
    const subscriptions = await pool.query(
      `delete from push_subscriptions where id in (
         select id from push_subscriptions where renewed_at < $1 limit $2 for update skip locked)`,
      [renewedBefore, BATCH_SIZE],
    )
    const pushes = await pool.query(
      `delete from pushes where (subscription_id, tag) in (
         select subscription_id, tag from pushes where expires_at < $1 limit $2 for update skip locked)`,
      [pushesBefore, BATCH_SIZE],
    )
    return subscriptions.rowCount === BATCH_SIZE || pushes.rowCount === BATCH_SIZE
  },
})

/** Converts a row to a subscription. */
export const toPushSubscription = (row: PushSubscriptionsTable): PushSubscription => ({
  _id: row.id,
  sessionId: row.session_id,
  memberId: row.member_id,
  endpoint: row.endpoint,
  p256dh: row.p256dh,
  auth: row.auth,
  vapidKey: row.vapid_key,
  createdAt: row.created_at,
  lastSuccessAt: row.last_success_at,
  lastFailure: row.last_failure_at && {
    at: row.last_failure_at,
    code: row.last_failure_code as PushFailure['code'],
    status: row.last_failure_status,
  },
})
