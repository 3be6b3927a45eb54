import type { MessageContent } from '@meadow/contracts/parse-search'
import type { Queryable } from '@meadow/storage'
import type { ConversationState } from '../conversations/conversation.ts'
import { NO_RECEIVED_REQUEST_SQL } from '../conversations/postgres-conversation-repository.ts'
import { readConversationState } from '../conversations/postgres-conversation-state.ts'
import { shownMessageSql } from '../messages/hidden-message-sql.ts'
import { findSeqBefore } from '../messages/history/postgres-find-seq.ts'
import { readMessages } from '../messages/postgres-read-messages.ts'
import type { MessagesTable } from '../schema.ts'
import type { InboxSearch, InboxSearchWindow } from './inbox-search.ts'
import { EMPTY_SEARCH_PAGE, type MessageSearch, type MessageSearchQuery, toScannedAfter } from './message-search.ts'

/** Creates the message search on PostgreSQL: a time span becomes a range of `seq`, a text is found by its trigrams. */
export const createPostgresMessageSearch = (db: Queryable): MessageSearch => ({
  async search(otherId, viewer, query) {
    const conversation = await readConversationState(db, viewer._id, otherId)
    if (!conversation) return EMPTY_SEARCH_PAGE
    const { ids, nextBefore } = await findMatches(db, conversation, viewer, query)
    const messages = await readMessages(db, ids.toReversed())
    return { messages, hasMore: nextBefore !== null, nextBefore, rev: conversation.rev }
  },

  async searchInbox(viewer, search, window) {
    const messages = await readMessages(db, await findInInbox(db, viewer, search, window))
    return messages.map((message) => ({ _id: message._id, createdAt: message.createdAt, message }))
  },
})

/** Finds the messages that have a content. The conditions are those of partial indexes. */
const CONTENT_SQL: Record<Exclude<MessageContent, 'star'>, string> = {
  picture: `message_type = 'image'`,
  video: `message_type = 'video'`,
  voice: `message_type = 'voice'`,
  link: `jsonb_path_exists(facets, '$[*].url')`,
}

/** Returns the condition for messages that have a content. `starredBy` is the condition for the stars of the viewer. */
const toContentSql = (has: MessageContent, starredBy: () => string): string =>
  has === 'star' ? `id = any(array(select message_id from message_stars where ${starredBy()}))` : CONTENT_SQL[has]

/** Returns the ids of the matches, newest first, and the id before which the search continues. */
async function findMatches(
  db: Queryable,
  { _id: conversationId, seq, viewerClearedUpTo }: Pick<ConversationState, '_id' | 'seq' | 'viewerClearedUpTo'>,
  viewer: { _id: string },
  query: MessageSearchQuery,
): Promise<{ ids: string[]; nextBefore: string | null }> {
  const { text, from, has, start, end, before, limit } = query
  const [seqBeforeStart, beforeSeq, endSeq] = await Promise.all([
    start === undefined ? 0 : findSeqBefore(db, conversationId, start),
    findSeqBefore(db, conversationId, before),
    findSeqBefore(db, conversationId, end === undefined ? undefined : end + 1),
  ])
  const afterSeq = Math.max(seqBeforeStart, viewerClearedUpTo)
  const lastSeq = Math.min(beforeSeq, endSeq, seq)
  const scannedAfter = toScannedAfter(query, afterSeq, lastSeq)
  const values: unknown[] = [conversationId, scannedAfter, lastSeq]
  const param = (value: unknown) => `$${values.push(value)}`
  const conditions = [
    "conversation_id = $1 and seq > $2 and seq <= $3 and deleted_at is null and message_type <> 'system'",
    shownMessageSql('messages', param(viewer._id)),
    text !== '' && `found_by like '%' || pattern_of(${param(text)}) || '%'`,
    from && `sender_id = ${param(from)}`,
    has && toContentSql(has, () => `member_id = ${param(viewer._id)} and conversation_id = $1`),
  ]
  // Not a prepared statement: the best plan (trigram index or scan from the newest message) depends on the text.
  const { rows } = await db.query<Pick<MessagesTable, 'id'>>(
    `select id from messages where ${conditions.filter(Boolean).join(' and ')} order by seq desc limit ${limit + 1}`,
    values,
  )
  const ids = rows.slice(0, limit).map(({ id }) => id)
  if (rows.length > limit) return { ids, nextBefore: ids.at(-1) ?? null }
  return { ids, nextBefore: scannedAfter > afterSeq ? await findIdAfter(db, conversationId, scannedAfter) : null }
}

async function findIdAfter(db: Queryable, conversationId: string, seq: number): Promise<string | null> {
  const { rows } = await db.query<Pick<MessagesTable, 'id'>>({
    name: 'message-after-seq',
    text: 'select id from messages where conversation_id = $1 and seq > $2 order by seq limit 1',
    values: [conversationId, seq],
  })
  return rows[0]?.id ?? null
}

/** Returns the ids of the matches in all conversations, newest first, one more than the limit. */
async function findInInbox(
  db: Queryable,
  viewer: { _id: string },
  { required, excluded, senderId, before, since, has }: InboxSearch,
  { after, limit }: InboxSearchWindow,
): Promise<string[]> {
  const values: unknown[] = [viewer._id]
  const param = (value: unknown) => `$${values.push(value)}`
  const contains = (text: string) => `found_by like '%' || pattern_of(${param(text)}) || '%'`
  const conditions = [
    'deleted_at is null',
    `message_type <> 'system'`,
    shownMessageSql('messages', '$1'),
    ...required.map(contains),
    ...excluded.map((text) => `not ${contains(text)}`),
    senderId && `sender_id = ${param(senderId)}`,
    before && `created_at < ${param(before)}`,
    since && `created_at >= ${param(since)}`,
    has && toContentSql(has, () => 'member_id = $1'),
    after && `(created_at, id) < (${param(after.createdAt)}, ${param(after._id)})`,
  ]
  // Not a prepared statement: the best plan depends on the texts.
  const { rows } = await db.query<Pick<MessagesTable, 'id'>>(
    `select id from messages
     where conversation_id = any(array(
         select own.conversation_id from conversation_members own
         where own.member_id = $1 and own.other_id is not null and ${NO_RECEIVED_REQUEST_SQL}))
       and ${conditions.filter(Boolean).join(' and ')}
     order by created_at desc, id desc limit ${limit + 1}`,
    values,
  )
  return rows.map(({ id }) => id)
}
