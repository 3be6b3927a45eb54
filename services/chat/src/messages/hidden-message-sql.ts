/**
 * Returns SQL that is true if the message in the table `m` is shown to a member, as `isHiddenFrom` decides. A message that the member has
 * cleared is not.
 */
export const shownMessageSql = (m: string, memberId: string): string => `(
  (${m}.expires_at is null or ${m}.expires_at > now())
  and not exists (select from hidden_messages h where h.message_id = ${m}.id and h.member_id = ${memberId})
  and ${m}.seq > coalesce((
    select cleared.cleared_up_to from conversation_members cleared
    where cleared.conversation_id = ${m}.conversation_id and cleared.member_id = ${memberId}), 0))`

/** Returns SQL for the ids of the members who have deleted the message in the table `m` for themselves, or cleared it. */
export const hiddenFromSql = (m: string): string => `array(
  select member_id from hidden_messages where message_id = ${m}.id
  union all
  select cleared.member_id from conversation_members cleared
  where cleared.conversation_id = ${m}.conversation_id and cleared.cleared_up_to >= ${m}.seq)`
