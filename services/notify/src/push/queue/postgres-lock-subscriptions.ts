import { type Queryable, signalOnCommit } from '@meadow/storage'
import type { PushSubscriptionsTable } from '../../schema.ts'

type LockedSubscription = Pick<PushSubscriptionsTable, 'id' | 'member_id' | 'endpoint'>

/**
 * Locks the subscriptions of members, in one order for all, so that a sender that finishes at the same time either sees the new
 * pushes or is followed by them.
 */
export async function lockSubscriptions(tx: Queryable, memberIds: readonly string[]): Promise<LockedSubscription[]> {
  const { rows } = await tx.query<LockedSubscription>({
    name: 'lock-push-subscriptions',
    text: `select id, member_id, endpoint from push_subscriptions where member_id = any($1::uuid[])
           order by id for no key update`,
    values: [memberIds],
  })
  return rows
}

/** Lets the sender attempt these locked subscriptions, unless they already wait for a later attempt. */
export async function scheduleAttempts(tx: Queryable, subscriptionIds: readonly string[], at: Date): Promise<void> {
  if (subscriptionIds.length === 0) return
  await tx.query({
    name: 'schedule-push-attempts',
    text: 'update push_subscriptions set next_attempt_at = $2 where id = any($1::uuid[]) and next_attempt_at is null',
    values: [subscriptionIds, at],
  })
  signalOnCommit(tx)
}
