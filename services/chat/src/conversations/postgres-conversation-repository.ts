import type { SystemLineView } from '@meadow/contracts'
import { MAX_COUNTED_REQUESTS } from '@meadow/contracts/limits'
import { MEMBER_VIEW_COLUMNS, type MemberViewRow, rowToMemberView, visibleMemberSql } from '@meadow/members'
import { DomainError } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import { nameFilterSql } from '../members/name-filter.ts'
import { shownMessageSql } from '../messages/hidden-message-sql.ts'
import { pictureCountSql } from '../messages/picture-count-sql.ts'
import type { ConversationMembersTable, ConversationsTable, MessagesTable, UnreadTotalsTable } from '../schema.ts'
import type { RequestState } from './conversation.ts'
import {
  type Conversation,
  type ConversationRepository,
  MAX_HIDDEN_LAST_MESSAGES,
  toEmptyConversation,
  toRequestView,
} from './conversation-repository.ts'
import { toMarksView } from './marks/conversation-marks.ts'
import { ARCHIVED_SQL, type MarksColumns, marksColumns, rowToMarks } from './marks/postgres-conversation-marks.ts'
import { type ContactRow, contactColumns, rowToContact } from './postgres-relationship.ts'

type ConversationRow = MemberViewRow &
  Pick<ConversationMembersTable, 'conversation_id' | 'moved_at' | 'unread' | 'read_up_to' | 'delivered_up_to'> &
  MarksColumns &
  Pick<ConversationsTable, 'rev' | 'seq' | 'disappear_after'> &
  Pick<MessagesTable, 'content' | 'created_at' | 'deleted_at' | 'expires_at' | 'sender_id'> & {
    system: SystemLineView | null
    is_hidden: boolean
    own_read_up_to: ConversationMembersTable['read_up_to']
    is_open: boolean
    is_blocked: boolean
    last_id: MessagesTable['id']
    last_seq: MessagesTable['seq']
    message_type: NonNullable<Conversation['lastMessage']>['messageType']
    picture_count: number
    request: RequestState | null
  }

/** The condition that a conversation is no message request which its member `own` has received. */
export const NO_RECEIVED_REQUEST_SQL = "coalesce(own.request, 'sent') = 'sent'"

type LastMessageColumn =
  | 'last_id'
  | 'last_seq'
  | 'content'
  | 'message_type'
  | 'created_at'
  | 'deleted_at'
  | 'sender_id'
  | 'system'
  | 'expires_at'
  | 'picture_count'

const LAST_MESSAGE_COLUMNS = `l.id as last_id, l.seq as last_seq, l.content, l.message_type, l.created_at, l.deleted_at,
  l.sender_id, l.system, l.expires_at, ${pictureCountSql('l')} as picture_count`

/** The newest messages that are shown to a member, of conversations whose newest message is not. */
const LAST_SHOWN_MESSAGES = `
  select hidden.conversation_id, ${LAST_MESSAGE_COLUMNS} from unnest($2::uuid[], $3::integer[]) hidden (conversation_id, seq)
  cross join lateral (
    select * from messages m
    where m.conversation_id = hidden.conversation_id and m.seq < hidden.seq
      and m.seq >= hidden.seq - ${MAX_HIDDEN_LAST_MESSAGES} and ${shownMessageSql('m', '$1')}
    order by m.seq desc limit 1
  ) l`

const CONVERSATIONS = `
  select ${MEMBER_VIEW_COLUMNS}, own.conversation_id, own.moved_at, own.unread, own.read_up_to as own_read_up_to, c.rev, c.seq, c.disappear_after,
    ${marksColumns('own')}, own.request,
    partner.read_up_to, partner.delivered_up_to, ${visibleMemberSql('$1', 'm.id')} as is_open,
    exists (select 1 from blocks b where b.from_id = $1 and b.to_id = m.id and b.active) as is_blocked,
    ${LAST_MESSAGE_COLUMNS}, not ${shownMessageSql('l', '$1')} as is_hidden
  from conversation_members own
  join conversations c on c.id = own.conversation_id
  join conversation_members partner on partner.conversation_id = c.id and partner.member_id = own.other_id
  join members m on m.id = own.other_id
  join messages l on l.id = c.last_message_id
  where own.member_id = $1`

