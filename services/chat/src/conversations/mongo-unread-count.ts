import type { MongoDatabase } from '@meadow/storage'
import { getMessageCollection } from '../messages/mongo-message-rows.ts'
import { type ConversationRow, getClearedUpTo } from './mongo-conversation-rows.ts'

/** The conditions of messages that count as unread. */
const UNREAD_FILTER = { deletedAt: null, messageType: { $ne: 'system' as const } }

/**
 * Counts the messages that are unread for a member behind a `seq` in a conversation, as far as they have not cleared them: those of other
 * members that are deleted neither for everyone nor for the member.
 */
export async function countUnread(
  tx: MongoDatabase,
  conversation: Pick<ConversationRow, '_id' | 'seq' | 'cleared'>,
  memberId: string,
  seq: number,
): Promise<number> {
  const afterSeq = Math.max(seq, getClearedUpTo(conversation, memberId))
  if (afterSeq >= conversation.seq) return 0
  const filter = {
    conversationId: conversation._id,
    seq: { $gt: afterSeq },
    senderId: { $ne: memberId },
    ...UNREAD_FILTER,
    'hidden.member': { $ne: memberId },
  }
  return getMessageCollection(tx).countDocuments(filter, { ...tx.operationOptions, hint: 'by_place' })
}
