import { toOutboxValues } from '@meadow/events'
import { type BatchOutcome, type Queryable, signalOnCommit } from '@meadow/storage'
import type { UnreadTotal } from '../../conversations/conversation.ts'
import {
  type ChangedConversation,
  lockFreeConversations,
  toChangeParameters,
  toUnreadTotals,
  type UnreadTotalRow,
} from '../../conversations/postgres-conversation-batch.ts'
import { claimPictures } from '../../pictures/postgres-message-pictures.ts'
import type { ConversationMembersTable, ConversationsTable, MessagesTable } from '../../schema.ts'
import type { Message } from '../message.ts'
import { readMessages } from '../postgres-read-messages.ts'
import {
  type BatchMessage,
  type BatchMessageContext,
  type PlannedMessage,
  type PlannedOutcome,
  planMessageBatch,
  type ReferencedBatchMessage,
} from './message-batch.ts'
import { MESSAGE_BATCH_STATEMENTS } from './message-batch-sql.ts'
import { createMessageSentEvent, listReferencedIds, type SentMessage } from './new-message.ts'

/** The outcome `alone`: the message needs a transaction of its own. */
export const SEND_ALONE = 'alone'
export type BatchResult = SentMessage | typeof SEND_ALONE

type Nullable<Row> = { [Name in keyof Row]: Row[Name] | null }

type ContextRow = Nullable<Pick<ConversationsTable, 'id' | 'seq' | 'rev' | 'moved_at'>> &
  Nullable<Pick<ConversationMembersTable, 'read_up_to' | 'delivered_up_to'>> &
  Pick<Message, 'sender' | 'recipient'> & {
    earlier_id: string | null
    earlier_fingerprint: string | null
    is_visible: boolean
  }

const toContext = (row: ContextRow): BatchMessageContext => ({
  isVisible: row.is_visible,
  conversation: toConversation(row),
  earlier:
    row.earlier_id !== null && row.earlier_fingerprint !== null
      ? { _id: row.earlier_id, fingerprint: row.earlier_fingerprint }
      : undefined,
})

function toConversation(row: ContextRow): BatchMessageContext['conversation'] {
  const { id: _id, seq, rev, moved_at: movedAt, read_up_to, delivered_up_to, sender, recipient } = row
  if (_id === null || seq === null || rev === null || movedAt === null) return undefined
  const participants = { sender, recipient, readUpTo: read_up_to ?? 0, deliveredUpTo: delivered_up_to ?? 0 }
  return { _id, seq, rev, movedAt, participants }
}

/** Locks the conversations of a batch that are free, and reads what the rules need, after the locks. */
export async function readBatchContexts(
  tx: Queryable,
  batch: readonly BatchMessage[],
): Promise<(BatchMessage & BatchMessageContext)[]> {
  const [senders, recipients] = [batch.map(({ sender }) => sender._id), batch.map(({ recipientId }) => recipientId)]
  const lockedIds = await lockFreeConversations(
    tx,
    batch.map(({ sender, recipientId }) => [sender._id, recipientId]),
  )
  const clientIds = batch.map(({ message }) => message.clientMessageId ?? null)
  const { rows } = await tx.query<ContextRow>({
    ...MESSAGE_BATCH_STATEMENTS.readContexts,
    values: [senders, recipients, clientIds, lockedIds],
  })
  return batch.flatMap((entry, index) => {
    const row = rows[index]
    return row ? [{ ...entry, ...toContext(row) }] : []
  })
}

type ReferencedRow = Pick<MessagesTable, 'id' | 'thread_id' | 'conversation_id'> & Pick<ReferencedBatchMessage, 'quote'>

async function readReferencedMessages(
  tx: Queryable,
  batch: readonly BatchMessage[],
): Promise<ReferencedBatchMessage[]> {
  const ids = batch.flatMap(({ message }) => listReferencedIds(message))
  if (ids.length === 0) return []
  const { rows } = await tx.query<ReferencedRow>({ ...MESSAGE_BATCH_STATEMENTS.readReferenced, values: [ids] })
  return rows.map(({ id, thread_id, conversation_id, quote }) => ({
    _id: id,
    threadId: thread_id,
    conversationId: conversation_id,
    quote,
  }))
}

