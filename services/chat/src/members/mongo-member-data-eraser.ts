import type { MemberDataEraser } from '@meadow/members'
import type { MongoDatabase } from '@meadow/storage'
import {
  getConversationCollection,
  getConversationMemberCollection,
  getUnreadTotalCollection,
} from '../conversations/mongo-conversation-rows.ts'
import { messageDraftsIn } from '../drafts/mongo-message-drafts.ts'
import { changeGroupIn, deleteGroupMessageIn } from '../groups/mongo-group-store.ts'
import { MONGO_MESSAGE_DELETION } from '../messages/delete/mongo-delete-message.ts'
import { changeMessageIn } from '../messages/mongo-change-message.ts'
import {
  getMessageCollection,
  HIDDEN_FROM_INDEX,
  PLAYED_BY_INDEX,
  STARRED_BY_INDEX,
} from '../messages/mongo-message-rows.ts'

/** Messages of one transaction, which conflicts with everything else that changes their conversations. */
const MAX_MESSAGES = 20

/** Groups that the member leaves in one transaction. */
const MAX_GROUPS = 5

/** Creates the eraser of what chat has of a member, in the transaction `tx`. It does what the one on PostgreSQL does. */
export const createMongoMemberDataEraser = (tx: MongoDatabase): MemberDataEraser => ({
  async eraseBatch({ memberId, keepsMessages }, { limit, at, newId }) {
    const by = { _id: memberId, username: '', fullName: '', avatar: '', profileVersion: 0 }
    const messages = getMessageCollection(tx)
    const options = tx.operationOptions
    if (!keepsMessages) {
      const found = await messages
        .find(
          { senderId: memberId, deletedAt: null, messageType: { $ne: 'system' } },
          { ...options, hint: 'of_sender', projection: { recipientId: 1 } },
        )
        .limit(MAX_MESSAGES)
        .toArray()
      for (const { _id: messageId, recipientId } of found) {
        const deletion = { messageId, by, at, eventId: newId(at) }
        if (recipientId) await changeMessageIn(tx, recipientId, deletion, MONGO_MESSAGE_DELETION)
        else await deleteGroupMessageIn(tx, deletion)
      }
      if (found.length > 0) return { messages: found.length }
    }
    const groupIds = await findGroupIds(tx, memberId)
    for (const groupId of groupIds)
      await changeGroupIn(tx, { groupId, by, change: { kind: 'remove', memberId }, at, newId })
    if (groupIds.length > 0) return { groups: groupIds.length }
    const own = getConversationMemberCollection(tx).find(
      { member: memberId },
      { ...options, projection: { conversationId: 1 } },
    )
    const conversationIds = (await own.toArray()).map(({ conversationId }) => conversationId)
    const reacted = await messages
      .find(
        { conversationId: { $in: conversationIds }, 'reactions.user': memberId },
        { ...options, hint: 'by_place', projection: { _id: 1 } },
      )
      .limit(limit)
      .toArray()
    const ids = reacted.map(({ _id }) => _id)
    await messages.updateMany({ _id: { $in: ids } }, { $pull: { reactions: { user: memberId } } }, options)
    const played = await messages
      .find({ 'plays.member': memberId }, { ...options, hint: PLAYED_BY_INDEX, projection: { _id: 1 } })
      .limit(limit)
      .toArray()
    const playedIds = played.map(({ _id }) => _id)
    await messages.updateMany({ _id: { $in: playedIds } }, { $pull: { plays: { member: memberId } } }, options)
    const hidden = await messages
      .find({ 'hidden.member': memberId }, { ...options, hint: HIDDEN_FROM_INDEX, projection: { _id: 1 } })
      .limit(limit)
      .toArray()
    const hiddenIds = hidden.map(({ _id }) => _id)
    await messages.updateMany({ _id: { $in: hiddenIds } }, { $pull: { hidden: { member: memberId } } }, options)
    const starred = await messages
      .find({ 'stars.member': memberId }, { ...options, hint: STARRED_BY_INDEX, projection: { _id: 1 } })
      .limit(limit)
      .toArray()
    const starredIds = starred.map(({ _id }) => _id)
    await messages.updateMany({ _id: { $in: starredIds } }, { $pull: { stars: { member: memberId } } }, options)
    await getConversationMemberCollection(tx).updateMany(
      { member: memberId },
      { $unset: { mutedUntil: true, pinnedAt: true, archivedSeq: true, isUnread: true, clearedUpTo: true } },
      options,
    )
    const cleared = `cleared.${memberId}`
    await getConversationCollection(tx).updateMany(
      { _id: { $in: conversationIds }, [cleared]: { $gt: 0 } },
      { $unset: { [cleared]: true } },
      options,
    )
    const request = `requests.${memberId}`
    await getConversationCollection(tx).updateMany(
      { _id: { $in: conversationIds }, [request]: 'declined' },
      { $set: { [request]: 'received' } },
      options,
    )
    await getConversationMemberCollection(tx).updateMany(
      { member: memberId, request: 'declined' },
      { $set: { request: 'received' } },
      options,
    )
    const totals = await getUnreadTotalCollection(tx).deleteOne({ _id: memberId }, options)
    const drafts = await messageDraftsIn(tx).deleteMany({ memberId }, options)
    return {
      reactions: ids.length,
      voicePlays: playedIds.length,
      hiddenMessages: hiddenIds.length,
      messageStars: starredIds.length,
      readMarks: totals.deletedCount,
      messageDrafts: drafts.deletedCount,
    }
  },
})

/** Finds some groups of which the member is one, or to which they are invited. */
async function findGroupIds(tx: MongoDatabase, memberId: string): Promise<string[]> {
  const options = { ...tx.operationOptions, projection: { _id: 1 } }
  const own = await getConversationMemberCollection(tx)
    .find(
      { member: memberId, other: null },
      { ...tx.operationOptions, hint: 'newest', projection: { conversationId: 1 } },
    )
    .toArray()
  const ids = own.map(({ conversationId }) => conversationId)
  const found = await getConversationCollection(tx)
    .find({ name: { $exists: true }, $or: [{ _id: { $in: ids } }, { 'invitations.member': memberId }] }, options)
    .limit(MAX_GROUPS)
    .toArray()
  return found.map(({ _id }) => _id)
}