export const createPostgresConversationRepository = (db: Queryable): ConversationRepository => ({
  async list(viewer, { limit, after, skip }, { q, unread, among, isArchived, isPinned, isMarkedUnread, isRequest }) {
    const values: unknown[] = [viewer._id]
    const param = (value: unknown) => `$${values.push(value)}`
    const text = [
      CONVERSATIONS,
      isRequest
        ? `and own.request = 'received' and ${visibleMemberSql('$1', 'm.id')}`
        : `and ${NO_RECEIVED_REQUEST_SQL}`,
      after && `and (own.moved_at, own.conversation_id) < (${param(after.createdAt)}, ${param(after._id)})`,
      q && `and ${nameFilterSql(param(q))}`,
      unread && 'and own.unread > 0',
      isArchived !== undefined && `and ${isArchived ? '' : 'not '}${ARCHIVED_SQL}`,
      isPinned !== undefined && `and own.pinned_at is ${isPinned ? 'not ' : ''}null`,
      isMarkedUnread && 'and own.is_unread and own.unread = 0',
      among && `and own.other_id = any(${param(among)}::uuid[])`,
      `order by own.moved_at desc, own.conversation_id desc limit ${limit + 1} offset ${skip}`,
    ]
    const { rows } = await db.query<ConversationRow>(text.filter(Boolean).join(' '), values)
    return (await withShownLastMessages(db, viewer, rows)).map((row) => ({
      _id: row.conversation_id,
      createdAt: row.moved_at,
      conversation: toConversation(row, viewer),
    }))
  },

  async countArchived(viewer) {
    const { rows } = await db.query<{ count: number }>({
      name: 'count-archived-conversations',
      text: `select count(*)::integer as count from conversation_members own join conversations c on c.id = own.conversation_id
             where own.member_id = $1 and own.other_id is not null and ${NO_RECEIVED_REQUEST_SQL} and ${ARCHIVED_SQL}`,
      values: [viewer._id],
    })
    return rows[0]?.count ?? 0
  },

  async countRequests(viewer) {
    const { rows } = await db.query<{ count: number }>({
      name: 'count-message-requests',
      text: `select count(*)::integer as count from (
               select from conversation_members
               where member_id = $1 and request = 'received' and ${visibleMemberSql('$1', 'other_id')}
               limit $2) counted`,
      values: [viewer._id, MAX_COUNTED_REQUESTS],
    })
    return rows[0]?.count ?? 0
  },

  async find(otherId, viewer) {
    const { rows } = await db.query<ConversationRow>({
      name: 'find-conversation',
      text: `${CONVERSATIONS} and own.other_id = $2`,
      values: [viewer._id, otherId],
    })
    const [row] = await withShownLastMessages(db, viewer, rows)
    return row ? toConversation(row, viewer) : findEmptyConversation(db, otherId, viewer)
  },

  async isOpen(otherId, viewer) {
    const { rowCount } = await db.query({
      name: 'is-open',
      text: `select from conversation_members
             where member_id = $1 and other_id = $2 and request is null and ${visibleMemberSql('$1', 'other_id')}`,
      values: [viewer._id, otherId],
    })
    return rowCount === 1
  },

  async isBegun(otherId, viewer) {
    const { rowCount } = await db.query({
      name: 'is-begun',
      text: 'select from conversation_members where member_id = $1 and other_id = $2',
      values: [viewer._id, otherId],
    })
    return rowCount === 1
  },

  async listPartnerIds(viewer) {
    const { rows } = await db.query<Pick<ConversationMembersTable, 'other_id'>>(
      `select other_id from conversation_members where member_id = $1 and request is null and ${visibleMemberSql('$1', 'other_id')}`,
      [viewer._id],
    )
    return rows.flatMap(({ other_id }) => other_id ?? [])
  },

  async readChangeSeq(viewer) {
    const { rows } = await db.query<Pick<UnreadTotalsTable, 'moves'>>(
      'select moves from unread_totals where member_id = $1',
      [viewer._id],
    )
    return Number(rows[0]?.moves ?? 0)
  },

  async listChanged(viewer, window, limit) {
    const [operator, order, changeSeq] = 'after' in window ? ['>', 'asc', window.after] : ['<=', 'desc', window.upTo]
    type ChangedRow = Pick<ConversationMembersTable, 'unread' | 'moves'> &
      MarksColumns &
      Pick<ConversationsTable, 'rev' | 'seq'> & { other_id: string }
    const { rows } = await db.query<ChangedRow>(
      `select own.other_id, own.unread, own.moves, c.rev, c.seq, ${marksColumns('own')}
       from conversation_members own join conversations c on c.id = own.conversation_id
       where own.member_id = $1 and own.other_id is not null and ${NO_RECEIVED_REQUEST_SQL}
         and own.moves ${operator} $2 order by own.moves ${order} limit ${limit + 1}`,
      [viewer._id, changeSeq],
    )
    return rows.map((row) => ({
      userId: row.other_id,
      rev: row.rev,
      unreadCount: row.unread,
      marks: toMarksView(rowToMarks(row), row.seq, new Date()),
      changeSeq: Number(row.moves),
    }))
  },
})

