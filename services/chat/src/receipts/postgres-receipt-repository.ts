import { appendToPostgresOutbox } from '@meadow/events'
import { DomainError } from '@meadow/service'
import { type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import type { ConversationAddress, LockedConversation, UnreadTotal } from '../conversations/conversation.ts'
import {
  applyConversationChange,
  assertVisibleMember,
  type ConversationWithMarks,
  lockConversation,
  lockConversationOfMessage,
} from '../conversations/postgres-change-conversation.ts'
import { type ConversationWriter, MARK_ALONE } from '../conversations/postgres-conversation-writer.ts'
import type { ConversationMembersTable, MessagesTable } from '../schema.ts'
import type { Delivery } from './delivery-batch.ts'
import { createMessageReadEvents } from './mark-read.ts'
import { toUnreadTotal, type UnreadTotalReader, type UnreadTotalRow } from './postgres-unread-total-reader.ts'
import {
  EMPTY_UNREAD_TOTAL,
  NOTHING_TO_READ,
  type ReadRequest,
  type ReadTarget,
  type ReceiptRepository,
  resolveMark,
} from './receipt-repository.ts'

/** Creates the receipt repository on PostgreSQL. Deliveries and reads are recorded, and unread totals read, in batches. */
export function createPostgresReceiptRepository(
  pool: Pool,
  writer: Pick<ConversationWriter, 'markDelivered' | 'markRead'>,
  unreadTotalReader: Pick<UnreadTotalReader, 'read'>,
): ReceiptRepository {
  return {
    async markRead(request) {
      const { target, reader, at, eventId } = request
      const { address, upToSeq } =
        'messageId' in target
          ? await findMessage(pool, target.messageId, reader._id)
          : { address: target, upToSeq: undefined }
      const result = await writer.markRead({ memberId: reader._id, address, upToSeq, at, eventId })
      return result === MARK_ALONE ? markReadAlone(pool, request) : result
    },

    async markDelivered({ _id: memberId }, address, upToSeq) {
      const delivery = { memberId, address, upToSeq }
      const marked = await writer.markDelivered(delivery)
      return marked === MARK_ALONE ? markDeliveredAlone(pool, delivery) : marked
    },

    readUnreadTotal: (memberId) => unreadTotalReader.read(memberId),
  }
}

/** Marks messages as read in a transaction of its own, which waits for the lock of the conversation. */
const markReadAlone = (pool: Pool, request: ReadRequest) =>
  withPostgresTransaction(pool, async (tx) => {
    const { target, reader } = request
    const conversation = await lockTarget(tx, target, reader._id)
    if (!conversation) return { ...NOTHING_TO_READ, total: await readUnreadTotal(tx, reader._id) }
    const { _id: conversationId, other: otherId } = conversation
    const targetSeq = await findTargetSeq(tx, target, conversation)
    const upToSeq = resolveMark(targetSeq, conversation, conversation.readUpTo)
    if (upToSeq === undefined) {
      return {
        conversationId,
        otherId,
        upToSeq: conversation.readUpTo,
        rev: conversation.rev,
        unreadCount: conversation.unreadCount,
        total: await readUnreadTotal(tx, reader._id),
        isChanged: false,
      }
    }
    const unreadCount = await countUnreadAfter(tx, conversation, upToSeq)
    await tx.query({
      name: 'mark-read',
      text: `update conversation_members
               set read_up_to = $3, delivered_up_to = greatest(delivered_up_to, $3)
               where conversation_id = $1 and member_id = $2`,
      values: [conversationId, reader._id, upToSeq],
    })
    const { rev, unread: total = EMPTY_UNREAD_TOTAL } = await applyConversationChange(tx, conversation, {
      unread: { of: reader._id, by: unreadCount - conversation.unreadCount },
    })
    const result = { conversationId, otherId, upToSeq, rev, unreadCount, total, isChanged: true }
    for (const event of createMessageReadEvents(result, request)) await appendToPostgresOutbox(tx, event)
    return result
  })

/** Moves a delivery mark in a transaction of its own, which waits for the lock of the conversation. */
const markDeliveredAlone = (pool: Pool, { memberId, address, upToSeq }: Delivery) =>
  withPostgresTransaction(pool, async (tx) => {
    const conversation = await lockConversation(tx, memberId, address)
    if (!conversation) return undefined
    const upTo = resolveMark(upToSeq, conversation, conversation.deliveredUpTo)
    if (upTo === undefined) return undefined
    await tx.query({
      name: 'mark-delivered',
      text: 'update conversation_members set delivered_up_to = $3 where conversation_id = $1 and member_id = $2',
      values: [conversation._id, memberId, upTo],
    })
    const { rev } = await applyConversationChange(tx, conversation)
    return { upToSeq: upTo, rev }
  })

/** Locks the conversation to read. Returns undefined if there is none. @throws message_not_found, member_not_found, not_found */
async function lockTarget(
  tx: Queryable,
  target: ReadTarget,
  reader: string,
): Promise<ConversationWithMarks | undefined> {
  if ('messageId' in target) {
    const conversation = await lockConversationOfMessage(tx, target.messageId, reader)
    if (!conversation) throw new DomainError('message_not_found')
    return conversation
  }
  const conversation = await lockConversation(tx, reader, target)
  if (conversation) return conversation
  if ('conversationId' in target) throw new DomainError('not_found')
  await assertVisibleMember(tx, reader, target.otherId)
  return undefined
}

/** Finds the conversation of a message, and its `seq`. @throws message_not_found for others than its members */
async function findMessage(
  db: Queryable,
  messageId: string,
  reader: string,
): Promise<{ address: ConversationAddress; upToSeq: number }> {
  type FoundMessage = Pick<ConversationMembersTable, 'other_id' | 'conversation_id'> & Pick<MessagesTable, 'seq'>
  const { rows } = await db.query<FoundMessage>({
    name: 'find-message-to-read',
    text: `select own.other_id, own.conversation_id, msg.seq from messages msg
           join conversation_members own on own.conversation_id = msg.conversation_id and own.member_id = $2
           where msg.id = $1`,
    values: [messageId, reader],
  })
  const [row] = rows
  if (!row) throw new DomainError('message_not_found')
  const { other_id: otherId, conversation_id: conversationId, seq } = row
  return { address: otherId ? { otherId } : { conversationId }, upToSeq: seq }
}

/** Returns the `seq` up to which messages are to be marked as read. */
async function findTargetSeq(tx: Queryable, target: ReadTarget, { seq }: LockedConversation): Promise<number> {
  if (!('messageId' in target)) return seq
  const text = 'select seq from messages where id = $1'
  const { rows } = await tx.query<Pick<MessagesTable, 'seq'>>(text, [target.messageId])
  return rows[0]?.seq ?? 0
}

/** Counts the messages of other members after a `seq` that are not deleted. */
async function countUnreadAfter(
  tx: Queryable,
  { _id, member, seq }: LockedConversation,
  afterSeq: number,
): Promise<number> {
  if (afterSeq === seq) return 0
  const { rows } = await tx.query<{ count: number }>({
    name: 'count-unread-after',
    text: `select count(*)::integer as count from messages
           where conversation_id = $1 and seq > $2 and sender_id <> $3 and deleted_at is null`,
    values: [_id, afterSeq, member],
  })
  return rows[0]?.count ?? 0
}

/** Reads an unread total within a transaction. */
async function readUnreadTotal(tx: Queryable, memberId: string): Promise<UnreadTotal> {
  const { rows } = await tx.query<UnreadTotalRow>({
    name: 'unread-total',
    text: 'select messages, moves from unread_totals where member_id = $1',
    values: [memberId],
  })
  const [row] = rows
  return row ? toUnreadTotal(row) : EMPTY_UNREAD_TOTAL
}
