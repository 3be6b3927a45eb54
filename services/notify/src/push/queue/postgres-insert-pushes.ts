import type { PushPayload } from '@meadow/contracts'
import { newId } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import { CLOSE_TAG } from '../push-tag.ts'
import { toPushExpiry } from './push-lifetime.ts'

/** A push for one subscription. `seq` is the number of the message in its conversation. */
export type QueuedPush = { subscriptionId: string; payload: PushPayload; at: Date; seq: number | null }

/** A newer push of the same tag replaces an older one. Two pushes that close several notifications become one. */
const INSERT_PUSHES = `
  insert into pushes as known (subscription_id, tag, id, type, reference_id, seq, at, payload, expires_at)
  select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::uuid[], $6::int[], $7::timestamptz[], $8::jsonb[],
    $9::timestamptz[])
  on conflict (subscription_id, tag) do update set
    id = excluded.id, type = excluded.type, reference_id = excluded.reference_id, seq = excluded.seq, at = excluded.at,
    expires_at = excluded.expires_at,
    payload = case
      when known.tag = '${CLOSE_TAG}' and known.payload is not null
      then jsonb_set(excluded.payload, '{tags}', known.payload -> 'tags' || excluded.payload -> 'tags')
      else excluded.payload end
  where known.at <= excluded.at`

const toTag = (payload: PushPayload): string => {
  if (payload.type !== 'close') return payload.tag
  return (payload.tags.length === 1 && payload.tags[0]) || CLOSE_TAG
}

/**
 * Inserts pushes, at most one for each subscription and tag, in the transaction `tx`. The caller has locked the subscriptions and
 * sets their next attempts.
 */
export async function insertPushes(tx: Queryable, pushes: readonly QueuedPush[]): Promise<void> {
  if (pushes.length === 0) return
  await tx.query({
    name: 'insert-pushes',
    text: INSERT_PUSHES,
    values: [
      pushes.map(({ subscriptionId }) => subscriptionId),
      pushes.map(({ payload }) => toTag(payload)),
      pushes.map(({ at }) => newId(at)),
      pushes.map(({ payload }) => payload.type),
      pushes.map(({ payload }) => (payload.type === 'close' ? null : payload.id)),
      pushes.map(({ seq }) => seq),
      pushes.map(({ at }) => at),
      pushes.map(({ payload }) => JSON.stringify(payload)),
      pushes.map(({ at }) => toPushExpiry(at)),
    ],
  })
}
