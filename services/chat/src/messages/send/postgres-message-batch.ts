import type { DomainEvent } from '@meadow/contracts'
import { toOutboxValues } from '@meadow/events'
import {
  type BatchOutcome,
  type PipelinedTransaction,
  type Queryable,
  signalOnCommit,
  toArrayParameter,
  toJsonArrayParameter,
} from '@meadow/storage'
import { listChangedConversations, type MovedMark } from '../../conversations/changed-conversations.ts'
import type { ConversationAddress, UnreadTotal } from '../../conversations/conversation.ts'
import type { BatchContext } from '../../conversations/postgres-batch-contexts.ts'
import {
  applyConversationChanges,
  toChangeParameters,
  toUnreadTotals,
  type UnreadTotalRow,
} from '../../conversations/postgres-conversation-batch.ts'
import { claimPictures } from '../../pictures/postgres-message-pictures.ts'
import type { MessagesTable } from '../../schema.ts'
import type { Message } from '../message.ts'
import { type QuoteJson, readMessages, toQuote } from '../postgres-read-messages.ts'
import {
  type BatchMessage,
  type BatchMessageContext,
  type PlannedMessage,
  type PlannedOutcome,
  planMessageBatch,
  type ReferencedBatchMessage,
} from './message-batch.ts'
import { MESSAGE_BATCH_STATEMENTS } from './message-batch-sql.ts'
import { createMessageSentEvents, listReferencedIds, type SentMessage, toSentMessage } from './new-message.ts'

/** The outcome `alone`: the message needs a transaction of its own. */
export const SEND_ALONE = 'alone'
export type BatchResult = SentMessage | typeof SEND_ALONE

/** Returns the context of a message. @throws Error without a row */
export function toMessageContext(
  { sender, address }: Pick<BatchMessage, 'sender' | 'address'>,
  row: BatchContext | undefined,
): BatchMessageContext {
  if (!row) throw new Error('A message of the batch has no context')
  const { is_visible, original_id, original_fingerprint } = row
  return {
    isVisible: is_visible || !('otherId' in address),
    conversation: toConversation(row, sender._id, address),
    original:
      original_id !== null && original_fingerprint !== null
        ? { _id: original_id, fingerprint: original_fingerprint }
        : undefined,
  }
}

/** Returns undefined if there is no conversation, or if the sender is not one of its members. */
function toConversation(
  row: BatchContext,
  senderId: string,
  address: ConversationAddress,
): BatchMessageContext['conversation'] {
  const { id: _id, seq, rev, moved_at: movedAt, sender, recipient } = row
  if (_id === null || seq === null || rev === null || movedAt === null || !sender) return undefined
  if ('otherId' in address) {
    if (!recipient) return undefined
    const other = { _id: address.otherId, readUpTo: row.read_up_to ?? 0, deliveredUpTo: row.delivered_up_to ?? 0 }
    return { _id, seq, rev, movedAt, members: { sender, recipient, others: [other] } }
  }
  const others = row.members?.filter((member) => member._id !== senderId) ?? []
  if (others.length === row.members?.length) return undefined
  return { _id, seq, rev, movedAt, members: { sender, recipient: null, others } }
}

type ReferencedRow = Pick<MessagesTable, 'id' | 'thread_id' | 'conversation_id'> & { quote: QuoteJson }

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
    quote: toQuote(quote),
  }))
}

/** The marks of a batch, and their events. */
type BatchMarks = { moved: readonly MovedMark[]; events: readonly DomainEvent[] }

/**
 * Stores a batch whose conversations are locked: messages, marks, counters and events, and commits. Returns an outcome for each
 * message, and the unread totals of the members whose conversations have changed.
 */
export async function storeConversationBatch(
  tx: PipelinedTransaction,
  batch: readonly (BatchMessage & BatchMessageContext)[],
  marks: BatchMarks = { moved: [], events: [] },
): Promise<{ outcomes: BatchOutcome<BatchResult>[]; totals: Map<string, UnreadTotal> }> {
  const outcomes = planMessageBatch(batch, await readReferencedMessages(tx, batch))
  const planned = outcomes.flatMap((outcome) => (outcome.kind === 'new' ? [outcome.planned] : []))
  for (const { message } of planned) await claimPictures(tx, message.pictures)
  const repeatedIds = outcomes.flatMap((outcome) => (outcome.kind === 'repeat' ? [outcome.messageId] : []))
  const stored = new Map(planned.map(({ stored }) => [stored._id, stored]))
  const originals = await readMessages(
    tx,
    repeatedIds.filter((id) => !stored.has(id)),
  )
  const totals = await writeChanges(tx, planned, marks)
  const messages = new Map([...stored, ...originals.map((message) => [message._id, message] as const)])
  return { outcomes: outcomes.map((outcome) => toBatchOutcome(outcome, messages, totals)), totals }
}

function toBatchOutcome(
  outcome: PlannedOutcome,
  messages: ReadonlyMap<string, Message>,
  totals: ReadonlyMap<string, UnreadTotal>,
): BatchOutcome<BatchResult> {
  if (outcome.kind === 'refused') return { error: outcome.error }
  if (outcome.kind === 'alone') return { value: SEND_ALONE }
  if (outcome.kind === 'new') {
    const { stored, recipientIds } = outcome.planned
    return { value: toSentMessage(stored, recipientIds, totals) }
  }
  const message = messages.get(outcome.messageId)
  if (!message) throw new Error('A message of the batch does not exist')
  return { value: { message, recipients: [] } }
}

/** Writes counters, marks, messages and events, and commits. Returns the unread totals of all their members. */
async function writeChanges(
  tx: PipelinedTransaction,
  planned: readonly PlannedMessage[],
  marks: BatchMarks,
): Promise<Map<string, UnreadTotal>> {
  const changed = listChangedConversations(planned, marks.moved)
  const sentEvents = planned.flatMap(({ message, sender, stored }) =>
    createMessageSentEvents(stored, sender, message.eventId),
  )
  const events = [...marks.events, ...sentEvents].map(toOutboxValues)
  if (changed.length === 0) return new Map()
  if (events.length === 0 && planned.length === 0) return applyConversationChanges(tx, changed)
  if (events.length > 0) signalOnCommit(tx)
  const { rows } = await tx.queryAndCommit<UnreadTotalRow>({
    ...MESSAGE_BATCH_STATEMENTS.writeMessages,
    values: [
      ...toChangeParameters(changed),
      ...[
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
      ].map(toArrayParameter),
      toJsonArrayParameter(events.map(([, , , json]) => json)),
    ],
  })
  return toUnreadTotals(rows)
}
