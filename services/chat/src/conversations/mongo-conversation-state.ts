import type { MongoDatabase } from '@meadow/storage'
import type { ConversationState } from './conversation.ts'
import {
  getClearedUpTo,
  getConversationCollection,
  getConversationMemberCollection,
  NO_CONVERSATION_MARKS,
  toConversationMemberId,
  toPairKey,
} from './mongo-conversation-rows.ts'
import { assertVisibleMember } from './mongo-relationship.ts'

/**
 * Reads the conversation of two members. Returns undefined if there is none.
 * @throws member_not_found if there is none and the other member is not visible
 */
export async function readConversationState(
  mongo: MongoDatabase,
  viewer: string,
  other: string,
): Promise<ConversationState | undefined> {
  const row = await getConversationCollection(mongo).findOne({ pair: toPairKey(viewer, other) }, mongo.operationOptions)
  if (!row) {
    await assertVisibleMember(mongo, viewer, other)
    return undefined
  }
  const { _id, seq, rev, marks } = row
  const side = await getConversationMemberCollection(mongo).findOne(
    { _id: toConversationMemberId(viewer, other) },
    { ...mongo.operationOptions, projection: { unread: 1 } },
  )
  const { readUpTo, deliveredUpTo } = marks[other] ?? NO_CONVERSATION_MARKS
  const { readUpTo: viewerReadUpTo, deliveredUpTo: viewerDeliveredUpTo } = marks[viewer] ?? NO_CONVERSATION_MARKS
  const unreadCount = side?.unread ?? 0
  return {
    _id,
    seq,
    rev,
    viewerReadUpTo,
    viewerDeliveredUpTo,
    unreadCount,
    readUpTo,
    deliveredUpTo,
    viewerClearedUpTo: getClearedUpTo(row, viewer),
  }
}