/** Stores a batch whose conversations are locked: messages, counters and events. Returns an outcome for each message. */
export async function storeMessageBatch(
  tx: Queryable,
  batch: readonly (BatchMessage & BatchMessageContext)[],
): Promise<BatchOutcome<BatchResult>[]> {
  const outcomes = planMessageBatch(batch, await readReferencedMessages(tx, batch))
  const planned = outcomes.flatMap((outcome) => (outcome.kind === 'new' ? [outcome.planned] : []))
  const totals = planned.length > 0 ? await writePlannedMessages(tx, planned) : new Map<string, UnreadTotal>()
  for (const { message } of planned) await claimPictures(tx, message.pictures)
  const repeatedIds = outcomes.flatMap((outcome) => (outcome.kind === 'repeat' ? [outcome.messageId] : []))
  const stored = new Map(planned.map(({ stored }) => [stored._id, stored]))
  const earlier = await readMessages(
    tx,
    repeatedIds.filter((id) => !stored.has(id)),
  )
  const messages = new Map([...stored, ...earlier.map((message) => [message._id, message] as const)])
  return outcomes.map((outcome) => toBatchOutcome(outcome, messages, totals))
}

function toBatchOutcome(
  outcome: PlannedOutcome,
  messages: ReadonlyMap<string, Message>,
  totals: ReadonlyMap<string, UnreadTotal>,
): BatchOutcome<BatchResult> {
  if (outcome.kind === 'refused') return { error: outcome.error }
  if (outcome.kind === 'alone') return { value: SEND_ALONE }
  if (outcome.kind === 'new') {
    const { stored, recipientId } = outcome.planned
    return { value: { message: stored, unread: totals.get(recipientId) } }
  }
  const message = messages.get(outcome.messageId)
  if (!message) throw new Error('A message of the batch does not exist')
  return { value: { message, unread: undefined } }
}

/** Writes counters, messages and events. Returns the unread totals of all their members. */
async function writePlannedMessages(
  tx: Queryable,
  planned: readonly PlannedMessage[],
): Promise<Map<string, UnreadTotal>> {
  const events = planned.map(({ message, sender, stored }) =>
    toOutboxValues(createMessageSentEvent(stored, sender, message.eventId)),
  )
  const { rows } = await tx.query<UnreadTotalRow & { inserted: number }>({
    ...MESSAGE_BATCH_STATEMENTS.writeMessages,
    values: [
      ...toChangeParameters(listChangedConversations(planned)),
      planned.map(({ stored }) => stored._id),
      planned.map(({ stored }) => stored.conversationId),
      planned.map(({ stored }) => stored.seq),
      planned.map(({ stored }) => stored.rev),
      planned.map(({ sender }) => sender._id),
      planned.map(({ stored }) => stored.clientMessageId),
      planned.map(({ message }) => message.fingerprint),
      planned.map(({ stored }) => stored.content),
      planned.map(({ stored }) => stored.messageType),
      planned.map(({ stored: { pictures } }) => (pictures[0] ? JSON.stringify(pictures[0]) : null)),
      planned.map(({ message }) => message.replyTo ?? null),
      planned.map(({ stored }) => stored.threadId),
      planned.map(({ stored }) => stored.createdAt),
      planned.map(({ stored: { pictures } }) => (pictures.length > 0 ? JSON.stringify(pictures) : null)),
      events.map(([id]) => id),
      events.map(([, topic]) => topic),
      events.map(([, , key]) => key),
      events.map(([, , , json]) => json),
    ],
  })
  if (rows[0]?.inserted !== planned.length) throw new ClientMessageIdConflict()
  signalOnCommit(tx)
  return toUnreadTotals(rows)
}

/** Another transaction stored a message of the sender with the same `clientMessageId` in another conversation meanwhile. */
export class ClientMessageIdConflict extends Error {
  override name = 'ClientMessageIdConflict'
}

/** Returns each conversation of a batch with its last message, and the unread counts that the batch adds. */
function listChangedConversations(planned: readonly PlannedMessage[]): ChangedConversation[] {
  return [...Map.groupBy(planned, ({ stored }) => stored.conversationId)].flatMap(([_id, messages]) => {
    const last = messages.at(-1)
    if (!last) return []
    const unread = [last.sender._id, last.recipientId].map(
      (memberId) => [memberId, messages.filter(({ recipientId }) => recipientId === memberId).length] as const,
    )
    const { _id: lastMessageId, seq, rev, createdAt: movedAt } = last.stored
    return [{ _id, seq, rev, movedAt, lastMessageId, unread }]
  })
}
