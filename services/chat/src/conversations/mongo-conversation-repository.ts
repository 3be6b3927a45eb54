import { MAX_COUNTED_REQUESTS } from '@meadow/contracts/limits'
import { createMongoMemberReadModel, findVisibleMembers, toMemberView } from '@meadow/members'
import { DomainError, type KeysetKey } from '@meadow/service'
import { type MongoDatabase, readFilteredWindow, runMongoOperations } from '@meadow/storage'
import { matchesName } from '../members/name-filter.ts'
import type { RequestState } from './conversation.ts'
import {
  type Conversation,
  type ConversationFilter,
  type ConversationRepository,
  toEmptyConversation,
} from './conversation-repository.ts'
import { isArchivedAt, toMarksView } from './marks/conversation-marks.ts'
import { rowToMarks } from './marks/mongo-muted-sides.ts'
import {
  type ConversationMemberRow,
  getConversationCollection,
  getConversationMemberCollection,
  getUnreadTotalCollection,
  IS_SET,
  toConversationMemberId,
  toPairKey,
} from './mongo-conversation-rows.ts'
import { readConversations } from './mongo-read-conversations.ts'
import { readMongoContact } from './mongo-relationship.ts'

export const createMongoConversationRepository = (mongo: MongoDatabase): ConversationRepository => ({
  list(viewer, window, { q, unread, among, isArchived, isPinned, isMarkedUnread, isRequest }) {
    const owner = among
      ? { _id: { $in: among.map((other) => toConversationMemberId(viewer._id, other)) } }
      : { member: viewer._id }
    const filter = {
      ...owner,
      ...(isRequest ? { request: 'received' as const } : NO_RECEIVED_REQUEST),
      ...(unread && { unread: { $gt: 0 } }),
      ...(isPinned !== undefined && { pinnedAt: isPinned ? IS_SET.pinnedAt : null }),
      ...(isMarkedUnread && { isUnread: true, unread: 0 }),
      ...(isArchived && { archivedSeq: IS_SET.archivedSeq }),
    }
    const hint = getListIndex({ among, unread, isPinned, isMarkedUnread, isArchived, isRequest })
    return readFilteredWindow(window, {
      async readRows(after, limit) {
        const options = { ...mongo.operationOptions, hint, projection: { conversationId: 1, movedAt: 1 } }
        const rows = await getConversationMemberCollection(mongo)
          .find({ ...filter, ...toKeysetFilter(after) }, options)
          .sort({ movedAt: -1, conversationId: -1 })
          .limit(limit)
          .toArray()
        return rows.map(toKeysetKey)
      },
      async filterRows(keys) {
        const ids = keys.map(({ _id }) => _id)
        const conversations = await readConversations(mongo, viewer, ids)
        return keys.flatMap((key) => {
          const conversation = conversations.get(key._id)
          if (!conversation || !matchesName(conversation.user, q)) return []
          if (isRequest && !conversation.canSend) return [] // across a block, or gone
          return isArchived === undefined || conversation.marks.archived === isArchived
            ? [{ ...key, conversation }]
            : []
        })
      },
    })
  },

  async countArchived(viewer) {
    const rows = await getConversationMemberCollection(mongo)
      .find(
        { member: viewer._id, other: { $ne: null }, archivedSeq: IS_SET.archivedSeq, ...NO_RECEIVED_REQUEST },
        {
          ...mongo.operationOptions,
          hint: 'archived',
          projection: { conversationId: 1, archivedSeq: 1, mutedUntil: 1 },
        },
      )
      .toArray()
    const found = await getConversationCollection(mongo)
      .find(
        { _id: { $in: rows.map(({ conversationId }) => conversationId) } },
        { ...mongo.operationOptions, projection: { seq: 1 } },
      )
      .toArray()
    const seqs = new Map(found.map(({ _id, seq }) => [_id, seq]))
    const isArchived = (row: ConversationMemberRow) =>
      isArchivedAt(rowToMarks(row), seqs.get(row.conversationId) ?? 0, new Date())
    return rows.filter(isArchived).length
  },

  async countRequests(viewer) {
    let count = 0
    for (let skip = 0; count < MAX_COUNTED_REQUESTS; skip += MAX_COUNTED_REQUESTS) {
      const rows = await getConversationMemberCollection(mongo)
        .find(
          { member: viewer._id, request: 'received' },
          { ...mongo.operationOptions, hint: 'requests', projection: { other: 1 } },
        )
        .sort({ movedAt: -1, conversationId: -1 })
        .skip(skip)
        .limit(MAX_COUNTED_REQUESTS)
        .toArray()
      const ids = rows.flatMap(({ other }) => other ?? [])
      count += (await findVisibleMembers(mongo, viewer, ids)).size
      if (rows.length < MAX_COUNTED_REQUESTS) break
    }
    return Math.min(count, MAX_COUNTED_REQUESTS)
  },

  async find(otherId, viewer) {
    const filter = { pair: toPairKey(viewer._id, otherId) }
    const options = { ...mongo.operationOptions, projection: { _id: 1 } }
    const row = await getConversationCollection(mongo).findOne(filter, options)
    const conversation = row && (await readConversations(mongo, viewer, [row._id])).get(row._id)
    return conversation ?? findEmptyConversation(mongo, otherId, viewer)
  },

  async isOpen(otherId, viewer) {
    const filter = { _id: toConversationMemberId(viewer._id, otherId) }
    const options = { ...mongo.operationOptions, projection: { request: 1 } }
    const [row, visible] = await runMongoOperations(mongo, [
      () => getConversationMemberCollection(mongo).findOne(filter, options),
      () => findVisibleMembers(mongo, viewer, [otherId]),
    ])
    return row !== null && row.request === undefined && visible.size > 0
  },

  async isBegun(otherId, viewer) {
    const options = { ...mongo.operationOptions, projection: { _id: 1 } }
    const filter = { _id: toConversationMemberId(viewer._id, otherId) }
    return (await getConversationMemberCollection(mongo).findOne(filter, options)) !== null
  },

  async listPartnerIds(viewer) {
    const options = { ...mongo.operationOptions, hint: 'newest', projection: { _id: 0, other: 1 } }
    const rows = await getConversationMemberCollection(mongo)
      .find({ member: viewer._id, request: { $exists: false } }, options)
      .toArray()
    const ids = rows.flatMap(({ other }) => other ?? [])
    return [...(await findVisibleMembers(mongo, viewer, ids)).keys()]
  },

  async readChangeSeq(viewer) {
    const total = await getUnreadTotalCollection(mongo).findOne({ _id: viewer._id }, mongo.operationOptions)
    return total?.moves ?? 0
  },

  async listChanged(viewer, window, limit) {
    const moves = 'after' in window ? { $gt: window.after } : { $lte: window.upTo }
    const rows = await getConversationMemberCollection(mongo)
      .find(
        { member: viewer._id, moves, other: { $ne: null }, ...NO_RECEIVED_REQUEST },
        { ...mongo.operationOptions, hint: 'by_moves' },
      )
      .sort({ moves: 'after' in window ? 1 : -1 })
      .limit(limit + 1)
      .toArray()
    const ids = rows.map(({ conversationId }) => conversationId)
    const conversations = await getConversationCollection(mongo)
      .find({ _id: { $in: ids } }, { ...mongo.operationOptions, projection: { rev: 1, seq: 1 } })
      .toArray()
    const found = new Map(conversations.map((conversation) => [conversation._id, conversation]))
    return rows.flatMap((row) => {
      const { conversationId, other: userId, unread: unreadCount, moves: changeSeq } = row
      const { rev = 0, seq = 0 } = found.get(conversationId) ?? {}
      const marks = toMarksView(rowToMarks(row), seq, new Date())
      return userId === null ? [] : [{ userId, rev, unreadCount, marks, changeSeq }]
    })
  },
})

