import {
  type BatchOutcome,
  type BatchWriter,
  createBatchWriter,
  isStoreOutage,
  type Queryable,
  withPostgresTransaction,
} from '@meadow/storage'
import type { Pool } from 'pg'
import { applyConversationChanges, lockFreeConversations } from '../conversations/postgres-conversation-batch.ts'
import type { ConversationMembersTable, ConversationsTable } from '../schema.ts'
import { type Delivery, type DeliveryContext, type PlannedDelivery, planDeliveryBatch } from './delivery-batch.ts'
import type { DeliveryMark } from './receipt-repository.ts'

/** The result `alone`: another transaction holds the conversation, or there is none. */
export const MARK_ALONE = 'alone'
export type DeliveryBatchResult = DeliveryMark | undefined | typeof MARK_ALONE

/** The statements of a batch of deliveries, with their names as prepared statements, written like those of conversations. */
export const DELIVERY_BATCH_STATEMENTS = {
  readContexts: {
    name: 'read-delivery-contexts',
    text: `
      select c.id, c.seq, c.rev, c.moved_at, own.delivered_up_to
      from unnest($1::uuid[], $2::uuid[]) with ordinality as input (recipient_id, other_id, position)
      left join lateral (
        select id, seq, rev, moved_at from conversations
        where low_id = least(input.recipient_id, input.other_id) and high_id = greatest(input.recipient_id, input.other_id)
          and id = any($3::uuid[])
        limit 1
      ) c on true
      left join lateral (
        select delivered_up_to from conversation_members
        where conversation_id = c.id and member_id = input.recipient_id
        limit 1
      ) own on true
      order by input.position`,
  },
  moveMarks: {
    name: 'move-delivery-marks',
    text: `
      update conversation_members m set delivered_up_to = input.up_to
      from unnest($1::uuid[], $2::uuid[], $3::integer[]) as input (conversation_id, member_id, up_to)
      where m.conversation_id = input.conversation_id and m.member_id = input.member_id`,
  },
} as const

/** Creates the writer that records deliveries in batches. */
export const createPostgresDeliveryWriter = (pool: Pool): BatchWriter<Delivery, DeliveryBatchResult> =>
  createBatchWriter({
    name: 'deliveries',
    isOutage: isStoreOutage,
    writeBatch: (batch) =>
      withPostgresTransaction(pool, (tx) => recordDeliveryBatch(tx, batch), { hasGenericPlans: true }),
  })

async function recordDeliveryBatch(
  tx: Queryable,
  batch: readonly Delivery[],
): Promise<BatchOutcome<DeliveryBatchResult>[]> {
  const pairs = batch.map(({ recipientId, otherId }) => [recipientId, otherId] as const)
  const contexts = await readContexts(tx, pairs, await lockFreeConversations(tx, pairs))
  const planned = planDeliveryBatch(batch.map((delivery, index) => ({ ...delivery, conversation: contexts[index] })))
  const moved = planned.filter((delivery) => delivery !== undefined)
  if (moved.length > 0) await writeMarks(tx, moved)
  return planned.map((delivery, index) => ({ value: contexts[index] ? delivery?.mark : MARK_ALONE }))
}

type ContextRow = Pick<ConversationsTable, 'seq' | 'rev' | 'moved_at'> &
  Pick<ConversationMembersTable, 'delivered_up_to'> & { id: string | null }

async function readContexts(
  tx: Queryable,
  pairs: readonly (readonly [recipientId: string, otherId: string])[],
  lockedIds: readonly string[],
): Promise<(DeliveryContext | undefined)[]> {
  const { rows } = await tx.query<ContextRow>({
    ...DELIVERY_BATCH_STATEMENTS.readContexts,
    values: [pairs.map(([recipientId]) => recipientId), pairs.map(([, otherId]) => otherId), lockedIds],
  })
  return rows.map(({ id: _id, seq, rev, moved_at: movedAt, delivered_up_to: deliveredUpTo }) =>
    _id === null ? undefined : { _id, seq, rev, movedAt, deliveredUpTo },
  )
}

/** Writes the marks, and the conversations with their last `rev`. */
async function writeMarks(tx: Queryable, moved: readonly PlannedDelivery[]): Promise<void> {
  const last = new Map(moved.map((delivery) => [`${delivery._id} ${delivery.recipientId}`, delivery]))
  const marks = [...last.values()]
  await tx.query({
    ...DELIVERY_BATCH_STATEMENTS.moveMarks,
    values: [
      marks.map(({ _id }) => _id),
      marks.map(({ recipientId }) => recipientId),
      marks.map(({ mark }) => mark.upToSeq),
    ],
  })
  const changed = new Map(moved.map((delivery) => [delivery._id, delivery])) // with the last `rev` of each conversation
  await applyConversationChanges(
    tx,
    [...changed.values()].map(({ _id, seq, rev, movedAt, recipientId, otherId }) => ({
      _id,
      seq,
      rev,
      movedAt,
      unread: [
        [recipientId, 0],
        [otherId, 0],
      ],
    })),
  )
}
