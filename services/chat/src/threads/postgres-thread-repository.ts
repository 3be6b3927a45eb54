import { DomainError } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import { readConversationState } from '../conversations/postgres-conversation-state.ts'
import { shownMessageSql } from '../messages/hidden-message-sql.ts'
import { findSeqBefore } from '../messages/history/postgres-find-seq.ts'
import { readMessage, readMessages } from '../messages/postgres-read-messages.ts'
import type { ConversationsTable, MessagesTable } from '../schema.ts'
import type { ThreadRepository } from './thread-repository.ts'

export const createPostgresThreadRepository = (db: Queryable): ThreadRepository => ({
  async readPage(id, viewer, { limit, before }) {
    const { root_id, conversation_id, rev } = await findThread(db, id, viewer)
    const lastSeq = await findSeqBefore(db, conversation_id, before)
    const { rows } = await db.query<Pick<MessagesTable, 'id'>>({
      name: 'thread-page',
      text: 'select id from messages where thread_id = $1 and seq <= $2 order by seq desc limit $3',
      values: [root_id, lastSeq, limit + 1],
    })
    const ids = rows.map(({ id }) => id)
    const messages = await readMessages(db, ids.slice(0, limit).toReversed())
    return { root: await readMessage(db, root_id), messages, hasMore: ids.length > limit, rev }
  },

  async markRead(id, viewer) {
    const { root_id } = await findThread(db, id, viewer)
    await db.query({
      name: 'mark-thread-read',
      text: `insert into thread_markers as marker (thread_id, member_id, read_up_to)
             select $1, $2, coalesce(max(seq), 0) from messages where thread_id = $1 and ($3::uuid = $1 or id = $3)
             on conflict (thread_id, member_id)
             do update set read_up_to = greatest(marker.read_up_to, excluded.read_up_to)`,
      values: [root_id, viewer._id, id],
    })
  },

  async list(otherId, viewer, { limit, beforeSeq }) {
    const conversation = await readConversationState(db, viewer._id, otherId)
    if (!conversation) return []
    const { rows } = await db.query<Pick<MessagesTable, 'id'> & { last_seq: MessagesTable['seq']; unread: number }>({
      name: 'list-threads',
      text: LIST_THREADS,
      values: [
        conversation._id,
        viewer._id,
        beforeSeq ?? null,
        limit + 1,
        conversation.viewerReadUpTo,
        conversation.viewerClearedUpTo,
      ],
    })
    const ids = rows.map(({ id }) => id)
    const roots = await readMessages(db, ids)
    const rootById = new Map(roots.map((root) => [root._id, root]))
    return rows.flatMap(({ id, last_seq: lastSeq, unread: unreadCount }) => {
      const root = rootById.get(id)
      return root ? [{ root, lastSeq, unreadCount }] : []
    })
  },
})

type ThreadRow = { root_id: MessagesTable['id'] } & Pick<MessagesTable, 'conversation_id'> &
  Pick<ConversationsTable, 'rev'>

/** Returns the thread of a message, whether it is the root or below it. @throws message_not_found */
async function findThread(db: Queryable, id: string, viewer: { _id: string }): Promise<ThreadRow> {
  const { rows } = await db.query<ThreadRow>({
    name: 'find-thread',
    text: `select coalesce(m.thread_id, m.id) as root_id, m.conversation_id, c.rev
           from messages m join conversations c on c.id = m.conversation_id
           where m.id = $1 and $2 in (c.low_id, c.high_id)`,
    values: [id, viewer._id],
  })
  if (!rows[0]) throw new DomainError('message_not_found')
  return rows[0]
}

const LIST_THREADS = `
  with page as (
    select root.id, last.seq as last_seq
    from messages root cross join lateral (
      select seq from messages where thread_id = root.id and deleted_at is null order by seq desc limit 1
    ) last
    where root.conversation_id = $1 and root.thread_count > 0 and last.seq < coalesce($3, 2147483647) and last.seq > $6
    order by last.seq desc limit $4
  ), marked as (
    select page.*, greatest(
      (select read_up_to from thread_markers where thread_id = page.id and member_id = $2),
      (select max(seq) from messages where thread_id = page.id and sender_id = $2),
      $5
    ) as up_to from page
  )
  select id, last_seq, (
    select count(*)::int from messages
    where thread_id = marked.id and seq > marked.up_to and sender_id <> $2 and deleted_at is null
      and ${shownMessageSql('messages', '$2')}
  ) as unread
  from marked order by last_seq desc`