/** The condition that a conversation is no message request which its member has received. */
export const NO_RECEIVED_REQUEST: { request: { $nin: RequestState[] } } = {
  request: { $nin: ['received', 'declined'] },
}

/** Returns the index of a list: that of the rarest of its conditions. */
function getListIndex(filter: Omit<ConversationFilter, 'q'>): string {
  if (filter.among) return '_id_'
  if (filter.isRequest) return 'requests'
  if (filter.isPinned) return 'pinned'
  if (filter.isMarkedUnread) return 'marked_unread'
  if (filter.isArchived) return 'archived'
  return filter.unread ? 'unread' : 'newest'
}

const toKeysetKey = ({ conversationId, movedAt }: ConversationMemberRow): KeysetKey => ({
  _id: conversationId,
  createdAt: movedAt,
})

/** Returns the filter for the rows after a keyset key. */
const toKeysetFilter = (key: KeysetKey | undefined): object =>
  key
    ? {
        movedAt: { $lte: key.createdAt },
        $or: [{ movedAt: { $lt: key.createdAt } }, { conversationId: { $lt: key._id } }],
      }
    : {}

/** @throws member_not_found */
async function findEmptyConversation(
  mongo: MongoDatabase,
  otherId: string,
  viewer: { _id: string },
): Promise<Conversation> {
  const member = (await findVisibleMembers(mongo, viewer, [otherId])).get(otherId)
  if (!member) throw new DomainError('member_not_found')
  const followed = await createMongoMemberReadModel(mongo).findFollowed(viewer._id, [otherId])
  const contact = await readMongoContact(mongo, viewer._id, otherId)
  return toEmptyConversation(toMemberView(member, followed.size > 0), contact)
}