/** Replaces the last messages that are hidden from the viewer. A further query is made only if there are any, and the viewer has not cleared all. */
async function withShownLastMessages(
  db: Queryable,
  viewer: { _id: string },
  rows: ConversationRow[],
): Promise<ConversationRow[]> {
  const hidden = rows.filter((row) => row.is_hidden && row.last_seq > row.cleared_up_to)
  if (hidden.length === 0) return rows
  type ShownRow = Pick<ConversationRow, 'conversation_id' | LastMessageColumn>
  const { rows: shown } = await db.query<ShownRow>({
    name: 'last-shown-messages',
    text: LAST_SHOWN_MESSAGES,
    values: [viewer._id, hidden.map((row) => row.conversation_id), hidden.map((row) => row.last_seq)],
  })
  const byConversation = new Map(shown.map((row) => [row.conversation_id, row]))
  return rows.map((row) => {
    const last = row.is_hidden ? byConversation.get(row.conversation_id) : undefined
    return last ? { ...row, ...last, is_hidden: false } : row
  })
}

const toConversation = (row: ConversationRow, viewer: { _id: string }): Conversation => ({
  _id: row.member_id,
  user: rowToMemberView(row),
  lastMessage: {
    _id: row.last_id,
    seq: row.last_seq,
    content: row.content,
    messageType: row.message_type,
    pictureCount: row.picture_count,
    createdAt: row.created_at,
    deletedAt: row.deleted_at,
    isRead: row.last_seq <= (row.sender_id === viewer._id ? row.read_up_to : row.own_read_up_to),
    sender: row.sender_id,
    ...(row.system && { system: row.system }),
    ...(row.expires_at && { expiresAt: row.expires_at }),
    ...(row.is_hidden && { isHidden: true }),
  },
  unreadCount: row.unread,
  rev: row.rev,
  readUpTo: row.read_up_to,
  deliveredUpTo: row.delivered_up_to,
  canSend: row.is_open,
  hasPresence: row.is_open && row.request === null,
  isBlocked: row.is_blocked,
  marks: toMarksView(rowToMarks(row), row.seq, new Date()),
  disappearAfter: row.disappear_after,
  ...toRequestView(row.request),
})

/** @throws member_not_found */
async function findEmptyConversation(db: Queryable, otherId: string, viewer: { _id: string }): Promise<Conversation> {
  const { rows } = await db.query<MemberViewRow & ContactRow>(
    `select ${MEMBER_VIEW_COLUMNS}, ${contactColumns('$1', 'm.id')}
     from members m where m.id = $2 and ${visibleMemberSql('$1', 'm.id')}`,
    [viewer._id, otherId],
  )
  const [row] = rows
  if (!row) throw new DomainError('member_not_found')
  return toEmptyConversation(rowToMemberView(row), rowToContact(row))
}
