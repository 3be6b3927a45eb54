import { toMongoOutboxWrites } from '@meadow/events'
import { createMongoMemberReadModel, getEdgeCollection, toEdgeId } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type MongoDatabase, runMongoWrites } from '@meadow/storage'
import { rowToMarks } from '../conversations/marks/mongo-muted-sides.ts'
import {
  type ConversationMemberRow,
  type ConversationRow,
  getConversationCollection,
  getConversationMemberCollection,
  INVITED_INDEX,
  NO_CONVERSATION_MARKS,
  toConversationMemberId,
} from '../conversations/mongo-conversation-rows.ts'
import type { ChangedConversation } from '../conversations/write/change-conversation.ts'
import {
  findConversation,
  toConversationWrites,
  withConversationTransaction,
} from '../conversations/write/mongo-conversation-changes.ts'
import { insertConversation } from '../conversations/write/mongo-insert-conversation.ts'
import { findMongoBlocks } from '../members/mongo-relationship-lookup.ts'
import type { MessageChange } from '../messages/change-message.ts'
import { MONGO_MESSAGE_DELETION } from '../messages/delete/mongo-delete-message.ts'
import { getMessageCollection, getMessageEditCollection, type MessageRow } from '../messages/mongo-message-rows.ts'
import { readMessage, readMessages } from '../messages/mongo-read-messages.ts'
import { toSearchFields } from '../search/search-text.ts'
import { type Group, type GroupPlan, type GroupRole, planGroupChange } from './group.ts'
import {
  applyGroupPlan,
  type ChangedGroup,
  createGroupEvents,
  createGroupMessageDeletedEvent,
  type DeletedGroupMessage,
  type GroupChangeRequest,
  type GroupStore,
  type NewGroup,
  type PlannedNotice,
  planGroupMessageDeletion,
  toLockedConversation,
} from './group-store.ts'

/** More than a member may have: invitations are not limited. */
const MAX_LISTED_GROUPS = 200

