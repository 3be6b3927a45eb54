/** Returns SQL that is true if the message in the table `m` is shown to a member, as `isHiddenFrom` decides. */
export const shownMessageSql = (m: string, memberId: string): string => `(
  (${m}.expires_at is null or ${m}.expires_at > now())
  and not exists (select from hidden_messages h where h.message_id = ${m}.id and h.member_id = ${memberId}))`

/** Returns SQL for the ids of the members who have deleted the message in the table `m` for themselves. */
export const hiddenFromSql = (m: string): string =>
  `array(select member_id from hidden_messages where message_id = ${m}.id)`
