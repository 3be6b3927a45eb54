import { type Query, toIds } from '../stores/postgres-store.ts'
import type { StoredChat } from './stored-chat.ts'

const UNREAD_SQL = 'select coalesce(sum(unread), 0)::integer as unread from conversation_members where member_id = $1'

const WRONG_UNREAD_COUNTS_SQL = `
  select m.member_id as id from conversation_members m where coalesce(m.request, 'sent') = 'sent' and m.unread <> (
    select count(*) from messages where conversation_id = m.conversation_id and sender_id = m.other_id
      and seq > m.read_up_to and deleted_at is null)`

const WRONG_SEQUENCES_SQL = `
  select id from conversations c where seq <> (select count(*) from messages where conversation_id = c.id)
    or rev < (select max(rev) from messages where conversation_id = c.id)`

export const createPostgresStoredChat = (query: Query): StoredChat => ({
  listMessageIds: async () => toIds(await query('select id from messages')),
  countUnread: async (member) => Number((await query(UNREAD_SQL, [member]))[0]?.['unread']),
  findWrongUnreadCounts: async () => toIds(await query(WRONG_UNREAD_COUNTS_SQL)),
  findWrongSequences: async () => toIds(await query(WRONG_SEQUENCES_SQL)),
})