/** Creates the store of groups on MongoDB. */
export const createMongoGroupStore = (mongo: MongoDatabase): GroupStore => ({
  create: (group) => withConversationTransaction(mongo, [group.creator._id], (tx) => insertGroup(tx, group)),
  findCreated: (creatorId, clientGroupId) => findCreated(mongo, creatorId, clientGroupId),

  async change(request) {
    const { groupId, by } = request
    const row = await getConversationCollection(mongo).findOne({ _id: groupId }, mongo.operationOptions)
    const memberIds = [...(row?.members ?? []), by._id]
    return withConversationTransaction(mongo, memberIds, (tx) => changeGroupIn(tx, request))
  },

  async find(memberId, groupId) {
    const sides = await getConversationMemberCollection(mongo)
      .find(
        { member: memberId, other: null, ...(groupId && { conversationId: groupId }) },
        { ...mongo.operationOptions, hint: 'newest', projection: { conversationId: 1 } },
      )
      .toArray()
    const invited = await getConversationCollection(mongo)
      .find(
        { 'invitations.member': memberId, ...(groupId && { _id: groupId }) },
        { ...mongo.operationOptions, hint: INVITED_INDEX, projection: { _id: 1 } },
      )
      .toArray()
    const ids = [...sides.map(({ conversationId }) => conversationId), ...invited.map(({ _id }) => _id)]
    const rows = await getConversationCollection(mongo)
      .find({ _id: { $in: ids }, name: { $exists: true } }, { ...mongo.operationOptions, hint: '_id_' })
      .sort({ movedAt: -1, _id: -1 })
      .limit(MAX_LISTED_GROUPS)
      .toArray()
    return toGroups(mongo, rows)
  },

  async findMutualFollowers(memberId, ids) {
    const follows = getEdgeCollection(mongo, 'follows')
    const edgeIds = ids.flatMap((id) => [toEdgeId(memberId, id), toEdgeId(id, memberId)])
    const edges = await follows
      .find(
        { _id: { $in: edgeIds }, active: true },
        { ...mongo.operationOptions, hint: '_id_', projection: { _id: 1 } },
      )
      .toArray()
    const active = new Set(edges.map(({ _id }) => _id))
    return new Set(ids.filter((id) => active.has(toEdgeId(memberId, id)) && active.has(toEdgeId(id, memberId))))
  },

  findBlocks: (memberIds, otherIds) => findBlocks(mongo, memberIds, otherIds),

  async listMessages(groupId, { afterSeq, beforeSeq, exceptSenderIds, limit }) {
    const rows = await getMessageCollection(mongo)
      .find(
        { conversationId: groupId, seq: { $gt: afterSeq, $lt: beforeSeq }, senderId: { $nin: [...exceptSenderIds] } },
        { ...mongo.operationOptions, hint: 'by_place', projection: { _id: 1 } },
      )
      .sort({ seq: -1 })
      .limit(limit)
      .toArray()
    return readByRows(mongo, rows)
  },

  async listChangedMessages(groupId, { afterSeq, sinceRev, limit }) {
    const rows = await getMessageCollection(mongo)
      .find(
        { conversationId: groupId, rev: { $gt: sinceRev }, seq: { $gt: afterSeq } },
        { ...mongo.operationOptions, hint: 'by_rev', projection: { _id: 1 } },
      )
      .sort({ rev: 1 })
      .limit(limit)
      .toArray()
    return readByRows(mongo, rows)
  },

  async listNewestMessages(groupIds) {
    const rows = await getConversationCollection(mongo)
      .find(
        { _id: { $in: [...groupIds] } },
        { ...mongo.operationOptions, hint: '_id_', projection: { lastMessageId: 1 } },
      )
      .toArray()
    return readMessages(
      mongo,
      rows.flatMap(({ lastMessageId }) => lastMessageId ?? []),
    )
  },

  async deleteMessage(deletion) {
    const memberIds = await findMemberIdsOfMessage(mongo, deletion.messageId)
    return withConversationTransaction(mongo, memberIds, (tx) => deleteGroupMessageIn(tx, deletion))
  },
})

const readByRows = (mongo: MongoDatabase, rows: readonly { _id: string }[]) =>
  readMessages(
    mongo,
    rows.map(({ _id }) => _id),
  )

/** Returns the blocks between the members of two lists: see `GroupStore.findBlocks`. */
export async function findBlocks(mongo: MongoDatabase, memberIds: readonly string[], otherIds: readonly string[]) {
  const outgoing = await findMongoBlocks(mongo, memberIds, otherIds)
  return [...outgoing, ...(await findMongoBlocks(mongo, otherIds, memberIds))]
}

/** Returns groups with their members, in the order of their rows. */
async function toGroups(mongo: MongoDatabase, rows: readonly ConversationRow[]): Promise<Group[]> {
  const ids = rows.flatMap(({ _id, members }) => members.map((member) => toConversationMemberId(member, _id)))
  const sides = await getConversationMemberCollection(mongo)
    .find({ _id: { $in: ids } }, { ...mongo.operationOptions, hint: '_id_' })
    .toArray()
  const byGroup = Map.groupBy(sides, ({ conversationId }) => conversationId)
  return rows.map((row) => toGroup(row, byGroup.get(row._id) ?? []))
}

const toGroup = (row: ConversationRow, sides: readonly ConversationMemberRow[]): Group => ({
  _id: row._id,
  name: row.name ?? '',
  seq: row.seq,
  rev: row.rev,
  createdAt: row.createdAt,
  movedAt: row.movedAt,
  members: sides
    .map(({ member, role, joinedAt = row.createdAt, fromSeq = 0, unread, ...side }) => ({
      ...(row.marks[member] ?? NO_CONVERSATION_MARKS),
      _id: member,
      role: (role === 'admin' ? 'admin' : 'member') as GroupRole,
      joinedAt,
      fromSeq,
      unread,
      settings: rowToMarks(side),
    }))
    .toSorted((one, other) => one.joinedAt.getTime() - other.joinedAt.getTime() || (one._id < other._id ? -1 : 1)),
  invitations: (row.invitations ?? []).map(({ member, invitedBy, fromSeq }) => ({ _id: member, invitedBy, fromSeq })),
})

