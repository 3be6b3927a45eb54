import { appendToPostgresOutbox } from '@meadow/events'
import { DomainError } from '@meadow/service'
import { type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import { readRelationship } from '../conversations/postgres-relationship.ts'
import { changeConversation, type LockedConversation } from '../conversations/write/change-conversation.ts'
import { writeConversationChange } from '../conversations/write/postgres-conversation-changes.ts'
import type { ConversationsTable } from '../schema.ts'
import {
  type ChangedMessage,
  type MessageChange,
  type MessageChangePlan,
  type MessageChangeRule,
  type MessageChangeWrite,
  toChangeableMessage,
  toUnchangedMessage,
} from './change-message.ts'
import { readMessage, readMessages } from './postgres-read-messages.ts'

/**
 * Changes a message, its conversation and the counters of both members, and appends the event, in a transaction that locks the
 * conversation.
 * @throws message_not_found unless `by` is a participant of a direct conversation: only they can change messages
 */
export const changeMessage = <Change extends MessageChange, Plan extends MessageChangePlan>(
  pool: Pool,
  change: Change,
  rule: MessageChangeRule<Change, Plan> & MessageChangeWrite<Queryable, Change, Plan>,
): Promise<ChangedMessage> => withPostgresTransaction(pool, (tx) => changeMessageIn(tx, change, rule))

/** Like `changeMessage`, in the transaction `tx`. */
export async function changeMessageIn<Change extends MessageChange, Plan extends MessageChangePlan>(
  tx: Queryable,
  change: Change,
  {
    plan: planChange,
    createEvent,
    changesHidden = false,
    write,
  }: MessageChangeRule<Change, Plan> & MessageChangeWrite<Queryable, Change, Plan>,
): Promise<ChangedMessage> {
  const { messageId, by } = change
  const { conversation, otherId } = await lockConversationOfMessage(tx, messageId, by._id)
  const [before] = await readMessages(tx, [messageId])
  if (!before) throw new DomainError('message_not_found')
  const { isVisible } = await readRelationship(tx, by._id, otherId)
  const changeable = changesHidden ? before : toChangeableMessage(before, by, change.at)
  const plan = planChange(changeable, change, isVisible)
  if (!plan) return toUnchangedMessage(before)
  const { unread, shownBy, isHidden = false } = plan
  const bumpedRevisions = shownBy ? await bumpRevisions(tx, conversation, messageId, shownBy.threadId) : 0
  const marks = isHidden && { marks: { of: by._id, deliveredUpTo: 0 } }
  const changed = changeConversation(conversation, { ...(unread && { unread }), ...marks, isHidden, bumpedRevisions })
  const totals = await writeConversationChange(tx, changed)
  await write(tx, change, { message: before, plan, rev: changed.rev })
  const event = createEvent(before, change, changed.rev)
  if (event) await appendToPostgresOutbox(tx, event)
  return { before, message: await readMessage(tx, messageId), isChanged: true, rev: changed.rev, totals }
}

/** Locks the direct conversation of a message. @throws message_not_found unless `member` is one of its two members */
async function lockConversationOfMessage(
  tx: Queryable,
  messageId: string,
  member: string,
): Promise<{ conversation: LockedConversation; otherId: string }> {
  type ConversationRow = Pick<ConversationsTable, 'id' | 'seq' | 'rev' | 'moved_at'> & { other_id: string }
  const { rows } = await tx.query<ConversationRow>({
    name: 'lock-conversation-of-message',
    text: `select c.id, c.seq, c.rev, c.moved_at, own.other_id
           from conversations c join conversation_members own on own.conversation_id = c.id and own.member_id = $1
           where c.id = (select conversation_id from messages where id = $2) and own.other_id is not null for update of c`,
    values: [member, messageId],
  })
  const [row] = rows
  if (!row) throw new DomainError('message_not_found')
  const { id: _id, seq, rev, moved_at: movedAt, other_id: otherId } = row
  return { conversation: { _id, seq, rev, movedAt, members: [{ _id: member }, { _id: otherId }] }, otherId }
}

/** Gives the next revisions to the messages that show the changed one. Returns their number. */
async function bumpRevisions(
  tx: Queryable,
  { _id, rev }: LockedConversation,
  changedId: string,
  threadId: string | null,
): Promise<number> {
  const { rowCount } = await tx.query({
    name: 'bump-revisions',
    text: `update messages m set rev = $4::integer + related.position
           from (
             select id, row_number() over (order by seq) as position from messages
             where conversation_id = $1 and (id = $3 or (reply_to = $2 and deleted_at is null))
           ) related
           where m.id = related.id`,
    values: [_id, changedId, threadId, rev],
  })
  return rowCount ?? 0
}
