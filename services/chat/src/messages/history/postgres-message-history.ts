import type { Queryable } from '@meadow/storage'
import { readConversationState } from '../../conversations/postgres-conversation-state.ts'
import type { MessagesTable } from '../../schema.ts'
import { readMessages } from '../postgres-read-messages.ts'
import type { MessageHistory } from './message-history.ts'
import {
  CHANGES_PAGE_SIZE,
  EMPTY_CHANGES_PAGE,
  EMPTY_MESSAGE_PAGE,
  toChangesPage,
  toMessagePage,
  toSeqRange,
} from './message-window.ts'
import { findAnchorSeq } from './postgres-find-seq.ts'

/** Creates the message history on PostgreSQL. */
export const createPostgresMessageHistory = (db: Queryable): MessageHistory => ({
  async list(otherId, viewer, window) {
    const conversation = await readConversationState(db, viewer._id, otherId)
    if (!conversation) return EMPTY_MESSAGE_PAGE
    const { _id } = conversation
    const range = toSeqRange(window, await findAnchorSeq(db, _id, window), conversation)
    const { rows } = await db.query<Pick<MessagesTable, 'id'>>({
      name: 'messages-in-range',
      text: 'select id from messages where conversation_id = $1 and seq between $2 and $3 order by seq',
      values: [_id, range.first, range.last],
    })
    const ids = rows.map(({ id }) => id)
    return toMessagePage(await readMessages(db, ids), range, conversation)
  },

  async listChanges(otherId, viewer, sinceRev) {
    const conversation = await readConversationState(db, viewer._id, otherId)
    if (!conversation) return EMPTY_CHANGES_PAGE
    const { rows } = await db.query<Pick<MessagesTable, 'id' | 'rev'>>({
      name: 'messages-changed',
      text: `select id, rev from (
               select id, rev from messages where conversation_id = $1 and rev > $2
               union all
               select shown.id, hidden.rev from hidden_messages hidden cross join lateral (
                 select hidden.message_id as id
                 union all
                 select id from messages where conversation_id = $1 and reply_to = hidden.message_id
               ) shown
               where hidden.conversation_id = $1 and hidden.member_id = $3 and hidden.rev > $2
             ) changed
             order by rev fetch first ${CHANGES_PAGE_SIZE} rows with ties`,
      values: [conversation._id, sinceRev, viewer._id],
    })
    const ids = [...new Set(rows.map(({ id }) => id))]
    const revs = rows.map(({ rev }) => rev)
    return toChangesPage(await readMessages(db, ids), revs, conversation)
  },
})