async function findGroup(mongo: MongoDatabase, groupId: string): Promise<Group | undefined> {
  const row = await getConversationCollection(mongo).findOne(
    { _id: groupId, name: { $exists: true } },
    { ...mongo.operationOptions, hint: '_id_' },
  )
  return row ? (await toGroups(mongo, [row]))[0] : undefined
}

const toClientGroupKey = (creatorId: string, clientGroupId: string): string => `${creatorId} ${clientGroupId}`

async function findCreated(mongo: MongoDatabase, creatorId: string, clientGroupId: string) {
  const row = await getConversationCollection(mongo).findOne(
    { clientGroupKey: toClientGroupKey(creatorId, clientGroupId) },
    { ...mongo.operationOptions, projection: { _id: 1 } },
  )
  return row?._id
}

async function insertGroup(tx: MongoDatabase, group: NewGroup): Promise<string> {
  const { _id, name, clientGroupId, creator, invitedIds, noticeId, at, newId } = group
  const clientGroupKey = clientGroupId && toClientGroupKey(creator._id, clientGroupId)
  const conversations = getConversationCollection(tx)
  const firstId = clientGroupId && (await findCreated(tx, creator._id, clientGroupId))
  if (firstId) return firstId
  await createMongoMemberReadModel(tx).upsertActor(creator)
  await insertConversation(tx, {
    _id,
    kind: 'group',
    members: [{ _id: creator._id, role: 'admin' }],
    createdAt: at,
  })
  const invitations = invitedIds.map((member) => ({ member, invitedBy: creator._id, invitedAt: at, fromSeq: 0 }))
  const fields = { name, invitations, ...(clientGroupKey && { clientGroupKey }) }
  await conversations.updateOne({ _id }, { $set: fields }, tx.operationOptions)
  await getConversationMemberCollection(tx).updateOne(
    { _id: toConversationMemberId(creator._id, _id) },
    { $set: { joinedAt: at, fromSeq: 0 } },
    tx.operationOptions,
  )
  const before: Group = { _id, name, seq: 0, rev: 0, createdAt: at, movedAt: at, members: [], invitations: [] }
  const conversation = { _id, seq: 0, rev: 0, movedAt: at, members: [{ _id: creator._id }] }
  const plan: GroupPlan = { notices: [{ event: 'created' }] }
  const { changed, notices } = applyGroupPlan(conversation, plan, { before, unread: 0, at, newId: () => noticeId })
  await writeChanged(tx, changed, creator._id)
  await insertNotices(tx, _id, creator._id, notices)
  const invited = invitations.map(({ member, ...invitation }) => ({ ...invitation, _id: member }))
  const events = createGroupEvents(group, creator, { invited }, { changed, at, newId })
  await runMongoWrites(tx, toMongoOutboxWrites(tx, events))
  return _id
}

/** Writes a changed conversation and the counters of its members. `memberId` is one of them. Returns their unread totals. */
async function writeChanged(tx: MongoDatabase, changed: ChangedConversation, memberId: string) {
  const found = await findConversation(tx, memberId, { conversationId: changed._id })
  if (!found) throw new Error('The conversation of the group does not exist')
  const { writes, totals } = toConversationWrites(tx, found, changed)
  await runMongoWrites(tx, writes)
  return totals
}

