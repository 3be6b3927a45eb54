/**
 * Returns SQL for the number of messages that are unread for a member behind a `seq` in a conversation, as far as they have not cleared them:
 * those of other members that are deleted neither for everyone nor for the member. The parameters are SQL.
 */
export const unreadCountSql = (conversationId: string, memberId: string, seq: string): string => `(
  select count(*) filter (where sender_id <> ${memberId} and deleted_at is null and message_type <> 'system'
    and not exists (select from hidden_messages where message_id = after.id and member_id = ${memberId}))::integer from (
    select id, sender_id, deleted_at, message_type from messages
    where conversation_id = ${conversationId} and seq > greatest(${seq}, (
      select cleared.cleared_up_to from conversation_members cleared
      where cleared.conversation_id = ${conversationId} and cleared.member_id = ${memberId}))
    order by seq offset 0
  ) after)`
