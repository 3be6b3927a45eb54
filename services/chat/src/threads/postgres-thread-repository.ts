import { DomainError } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import { readConversation } from '../messages/postgres-message-repository.ts'
import { placeBefore } from '../messages/postgres-place.ts'
import { readMessage, readMessages } from '../messages/postgres-read-messages.ts'
import type { ThreadRepository } from './thread-repository.ts'

export const postgresThreads = (db: Queryable): ThreadRepository => ({
  async page(id, viewer, { limit, before }) {
    const { rootId, conversationId, rev } = await findThread(db, id, viewer)
    const { rows } = await db.query<{ id: string }>({
      name: 'thread-page',
      text: 'select id from messages where thread_id = $1 and seq <= $2 order by seq desc limit $3',
      values: [rootId, await placeBefore(db, conversationId, before), limit + 1],
    })
    const ids = rows.map(({ id }) => id)
    const messages = await readMessages(db, ids.slice(0, limit).toReversed())
    return { root: await readMessage(db, rootId), messages, hasMore: ids.length > limit, rev }
  },

  async read(id, viewer) {
    const { rootId } = await findThread(db, id, viewer)
    await db.query({
      name: 'read-thread',
      text: `insert into thread_markers as marker (thread_id, member_id, read_up_to)
             select $1, $2, coalesce(max(seq), 0) from messages where thread_id = $1
             on conflict (thread_id, member_id)
             do update set read_up_to = greatest(marker.read_up_to, excluded.read_up_to)`,
      values: [rootId, viewer._id],
    })
  },

  async list(otherId, viewer, { limit, beforeSeq }) {
    const conversation = await readConversation(db, viewer._id, otherId)
    if (!conversation) return []
    const { rows } = await db.query<{ id: string; last_seq: number; unread: number }>({
      name: 'list-threads',
      text: THREADS,
      values: [conversation.id, viewer._id, beforeSeq ?? null, limit + 1],
    })
    const roots = await readMessages(
      db,
      rows.map(({ id }) => id),
    )
    const byId = new Map(roots.map((root) => [root._id, root]))
    return rows.flatMap(({ id, last_seq: lastSeq, unread: unreadCount }) => {
      const root = byId.get(id)
      return root ? [{ root, lastSeq, unreadCount }] : []
    })
  },
})

/** The thread that a message begins, or is in. @throws message_not_found */
async function findThread(db: Queryable, id: string, { _id }: { _id: string }) {
  const { rows } = await db.query<{ rootId: string; conversationId: string; rev: number }>({
    name: 'find-thread',
    text: `select coalesce(m.thread_id, m.id) as "rootId", c.id as "conversationId", c.rev
           from messages m join conversations c on c.id = m.conversation_id
           where m.id = $1 and $2 in (c.low_id, c.high_id)`,
    values: [id, _id],
  })
  if (!rows[0]) throw new DomainError('message_not_found')
  return rows[0]
}

const THREADS = `
  with page as (
    select root.id, last.seq as last_seq
    from messages root cross join lateral (
      select seq from messages where thread_id = root.id and deleted_at is null order by seq desc limit 1
    ) last
    where root.conversation_id = $1 and root.thread_count > 0 and last.seq < coalesce($3, 2147483647)
    order by last.seq desc limit $4
  ), seen as (
    select page.*, greatest(
      (select read_up_to from thread_markers where thread_id = page.id and member_id = $2),
      (select max(seq) from messages where thread_id = page.id and sender_id = $2),
      0
    ) as up_to from page
  )
  select id, last_seq, (
    select count(*)::int from messages
    where thread_id = seen.id and seq > seen.up_to and sender_id <> $2 and deleted_at is null
  ) as unread
  from seen order by last_seq desc`
