import type { BenchProduct } from '../product/open-product.ts'
import { ID_KINDS } from './seed-ids.ts'

const id = (kind: keyof typeof ID_KINDS, n: string) =>
  `('0000000${ID_KINDS[kind]}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/**
 * Replaces all conversations: the first members form pairs with `messages` messages in total, in turns. `content` is SQL for the
 * text of the message number `n`.
 */
export async function seedConversations(
  { query }: BenchProduct,
  pairs: number,
  messages: number,
  { content = `'Something'` } = {},
): Promise<void> {
  const at = (n: string) => `timestamptz '2026-01-01' + ${n} * interval '10 seconds'`
  const each = messages / pairs
  const last = `(${each - 1} * ${pairs}::bigint + n)`
  const low = id('member', '(n * 2)')
  const high = id('member', '(n * 2 + 1)')
  await query(
    'meadow_chat',
    `set session_replication_role = replica;
     set synchronous_commit = off;
     truncate conversations, conversation_members, messages, unread_totals cascade;
     update pg_index set indisready = false where indexrelid = to_regclass('messages_found_by');
     insert into conversations (id, low_id, high_id, seq, rev, last_message_id, created_at, moved_at)
     select ${id('conversation', 'n')}, ${low}, ${high}, ${each}, ${each}, ${id('message', last)}, ${at('n')}, ${at(last)}
     from generate_series(0, ${pairs - 1}::bigint) n;
     insert into conversation_members
       (conversation_id, member_id, other_id, read_up_to, delivered_up_to, unread, moves, moved_at)
     select ${id('conversation', 'n')}, member, other, ${each}, ${each}, 0, ${each}, ${at(last)}
     from generate_series(0, ${pairs - 1}::bigint) n,
       lateral (values (${low}, ${high}), (${high}, ${low})) as both_of (member, other);
     insert into unread_totals (member_id, messages, moves) select member_id, 0, moves from conversation_members;
     insert into messages (id, conversation_id, seq, rev, sender_id, fingerprint, content, message_type, created_at)
     select ${id('message', 'n')}, ${id('conversation', `(n % ${pairs})`)}, numbered.seq, numbered.seq,
       ${id('member', `(n % ${pairs} * 2 + numbered.seq % 2)`)}, '', ${content}, 'text', ${at('n')}
     from generate_series(0, ${messages - 1}::bigint) n, lateral (select (n / ${pairs})::integer + 1 as seq) numbered`,
  )
  await query('meadow_chat', 'reindex table messages') // building the search index in one go is much faster
  for (const table of ['conversations', 'conversation_members', 'messages', 'unread_totals'])
    await query('meadow_chat', `vacuum analyze ${table}`)
}