/** Changes a group in the transaction `tx`: see `GroupStore.change`. */
export async function changeGroupIn(tx: MongoDatabase, request: GroupChangeRequest): Promise<ChangedGroup> {
  const { groupId, by, change, at, newId } = request
  const before = await findGroup(tx, groupId)
  if (!before) throw new DomainError('not_found')
  const plan = planGroupChange(before, by._id, change)
  if (!plan) return { before, plan, totals: new Map() }
  if (plan.joined) {
    await createMongoMemberReadModel(tx).upsertActor(by)
    await insertMember(tx, before, plan.joined, at)
  }
  const unread = plan.joined ? await countUnread(tx, groupId, plan.joined) : 0
  const conversation = toLockedConversation(before, plan.joined)
  const { changed, notices } = applyGroupPlan(conversation, plan, { before, unread, at, newId })
  const totals = await writeChanged(tx, changed, before.members[0]?._id ?? '')
  await insertNotices(tx, groupId, by._id, notices)
  await writePlan(tx, before, plan, at)
  const events = createGroupEvents(before, by, plan, { changed, at, newId })
  if (events.length > 0) await runMongoWrites(tx, toMongoOutboxWrites(tx, events))
  return { before, plan, totals }
}

async function insertMember(
  tx: MongoDatabase,
  group: Group,
  { _id: member, fromSeq }: { _id: string; fromSeq: number },
  at: Date,
): Promise<void> {
  const marks = { readUpTo: fromSeq, deliveredUpTo: fromSeq }
  await getConversationCollection(tx).updateOne(
    { _id: group._id },
    { $push: { members: member }, $set: { [`marks.${member}`]: marks } },
    tx.operationOptions,
  )
  await getConversationMemberCollection(tx).insertOne(
    {
      _id: toConversationMemberId(member, group._id),
      conversationId: group._id,
      member,
      other: null,
      role: 'member',
      joinedAt: at,
      fromSeq,
      unread: 0,
      moves: 0,
      movedAt: group.movedAt,
    },
    tx.operationOptions,
  )
}

/** Counts the messages since the invitation that the new member sees. */
async function countUnread(tx: MongoDatabase, groupId: string, { _id, fromSeq }: { _id: string; fromSeq: number }) {
  const rows = await getMessageCollection(tx)
    .find(
      {
        conversationId: groupId,
        seq: { $gt: fromSeq },
        senderId: { $ne: _id },
        deletedAt: null,
        messageType: { $ne: 'system' },
      },
      { ...tx.operationOptions, hint: 'by_place', projection: { senderId: 1 } },
    )
    .toArray()
  const senderIds = [...new Set(rows.map(({ senderId }) => senderId))]
  const blocks = await findBlocks(tx, [_id], senderIds)
  const hiddenIds = new Set(blocks.flatMap(({ from, to }) => [from, to]))
  return rows.filter(({ senderId }) => !hiddenIds.has(senderId)).length
}

async function insertNotices(
  tx: MongoDatabase,
  groupId: string,
  senderId: string,
  notices: readonly PlannedNotice[],
): Promise<void> {
  if (notices.length === 0) return
  await getMessageCollection(tx).insertMany(
    notices.map((notice) => toNoticeRow(groupId, senderId, notice)),
    tx.operationOptions,
  )
}

const toNoticeRow = (
  groupId: string,
  senderId: string,
  { _id, seq, rev, createdAt, notice }: PlannedNotice,
): MessageRow => ({
  _id,
  conversationId: groupId,
  seq,
  rev,
  senderId,
  recipientId: null,
  clientMessageId: null,
  fingerprint: '',
  content: '',
  ...toSearchFields(''),
  messageType: 'system',
  system: notice,
  picture: null,
  pictures: [],
  pictureCount: 0,
  replyTo: null,
  threadId: null,
  threadCount: 0,
  threadLastSeq: 0,
  reactions: [],
  createdAt,
  editedAt: null,
  deletedAt: null,
})

