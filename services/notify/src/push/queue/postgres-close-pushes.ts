import type { Queryable } from '@meadow/storage'
import type { PushesTable } from '../../schema.ts'
import { createClosePush } from '../push-payload.ts'
import { toMessageTag } from '../push-tag.ts'
import { allowsSilentPushes } from '../subscriptions/push-subscription.ts'
import { insertPushes, type QueuedPush } from './postgres-insert-pushes.ts'
import { lockSubscriptions, scheduleAttempts } from './postgres-lock-subscriptions.ts'
import type { ReadPushes } from './push-writer.ts'

/** The payload of a push has at most 4 KB. */
const MAX_CLOSED_TAGS = 50

type RemovedPush = Pick<PushesTable, 'subscription_id' | 'tag' | 'shown_at'>

/** The columns of a push are `p`; the subscriptions of the member are `$1`. */
function toCondition(read: ReadPushes): { condition: string; values: unknown[] } {
  if ('referenceIds' in read) return { condition: 'p.reference_id = any($2::uuid[])', values: [read.referenceIds] }
  if ('types' in read)
    return { condition: 'p.type = any($2::text[]) and p.at <= $3', values: [read.types, read.before] }
  return { condition: 'p.tag = $2 and p.seq <= $3', values: [toMessageTag(read.senderId), read.upToSeq] }
}

/**
 * Removes pushes that were read from the queue. Where a device may show one, queues a push that closes it, if the push service
 * accepts pushes that show nothing.
 */
export async function closeReadPushes(tx: Queryable, read: readonly ReadPushes[], at: Date): Promise<void> {
  if (read.length === 0) return
  const subscriptions = await lockSubscriptions(tx, [...new Set(read.map(({ memberId }) => memberId))])
  if (subscriptions.length === 0) return
  const removed: RemovedPush[] = []
  for (const one of read) {
    const ids = subscriptions.filter(({ member_id }) => member_id === one.memberId).map(({ id }) => id)
    if (ids.length === 0) continue
    const { condition, values } = toCondition(one)
    const { rows } = await tx.query<RemovedPush>(
      `delete from pushes p where p.subscription_id = any($1::uuid[]) and p.type <> 'close' and ${condition}
       returning p.subscription_id, p.tag, p.shown_at`,
      [ids, ...values],
    )
    removed.push(...rows)
  }
  const shownBySubscription = Map.groupBy(
    removed.filter(({ shown_at }) => shown_at !== null),
    ({ subscription_id }) => subscription_id,
  )
  const pushes = subscriptions.flatMap(({ id, member_id, endpoint }): QueuedPush[] => {
    const tags = (shownBySubscription.get(id) ?? []).map(({ tag }) => tag).slice(0, MAX_CLOSED_TAGS)
    if (tags.length === 0 || !allowsSilentPushes(endpoint)) return []
    return [{ subscriptionId: id, payload: createClosePush(member_id, tags, at), at, seq: null }]
  })
  await insertPushes(tx, pushes)
  await scheduleAttempts(
    tx,
    pushes.map(({ subscriptionId }) => subscriptionId),
    at,
  )
}
