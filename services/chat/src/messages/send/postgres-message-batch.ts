import { appendToPostgresOutbox } from '@meadow/events'
import type { BatchOutcome, Queryable } from '@meadow/storage'
import type { UnreadTotal } from '../../conversations/conversation.ts'
import {
  applyConversationChanges,
  type ChangedConversation,
  lockFreeConversations,
} from '../../conversations/postgres-conversation-batch.ts'
import { claimPictures } from '../../pictures/postgres-message-pictures.ts'
import type { ConversationsTable, MessagesTable } from '../../schema.ts'
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

type ContextRow = {
  [Name in keyof Pick<ConversationsTable, 'id' | 'seq' | 'rev' | 'moved_at'>]: ConversationsTable[Name] | null
} & {
  earlier_id: string | null
  earlier_fingerprint: string | null
  is_visible: boolean
}

const toContext = (row: ContextRow): BatchMessageContext => {
  const { id: _id, seq, rev, moved_at: movedAt, earlier_id, earlier_fingerprint } = row
  return {
    isVisible: row.is_visible,
    conversation: _id !== null && seq !== null && rev !== null && movedAt ? { _id, seq, rev, movedAt } : undefined,
    earlier:
      earlier_id !== null && earlier_fingerprint !== null
        ? { _id: earlier_id, fingerprint: earlier_fingerprint }
        : undefined,
  }
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

async function readReferencedMessages(
  tx: Queryable,
  batch: readonly BatchMessage[],
): Promise<ReferencedBatchMessage[]> {
  const ids = batch.flatMap(({ message }) => listReferencedIds(message))
  if (ids.length === 0) return []
  const { rows } = await tx.query<Pick<MessagesTable, 'id' | 'thread_id' | 'conversation_id'>>({
    name: 'read-referenced-messages',
    text: `select id, thread_id, conversation_id from messages
           where id = any((select $1::uuid[])::uuid[]) and deleted_at is null`,
    values: [ids],
  })
  return rows.map((row) => ({ _id: row.id, threadId: row.thread_id, conversationId: row.conversation_id }))
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
  const ids = outcomes.flatMap((outcome) => toMessageId(outcome) ?? [])
  const messages = new Map((await readMessages(tx, ids)).map((message) => [message._id, message]))
  await appendToPostgresOutbox(
    tx,
    planned.map(({ message, sender }) =>
      createMessageSentEvent(findMessage(messages, message._id), sender, message.eventId),
    ),
  )
  return outcomes.map((outcome) => toBatchOutcome(outcome, messages, totals))
}

const toMessageId = (outcome: PlannedOutcome): string | undefined => {
  if (outcome.kind === 'new') return outcome.planned.message._id
  return outcome.kind === 'repeat' ? outcome.messageId : undefined
}

function findMessage(messages: ReadonlyMap<string, Message>, id: string): Message {
  const message = messages.get(id)
  if (!message) throw new Error('A message of the batch does not exist')
  return message
}

function toBatchOutcome(
  outcome: PlannedOutcome,
  messages: ReadonlyMap<string, Message>,
  totals: ReadonlyMap<string, UnreadTotal>,
): BatchOutcome<BatchResult> {
  if (outcome.kind === 'refused') return { error: outcome.error }
  if (outcome.kind === 'alone') return { value: SEND_ALONE }
  if (outcome.kind === 'repeat')
    return { value: { message: findMessage(messages, outcome.messageId), unread: undefined } }
  const { message, recipientId } = outcome.planned
  return { value: { message: findMessage(messages, message._id), unread: totals.get(recipientId) } }
}

/** Writes counters and messages. Returns the unread totals of all their members. */
async function writePlannedMessages(
  tx: Queryable,
  planned: readonly PlannedMessage[],
): Promise<Map<string, UnreadTotal>> {
  const totals = await applyConversationChanges(tx, listChangedConversations(planned))
  const { rowCount } = await tx.query({
    ...MESSAGE_BATCH_STATEMENTS.insertMessages,
    values: [
      planned.map(({ message }) => message._id),
      planned.map(({ conversationId }) => conversationId),
      planned.map(({ seq }) => seq),
      planned.map(({ rev }) => rev),
      planned.map(({ sender }) => sender._id),
      planned.map(({ message }) => message.clientMessageId ?? null),
      planned.map(({ message }) => message.fingerprint),
      planned.map(({ message }) => message.content),
      planned.map(({ message }) => message.messageType),
      planned.map(({ message: { pictures } }) => (pictures[0] ? JSON.stringify(pictures[0]) : null)),
      planned.map(({ message }) => message.replyTo ?? null),
      planned.map(({ threadId }) => threadId ?? null),
      planned.map(({ at }) => at),
      planned.map(({ message: { pictures } }) => (pictures.length > 0 ? JSON.stringify(pictures) : null)),
    ],
  })
  if (rowCount !== planned.length) throw new ClientMessageIdConflict()
  return totals
}

/** Another transaction stored a message of the sender with the same `clientMessageId` in another conversation meanwhile. */
export class ClientMessageIdConflict extends Error {
  override name = 'ClientMessageIdConflict'
}

/** Returns each conversation of a batch with its last message, and the unread counts that the batch adds. */
function listChangedConversations(planned: readonly PlannedMessage[]): ChangedConversation[] {
  return [...Map.groupBy(planned, ({ conversationId }) => conversationId)].flatMap(([_id, messages]) => {
    const last = messages.at(-1)
    if (!last) return []
    const unread = [last.sender._id, last.recipientId].map(
      (memberId) => [memberId, messages.filter(({ recipientId }) => recipientId === memberId).length] as const,
    )
    const { seq, rev, at: movedAt, message } = last
    return [{ _id, seq, rev, movedAt, lastMessageId: message._id, unread }]
  })
}
