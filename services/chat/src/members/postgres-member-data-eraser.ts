import type { ErasedCounts, MemberDataEraser } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import { changeGroupIn, deleteGroupMessageIn } from '../groups/postgres-group-store.ts'
import { POSTGRES_MESSAGE_DELETION } from '../messages/delete/postgres-delete-message.ts'
import { changeMessageIn } from '../messages/postgres-change-message.ts'
import type { ConversationsTable, MessagesTable } from '../schema.ts'

/** Messages of one transaction. Each locks its conversation, so that the other member waits for a few of them at most. */
const MAX_MESSAGES = 20

/** Groups that the member leaves in one transaction, of which each locks its conversation. */
const MAX_GROUPS = 5

const GROUPS_OF_MEMBER = `
  select mine.conversation_id from (
    select conversation_id from conversation_members where member_id = $1 and other_id is null
    union select conversation_id from group_invitations where member_id = $1
  ) mine join groups g on g.conversation_id = mine.conversation_id order by mine.conversation_id limit $2`

/**
 * Creates the eraser of what chat has of a member, in the transaction `tx`: the content of messages that the member sent, unless it
 * stays with the receivers, memberships of groups and invitations to them, reactions, plays of recordings, stars, what they deleted for
 * themselves, drafts, read marks, and what they have set for conversations. Conversations remain for the other members, without the
 * name; so do their system lines, which have no words of the member.
 */
export const createPostgresMemberDataEraser = (tx: Queryable): MemberDataEraser => ({
  async eraseBatch({ memberId, keepsMessages }, { limit, at, newId }) {
    const by = { _id: memberId, username: '', fullName: '', avatar: '', profileVersion: 0 }
    if (!keepsMessages) {
      const { rows } = await tx.query<Pick<MessagesTable, 'id'> & Pick<ConversationsTable, 'kind'>>(
        `select m.id, c.kind from messages m join conversations c on c.id = m.conversation_id
         where m.sender_id = $1 and m.deleted_at is null and m.message_type <> 'system' order by m.conversation_id limit $2`,
        [memberId, MAX_MESSAGES],
      )
      for (const { id: messageId, kind } of rows) {
        const deletion = { messageId, by, at, eventId: newId(at) }
        if (kind === 'direct') await changeMessageIn(tx, deletion, POSTGRES_MESSAGE_DELETION)
        else await deleteGroupMessageIn(tx, deletion)
      }
      if (rows.length > 0) return { messages: rows.length }
    }
    const { rows: groups } = await tx.query<{ conversation_id: string }>(GROUPS_OF_MEMBER, [memberId, MAX_GROUPS])
    for (const { conversation_id: groupId } of groups)
      await changeGroupIn(tx, { groupId, by, change: { kind: 'remove', memberId }, at, newId })
    if (groups.length > 0) return { groups: groups.length }
    const counts: ErasedCounts = {}
    for (const [name, statement] of Object.entries(STATEMENTS)) {
      const { rowCount } = await tx.query(statement, [memberId, limit])
      counts[name] = rowCount ?? 0
    }
    return counts
  },
})

const STATEMENTS = {
  reactions: `delete from reactions where (message_id, member_id, emoji) in (
    select message_id, member_id, emoji from reactions where member_id = $1 limit $2)`,
  voicePlays: `delete from voice_plays where (message_id, member_id) in (
    select message_id, member_id from voice_plays where member_id = $1 limit $2)`,
  hiddenMessages: `delete from hidden_messages where (message_id, member_id) in (
    select message_id, member_id from hidden_messages where member_id = $1 limit $2)`,
  messageStars: `delete from message_stars where (message_id, member_id) in (
    select message_id, member_id from message_stars where member_id = $1 limit $2)`,
  readMarks: `with marks as (delete from thread_markers where member_id = $1), own as (select $2::integer), settings as (
      update conversation_members set muted_until = null, pinned_at = null, archived_seq = null, is_unread = false,
        cleared_up_to = 0,
        request = case when request = 'declined' then 'received' else request end
      where member_id = $1 and (muted_until is not null or pinned_at is not null or archived_seq is not null or is_unread
        or cleared_up_to > 0
        or request = 'declined')
    )
    delete from unread_totals where member_id = $1`,
  messageDrafts: 'with own as (select $2::integer) delete from message_drafts where member_id = $1',
}
