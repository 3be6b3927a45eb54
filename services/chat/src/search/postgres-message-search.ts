import type { Queryable } from '@meadow/storage'
import { NO_RECEIVED_REQUEST_SQL } from '../conversations/postgres-conversation-repository.ts'
import { readConversationState } from '../conversations/postgres-conversation-state.ts'
import { shownMessageSql } from '../messages/hidden-message-sql.ts'
import { findSeqBefore } from '../messages/history/postgres-find-seq.ts'
import { readMessages } from '../messages/postgres-read-messages.ts'
import type { MessagesTable } from '../schema.ts'
import type { InboxSearch, InboxSearchWindow } from './inbox-search.ts'
import { EMPTY_SEARCH_PAGE, type MessageSearch, type MessageSearchQuery } from './message-search.ts'

/** Creates the message search on PostgreSQL: a time span becomes a range of `seq`, a text is found by its trigrams. */
export const createPostgresMessageSearch = (db: Queryable): MessageSearch => ({
  async search(otherId, viewer, query) {
    const conversation = await readConversationState(db, viewer._id, otherId)
    if (!conversation) return EMPTY_SEARCH_PAGE
    const ids = await findMatches(db, viewer, conversation._id, query)
    const messages = await readMessages(db, ids.slice(0, query.limit).toReversed())
    return { messages, hasMore: ids.length > query.limit, rev: conversation.rev }
  },

  async searchInbox(viewer, search, window) {
    const messages = await readMessages(db, await findInInbox(db, viewer, search, window))
    return messages.map((message) => ({ _id: message._id, createdAt: message.createdAt, message }))
  },
})

/** Returns the ids of the matches, newest first, one more than the limit. */
async function findMatches(
  db: Queryable,
  viewer: { _id: string },
  conversationId: string,
  { text, start, end, before, limit }: MessageSearchQuery,
): Promise<string[]> {
  const [afterSeq, lastSeq, endSeq] = await Promise.all([
    start === undefined ? 0 : findSeqBefore(db, conversationId, start),
    findSeqBefore(db, conversationId, before),
    findSeqBefore(db, conversationId, end === undefined ? undefined : end + 1),
  ])
  // Not a prepared statement: the best plan (trigram index or scan from the newest message) depends on the text.
  const { rows } = await db.query<Pick<MessagesTable, 'id'>>(
    `select id from messages
     where conversation_id = $1 and seq > $2 and seq <= $3 and deleted_at is null and message_type <> 'system' and ${shownMessageSql('messages', '$5')}
       ${text === '' ? '' : `and found_by like '%' || pattern_of($6) || '%'`}
     order by seq desc limit $4`,
    [conversationId, afterSeq, Math.min(lastSeq, endSeq), limit + 1, viewer._id, ...(text === '' ? [] : [text])],
  )
  return rows.map(({ id }) => id)
}

/** Returns the ids of the matches in all conversations, newest first, one more than the limit. */
async function findInInbox(
  db: Queryable,
  viewer: { _id: string },
  { required, excluded, senderId, before, since, messageType }: InboxSearch,
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
    messageType && `message_type = ${param(messageType)}`,
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