async function writePlan(
  tx: MongoDatabase,
  { _id, members }: Group,
  { isDeleted, name, invited = [], uninvited, left, roles = [] }: GroupPlan,
  at: Date,
): Promise<void> {
  const { operationOptions } = tx
  if (isDeleted) return deleteGroup(tx, _id)
  const conversations = getConversationCollection(tx)
  if (name !== undefined) await conversations.updateOne({ _id }, { $set: { name } }, operationOptions)
  if (uninvited) {
    const update = { $pull: { invitations: { member: uninvited } } }
    await conversations.updateOne({ _id }, update, operationOptions)
  }
  if (invited.length > 0) {
    const rows = invited.map(({ _id: member, invitedBy, fromSeq }) => ({ member, invitedBy, invitedAt: at, fromSeq }))
    await conversations.updateOne({ _id }, { $push: { invitations: { $each: rows } } }, operationOptions)
  }
  if (left) {
    const memberIds = members.map((member) => member._id).filter((id) => id !== left)
    const update = {
      $set: { members: memberIds },
      $unset: { [`marks.${left}`]: true as const, [`cleared.${left}`]: true as const },
    }
    await conversations.updateOne({ _id }, update, operationOptions)
    await getConversationMemberCollection(tx).deleteOne({ _id: toConversationMemberId(left, _id) }, operationOptions)
  }
  for (const { _id: member, role } of roles)
    await getConversationMemberCollection(tx).updateOne(
      { _id: toConversationMemberId(member, _id) },
      { $set: { role } },
      operationOptions,
    )
}

/** Deletes a group without members, with its messages. */
async function deleteGroup(tx: MongoDatabase, _id: string): Promise<void> {
  const { operationOptions } = tx
  const messages = getMessageCollection(tx)
  const rows = await messages
    .find({ conversationId: _id }, { ...operationOptions, hint: 'by_place', projection: { _id: 1 } })
    .toArray()
  await getMessageEditCollection(tx).deleteMany({ messageId: { $in: rows.map((row) => row._id) } }, operationOptions)
  await messages.deleteMany({ conversationId: _id }, operationOptions)
  await getConversationMemberCollection(tx).deleteMany({ _id: { $in: await findSideIds(tx, _id) } }, operationOptions)
  await getConversationCollection(tx).deleteOne({ _id }, operationOptions)
}

async function findSideIds(tx: MongoDatabase, _id: string): Promise<string[]> {
  const row = await getConversationCollection(tx).findOne({ _id }, tx.operationOptions)
  return (row?.members ?? []).map((member) => toConversationMemberId(member, _id))
}

async function findMemberIdsOfMessage(mongo: MongoDatabase, messageId: string): Promise<readonly string[]> {
  const message = await getMessageCollection(mongo).findOne({ _id: messageId }, mongo.operationOptions)
  if (!message || message.recipientId !== null || message.messageType === 'system')
    throw new DomainError('message_not_found')
  const row = await getConversationCollection(mongo).findOne({ _id: message.conversationId }, mongo.operationOptions)
  return row?.members ?? []
}

/** Deletes a message of a group in the transaction `tx`: see `GroupStore.deleteMessage`. */
export async function deleteGroupMessageIn(tx: MongoDatabase, deletion: MessageChange): Promise<DeletedGroupMessage> {
  const { messageId, by } = deletion
  const message = await readMessage(tx, messageId)
  const group = await findGroup(tx, message.conversationId)
  const [memberId] = group?.members.map(({ _id }) => _id) ?? []
  if (!group || !memberId || message.system) throw new DomainError('message_not_found')
  const memberIds = group.members.map(({ _id }) => _id)
  const blocks = await findBlocks(tx, [by._id], memberIds)
  const hiddenIds = blocks.flatMap(({ from, to }) => [from, to]).filter((id) => id !== by._id)
  const changed = planGroupMessageDeletion(group, message, by, hiddenIds)
  if (!changed) return { message, group, isChanged: false, totals: new Map() }
  const totals = await writeChanged(tx, changed, memberId)
  await runMongoWrites(tx, toMongoOutboxWrites(tx, [createGroupMessageDeletedEvent(group, deletion, changed)]))
  await MONGO_MESSAGE_DELETION.write(tx, deletion, { message, plan: {}, rev: changed.rev })
  return { message: await readMessage(tx, messageId), group, isChanged: true, totals }
}
