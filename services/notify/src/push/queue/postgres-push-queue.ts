import { listenForCommitSignals, type PostgresPool, withPostgresTransaction } from '@meadow/storage'
import { readNotificationSettings } from '../../preferences/postgres-preference-repository.ts'
import type { PushesTable, PushSubscriptionsTable } from '../../schema.ts'
import { toPushSubscription } from '../subscriptions/postgres-push-subscription-repository.ts'
import type { PushQueue, WaitingPush } from './push-queue.ts'

/** Longer than the attempts of one claim take. */
const CLAIM_MS = 60_000

type WaitingPushRow = Pick<PushesTable, 'id' | 'tag' | 'at' | 'expires_at'> & { payload: WaitingPush['payload'] }

const CLAIM_DUE = `
  update push_subscriptions set claimed_until = $2 where id in (
    select id from push_subscriptions
    where next_attempt_at <= $1 and (claimed_until is null or claimed_until <= $1)
      and split_part(endpoint, '/', 3) <> all ($4::text[])
    order by next_attempt_at limit $3 for no key update skip locked)
  returning *`

const LIST_WAITING = `
  select id, tag, at, payload, expires_at from pushes
  where subscription_id = $1 and payload is not null order by at, tag limit $2`

/** A push that closes is finished when it was sent. Of another one the row stays, so that it can be closed. */
const MARK_SENT = `
  update pushes set payload = case when id = $3 then null else payload end, shown_at = $4
  where subscription_id = $1 and tag = $2`

const RELEASE = `
  update push_subscriptions s set
    claimed_until = null,
    last_success_at = case when $2 then $3 else s.last_success_at end,
    last_failure_at = case when $4::text is null then s.last_failure_at else $3 end,
    last_failure_code = coalesce($4, s.last_failure_code),
    last_failure_status = case when $4::text is null then s.last_failure_status else $5::int end,
    failures = case when $6::timestamptz is null then 0 when $2 then 1 else s.failures + 1 end,
    next_attempt_at = case
      when exists (select from pushes p where p.subscription_id = s.id and p.payload is not null)
      then coalesce($6::timestamptz, $3) end
  where s.id = $1`

const MEASURE_BACKLOG = `
  select (select count(*)::int from (select 1 from pushes where payload is not null limit 100000) as counted) as length,
    (select min(at) from pushes where payload is not null) as oldest`

/** Creates the queue of pushes on PostgreSQL. */
export const createPostgresPushQueue = (pool: PostgresPool): PushQueue => ({
  async claimDue(now, limit, fullHosts) {
    const { rows } = await pool.query<PushSubscriptionsTable>({
      name: 'claim-due-pushes',
      text: CLAIM_DUE,
      values: [now, new Date(now.getTime() + CLAIM_MS), limit, fullHosts],
    })
    if (rows.length === 0) return []
    const settings = await readNotificationSettings(pool, [...new Set(rows.map(({ member_id }) => member_id))])
    return rows.map((row) => ({
      ...toPushSubscription(row),
      failures: row.failures,
      quietHours: settings.get(row.member_id)?.quietHours,
    }))
  },

  async returnClaims(subscriptionIds) {
    await pool.query('update push_subscriptions set claimed_until = null where id = any($1::uuid[])', [subscriptionIds])
  },

  async listWaiting(subscriptionId, limit) {
    const { rows } = await pool.query<WaitingPushRow>({
      name: 'list-waiting-pushes',
      text: LIST_WAITING,
      values: [subscriptionId, limit],
    })
    return rows.map(({ id, tag, payload, at, expires_at }) => ({ _id: id, tag, payload, at, expiresAt: expires_at }))
  },

  async markSent(subscriptionId, { _id, tag, payload }, at) {
    if (payload.type === 'close') await deletePush(pool, subscriptionId, { _id, tag })
    else await pool.query({ name: 'mark-push-sent', text: MARK_SENT, values: [subscriptionId, tag, _id, at] })
  },

  async drop(subscriptionId, { _id, tag }) {
    await pool.query(
      'update pushes set payload = null where subscription_id = $1 and tag = $2 and id = $3 and shown_at is not null',
      [subscriptionId, tag, _id],
    )
    await pool.query('delete from pushes where subscription_id = $1 and tag = $2 and id = $3 and shown_at is null', [
      subscriptionId,
      tag,
      _id,
    ])
  },

  release: (subscriptionId, { at, succeeded, failure, retryAt }) =>
    withPostgresTransaction(pool, async (tx) => {
      // the lock first: the next statement then sees the pushes of a transaction that held it
      await tx.query('select from push_subscriptions where id = $1 for no key update', [subscriptionId])
      await tx.query({
        name: 'release-push-subscription',
        text: RELEASE,
        values: [subscriptionId, succeeded, at, failure?.code ?? null, failure?.status ?? null, retryAt ?? null],
      })
    }),

  async removeSubscription({ _id, endpoint }) {
    await pool.query('delete from push_subscriptions where id = $1 and endpoint = $2', [_id, endpoint])
    await pool.query('update push_subscriptions set claimed_until = null where id = $1', [_id])
  },

  async measureBacklog() {
    const { rows } = await pool.query<{ length: number; oldest: Date | null }>(MEASURE_BACKLOG)
    return { length: rows[0]?.length ?? 0, oldest: rows[0]?.oldest ?? undefined }
  },

  onQueued: (listener) => listenForCommitSignals(pool, listener),
})

async function deletePush(pool: PostgresPool, subscriptionId: string, { _id, tag }: { _id: string; tag: string }) {
  await pool.query('delete from pushes where subscription_id = $1 and tag = $2 and id = $3', [subscriptionId, tag, _id])
}
