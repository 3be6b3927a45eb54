import type { MongoDatabase } from '@meadow/storage'
import { getOtherOfPair, type NewConversation } from '../conversation.ts'
import {
  type ConversationRow,
  getConversationCollection,
  getConversationMemberCollection,
  NO_CONVERSATION_MARKS,
  toConversationMemberId,
  toPairKey,
} from '../mongo-conversation-rows.ts'

/**
 * Inserts a conversation with its members. If two transactions insert one of the same pair at the same time, one of them is
 * retried and finds it.
 */
export async function insertConversation(
  tx: MongoDatabase,
  { _id, kind, pair, members, createdAt }: NewConversation,
): Promise<ConversationRow> {
  const requests = members.flatMap(({ _id: member, request }) => (request ? [[member, request] as const] : []))
  const row: ConversationRow = {
    _id,
    kind,
    pair: pair ? toPairKey(...pair) : _id,
    members: members.map((member) => member._id),
    seq: 0,
    rev: 0,
    lastMessageId: null,
    createdAt,
    movedAt: createdAt,
    marks: Object.fromEntries(members.map((member) => [member._id, NO_CONVERSATION_MARKS])),
    ...(requests.length > 0 && { requests: Object.fromEntries(requests) }),
  }
  await getConversationCollection(tx).insertOne(row, tx.operationOptions)
  const sides = members.map(({ _id: member, role, request }) => {
    const other = getOtherOfPair(pair, member)
    return {
      _id: toConversationMemberId(member, other ?? _id),
      conversationId: _id,
      member,
      other,
      role,
      unread: 0,
      moves: 0,
      movedAt: createdAt,
      ...(request && { request }),
    }
  })
  await getConversationMemberCollection(tx).insertMany(sides, tx.operationOptions)
  return row
}
