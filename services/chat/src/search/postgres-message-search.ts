import type { Queryable } from '@meadow/storage'
import { readConversation } from '../messages/postgres-message-repository.ts'
import { placeBefore } from '../messages/postgres-place.ts'
import { readMessages } from '../messages/postgres-read-messages.ts'
import type { MessageSearch, Sought } from './message-search.ts'

/** Search in PostgreSQL: a time is a range of `seq`, words are found by trigrams. */
export const postgresMessageSearch = (db: Queryable): MessageSearch => ({
  async search(otherId, viewer, sought) {
    const conversation = await readConversation(db, viewer._id, otherId)
    if (!conversation) return { messages: [], hasMore: false, rev: 0 }
    const ids = await find(db, conversation.id, sought)
    const messages = await readMessages(db, ids.slice(0, sought.limit).toReversed())
    return { messages, hasMore: ids.length > sought.limit, rev: conversation.rev }
  },
})

/** The ids, newest first, one more than the limit. */
async function find(db: Queryable, conversationId: string, { text, start, end, before, limit }: Sought) {
  const [first, last, latest] = await Promise.all([
    start === undefined ? 0 : placeBefore(db, conversationId, start),
    placeBefore(db, conversationId, before),
    placeBefore(db, conversationId, end === undefined ? undefined : end + 1),
  ])
  // Not prepared: whether the index or a walk from the newest is faster depends on the words.
  const { rows } = await db.query<{ id: string }>(
    `select id from messages
     where conversation_id = $1 and seq > $2 and seq <= $3 and deleted_at is null
       ${text === '' ? '' : `and found_by like '%' || pattern_of($5) || '%'`}
     order by seq desc limit $4`,
    [conversationId, first, Math.min(last, latest), limit + 1, ...(text === '' ? [] : [text])],
  )
  return rows.map(({ id }) => id)
}
