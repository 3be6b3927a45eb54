import { idsOf, type Query } from '../stores/postgres-store.ts'
import type { KeptTalks } from './stored-chat.ts'

const UNREAD = 'select coalesce(sum(unread), 0)::integer as unread from conversation_members where member_id = $1'

const MISCOUNTED = `
  select m.member_id as id from conversation_members m where m.unread <> (
    select count(*) from messages where conversation_id = m.conversation_id and sender_id = m.other_id
      and seq > m.read_up_to and deleted_at is null)`

const MISPLACED = `
  select id from conversations c where seq <> (select count(*) from messages where conversation_id = c.id)
    or rev < (select max(rev) from messages where conversation_id = c.id)`

export const talksInPostgres = (query: Query): KeptTalks => ({
  messages: async () => idsOf(await query('select id from messages')),
  unreadOf: async (member) => Number((await query(UNREAD, [member]))[0]?.['unread']),
  miscounted: async () => idsOf(await query(MISCOUNTED)),
  misplaced: async () => idsOf(await query(MISPLACED)),
})
