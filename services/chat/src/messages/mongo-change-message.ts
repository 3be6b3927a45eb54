import { toMongoOutboxWrites } from '@meadow/events'
import { DomainError } from '@meadow/service'
import { type MongoDatabase, runMongoWrites } from '@meadow/storage'
import { isVisibleMember } from '../conversations/mongo-relationship.ts'
import { changeConversation, type LockedConversation } from '../conversations/write/change-conversation.ts'
import {
  findConversation,
  toConversationWrites,
  withConversationTransaction,
} from '../conversations/write/mongo-conversation-changes.ts'
import {
  type ChangedMessage,
  type MessageChange,
  type MessageChangePlan,
  type MessageChangeRule,
  type MessageChangeWrite,
  toChangeableMessage,
  toUnchangedMessage,
} from './change-message.ts'
import { getMessageCollection } from './mongo-message-rows.ts'
import { readMessage, readMessages } from './mongo-read-messages.ts'

/**
 * Changes a message, its conversation and the counters of both members, and appends the event, in a transaction.
 * @throws message_not_found unless `by` is a participant of a direct conversation: only they can change messages
 */
export async function changeMessage<Change extends MessageChange, Plan extends MessageChangePlan>(
  mongo: MongoDatabase,
  change: Change,
  rule: MessageChangeRule<Change, Plan> & MessageChangeWrite<MongoDatabase, Change, Plan>,
): Promise<ChangedMessage> {
  const { messageId, by } = change
  const otherId = await findOtherParticipant(mongo, messageId, by._id)
  return withConversationTransaction(mongo, [by._id, otherId], (tx) => changeMessageIn(tx, otherId, change, rule))
}

/** Like `changeMessage`, in the transaction `tx`. `otherId` is the other participant of the message. */
export async function changeMessageIn<Change extends MessageChange, Plan extends MessageChangePlan>(
  tx: MongoDatabase,
  otherId: string,
  change: Change,
  {
    plan: planChange,
    createEvent,
    changesHidden = false,
    write,
  }: MessageChangeRule<Change, Plan> & MessageChangeWrite<MongoDatabase, Change, Plan>,
): Promise<ChangedMessage> {
  const { messageId, by } = change
  const conversation = await findConversation(tx, by._id, { otherId })
  const [before] = await readMessages(tx, [messageId])
  if (!conversation || !before) throw new DomainError('message_not_found')
  const changeable = changesHidden ? before : toChangeableMessage(before, by, change.at)
  const plan = planChange(changeable, change, await isVisibleMember(tx, by._id, otherId))
  if (!plan) return toUnchangedMessage(before)
  const { unread, shownBy, isHidden = false } = plan
  const bumpedRevisions = shownBy ? await bumpRevisions(tx, conversation, messageId, shownBy.threadId) : 0
  const marks = isHidden && { marks: { of: by._id, deliveredUpTo: 0 } }
  const changed = changeConversation(conversation, { ...(unread && { unread }), ...marks, isHidden, bumpedRevisions })
  const { writes, totals } = toConversationWrites(tx, conversation, changed)
  const event = createEvent(before, change, changed.rev)
  const outboxWrites = toMongoOutboxWrites(tx, event ? [event] : [])
  await runMongoWrites(tx, [...writes, ...outboxWrites])
  await write(tx, change, { message: before, plan, rev: changed.rev })
  return { before, message: await readMessage(tx, messageId), isChanged: true, rev: changed.rev, totals }
}

/** Returns the other participant of a message of a direct conversation. @throws message_not_found unless `member` is one */
async function findOtherParticipant(mongo: MongoDatabase, _id: string, member: string): Promise<string> {
  const options = { ...mongo.operationOptions, projection: { senderId: 1, recipientId: 1 } }
  const message = await getMessageCollection(mongo).findOne({ _id }, options)
  const participants = message?.recipientId ? [message.senderId, message.recipientId] : []
  const otherId = participants.find((id) => id !== member)
  if (!otherId || !participants.includes(member)) throw new DomainError('message_not_found')
  return otherId
}

/** Gives the next revisions to the messages that show the changed one. Returns their number. */
async function bumpRevisions(
  tx: MongoDatabase,
  { rev }: LockedConversation,
  changedId: string,
  threadId: string | null,
): Promise<number> {
  const options = { ...tx.operationOptions, projection: { seq: 1 } }
  const messages = getMessageCollection(tx)
  const replies = await messages.find({ replyTo: changedId }, options).toArray()
  const root = threadId ? await messages.findOne({ _id: threadId }, options) : null
  const related = new Map([...replies, ...(root ? [root] : [])].map(({ _id, seq }) => [_id, seq]))
  if (related.size === 0) return 0
  const bySeq = [...related].toSorted(([, one], [, other]) => one - other)
  const updates = bySeq.map(([_id], index) => ({
    updateOne: { filter: { _id }, update: { $set: { rev: rev + index + 1 } } },
  }))
  await messages.bulkWrite(updates, tx.operationOptions)
  return related.size
}
