import type { Queryable } from '@meadow/storage'
import type { ConversationMembersTable, ConversationsTable } from '../schema.ts'
import type { ConversationState } from './conversation.ts'
import { assertVisibleMember } from './postgres-relationship.ts'

type ConversationStateRow = Pick<ConversationsTable, 'id' | 'seq' | 'rev'> &
  Pick<ConversationMembersTable, 'unread' | 'read_up_to' | 'delivered_up_to'> & {
    viewer_read_up_to: ConversationMembersTable['read_up_to']
    viewer_delivered_up_to: ConversationMembersTable['delivered_up_to']
    viewer_cleared_up_to: ConversationMembersTable['cleared_up_to']
  }

/**
 * Reads the conversation of two members. Returns undefined if there is none.
 * @throws member_not_found if there is none and the other member is not visible
 */
export async function readConversationState(
  db: Queryable,
  viewer: string,
  other: string,
): Promise<ConversationState | undefined> {
  const { rows } = await db.query<ConversationStateRow>({
    name: 'read-conversation-state',
    text: `select c.id, c.seq, c.rev, own.read_up_to as viewer_read_up_to,
             own.delivered_up_to as viewer_delivered_up_to, own.cleared_up_to as viewer_cleared_up_to, own.unread, partner.read_up_to, partner.delivered_up_to
           from conversation_members own join conversations c on c.id = own.conversation_id
           join conversation_members partner on partner.conversation_id = c.id and partner.member_id = own.other_id
           where own.member_id = $1 and own.other_id = $2`,
    values: [viewer, other],
  })
  const [row] = rows
  if (!row) {
    await assertVisibleMember(db, viewer, other)
    return undefined
  }
  return {
    _id: row.id,
    seq: row.seq,
    rev: row.rev,
    viewerReadUpTo: row.viewer_read_up_to,
    viewerDeliveredUpTo: row.viewer_delivered_up_to,
    unreadCount: row.unread,
    readUpTo: row.read_up_to,
    deliveredUpTo: row.delivered_up_to,
    viewerClearedUpTo: row.viewer_cleared_up_to,
  }
}
