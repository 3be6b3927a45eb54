import { DomainError } from '@meadow/service'
import { type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import { assertVisible, isReceivedRequest, orderMemberIds, type RequestState } from '../conversations/conversation.ts'
import { readRelationship } from '../conversations/postgres-relationship.ts'
import { unreadCountSql } from '../conversations/postgres-unread-count.ts'
import { type ChangedConversation, changeConversation } from '../conversations/write/change-conversation.ts'
import { writeConversationChange } from '../conversations/write/postgres-conversation-changes.ts'
import type { ConversationMembersTable, ConversationsTable } from '../schema.ts'
import type { AcceptedRequest, MessageRequestStore, RequestOpener, RequestPair } from './message-request.ts'

/** Creates the store of message requests on PostgreSQL. */
export const createPostgresMessageRequests = (pool: Pool): MessageRequestStore => ({
  accept: (pair) =>
    withPostgresTransaction(pool, async (tx) => {
      const { isVisible } = await readRelationship(tx, pair.recipientId, pair.senderId)
      assertVisible(isVisible)
      return acceptRequest(tx, pair, { isRead: true })
    }),

  async decline({ recipientId, senderId }) {
    const { rowCount } = await pool.query(
      `update conversation_members set request = 'declined' where member_id = $1 and other_id = $2 and request = 'received'`,
      [recipientId, senderId],
    )
    if (rowCount === 1) return true
    await readRequest(pool, { recipientId, senderId })
    return false
  },
})

/** Creates the opener of requests, in the transaction `tx`. */
export const createPostgresRequestOpener = (tx: Queryable): RequestOpener => ({
  async openIfAllowed(one, other) {
    const { rows } = await tx.query<Pick<ConversationMembersTable, 'member_id'>>(
      `select member_id from conversation_members
       where ((member_id = $1 and other_id = $2) or (member_id = $2 and other_id = $1)) and request in ('received', 'declined')`,
      [one, other],
    )
    const recipientId = rows[0]?.member_id
    if (recipientId === undefined) return undefined
    const pair = { recipientId, senderId: recipientId === one ? other : one }
    const { isVisible, canBegin } = await readRelationship(tx, pair.senderId, recipientId)
    const accepted = isVisible && canBegin ? await acceptRequest(tx, pair, { isRead: false }) : undefined
    return accepted && { ...accepted, ...pair }
  },
})

/** Ends the requests of changed conversations for all their members: after the first answer, and nothing else. */
export async function endRequests(tx: Queryable, changed: readonly ChangedConversation[]): Promise<void> {
  const ids = changed.flatMap(({ _id, endsRequest }) => (endsRequest ? [_id] : []))
  if (ids.length === 0) return
  await tx.query('update conversation_members set request = null where conversation_id = any($1::uuid[])', [ids])
}

/** Accepts a request, behind the lock of its conversation. `isRead`: the recipient has read it; otherwise its messages count as unread. */
async function acceptRequest(
  tx: Queryable,
  pair: RequestPair,
  { isRead }: { isRead: boolean },
): Promise<AcceptedRequest | undefined> {
  const { recipientId, senderId } = pair
  const { rows } = await tx.query<Pick<ConversationsTable, 'id' | 'seq' | 'rev' | 'moved_at'>>(
    'select id, seq, rev, moved_at from conversations where low_id = $1 and high_id = $2 for update',
    orderMemberIds(recipientId, senderId),
  )
  const request = await readRequest(tx, pair)
  const [row] = rows
  if (!row || !isReceivedRequest(request)) return undefined
  const { id: _id, seq, rev, moved_at: movedAt } = row
  const changed = changeConversation(
    { _id, seq, rev, movedAt, members: [{ _id: recipientId }, { _id: senderId }] },
    {
      endsRequest: true,
      ...(isRead
        ? { marks: { of: recipientId, readUpTo: seq, deliveredUpTo: seq } }
        : { unread: { of: [recipientId], by: await countUnread(tx, _id, recipientId) } }),
    },
  )
  const totals = await writeConversationChange(tx, changed)
  await endRequests(tx, [changed])
  return { totals }
}

/** Returns the state of a request for its recipient. @throws not_found if there is no conversation */
async function readRequest(
  db: Queryable,
  { recipientId, senderId }: RequestPair,
): Promise<RequestState | null | undefined> {
  const { rows } = await db.query<{ request: RequestState | null }>(
    'select request from conversation_members where member_id = $1 and other_id = $2',
    [recipientId, senderId],
  )
  if (!rows[0]) throw new DomainError('not_found')
  return rows[0].request
}

/** Counts the messages of a request that its recipient has not deleted or cleared. */
async function countUnread(tx: Queryable, conversationId: string, recipientId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(`select ${unreadCountSql('$1::uuid', '$2::uuid', '0')} as count`, [
    conversationId,
    recipientId,
  ])
  return rows[0]?.count ?? 0
}
