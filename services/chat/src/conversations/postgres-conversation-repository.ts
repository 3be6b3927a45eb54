import { MEMBER_VIEW_COLUMNS, type MemberViewRow, rowToMemberView, visibleMemberSql } from '@meadow/members'
import { DomainError } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import { findsName } from '../members/finds-name.ts'
import type { Conversation, ConversationRepository } from './conversation-repository.ts'
import { mutual } from './postgres-standing.ts'

type Row = MemberViewRow & {
  conversation_id: string
  moved_at: Date
  unread: number
  rev: number
  read_up_to: number
  delivered_up_to: number
  own_read_up_to: number
  is_open: boolean
  last_id: string
  last_seq: number
  content: string
  message_type: 'text' | 'image'
  created_at: Date
  deleted_at: Date | null
  sender_id: string
}

const CONVERSATIONS = `
  select ${MEMBER_VIEW_COLUMNS}, mine.conversation_id, mine.moved_at, mine.unread, mine.read_up_to as own_read_up_to, c.rev,
    theirs.read_up_to, theirs.delivered_up_to, ${visibleMemberSql('$1', 'm.id')} as is_open,
    l.id as last_id, l.seq as last_seq, l.content, l.message_type, l.created_at, l.deleted_at, l.sender_id
  from conversation_members mine
  join conversations c on c.id = mine.conversation_id
  join conversation_members theirs on theirs.conversation_id = c.id and theirs.member_id = mine.other_id
  join members m on m.id = mine.other_id
  join messages l on l.id = c.last_message_id
  where mine.member_id = $1`

export const postgresConversations = (db: Queryable): ConversationRepository => ({
  async list(viewer, { limit, after, skip }, { q, unread, among }) {
    const values: unknown[] = [viewer._id]
    const param = (value: unknown) => `$${values.push(value)}`
    const text = [
      CONVERSATIONS,
      after && `and (mine.moved_at, mine.conversation_id) < (${param(after.createdAt)}, ${param(after._id)})`,
      q && `and ${findsName(param(q))}`,
      unread && 'and mine.unread > 0',
      among && `and mine.other_id = any(${param(among)}::uuid[])`,
      `order by mine.moved_at desc, mine.conversation_id desc limit ${limit + 1} offset ${skip}`,
    ]
    const { rows } = await db.query<Row>(text.filter(Boolean).join(' '), values)
    return rows.map((row) => ({
      ...{ _id: row.conversation_id, createdAt: row.moved_at, conversation: toConversation(row, viewer) },
    }))
  },

  async find(otherId, viewer) {
    const { rows } = await db.query<Row>({
      name: 'find-conversation',
      text: `${CONVERSATIONS} and mine.other_id = $2`,
      values: [viewer._id, otherId],
    })
    return rows[0] ? toConversation(rows[0], viewer) : findNothing(db, otherId, viewer)
  },

  async isOpen(otherId, viewer) {
    const { rowCount } = await db.query({
      name: 'is-open',
      text: `select from conversation_members where member_id = $1 and other_id = $2 and ${visibleMemberSql('$1', 'other_id')}`,
      values: [viewer._id, otherId],
    })
    return rowCount === 1
  },

  async others(viewer) {
    const { rows } = await db.query<{ other_id: string }>(
      `select other_id from conversation_members where member_id = $1 and ${visibleMemberSql('$1', 'other_id')}`,
      [viewer._id],
    )
    return rows.map(({ other_id }) => other_id)
  },

  async lastMove(viewer) {
    const { rows } = await db.query<{ moves: string }>('select moves from unread_totals where member_id = $1', [
      viewer._id,
    ])
    return Number(rows[0]?.moves ?? 0)
  },

  async moved(viewer, window, limit) {
    const [condition, order, place] = 'after' in window ? ['>', 'asc', window.after] : ['<=', 'desc', window.upTo]
    const { rows } = await db.query<{ other_id: string; rev: number; unread: number; moves: string }>(
      `select mine.other_id, mine.unread, mine.moves, c.rev
       from conversation_members mine join conversations c on c.id = mine.conversation_id
       where mine.member_id = $1 and mine.moves ${condition} $2 order by mine.moves ${order} limit ${limit + 1}`,
      [viewer._id, place],
    )
    return rows.map((row) => ({
      ...{ userId: row.other_id, rev: row.rev, unreadCount: row.unread, move: Number(row.moves) },
    }))
  },
})

const toConversation = (row: Row, viewer: { _id: string }): Conversation => ({
  _id: row.member_id,
  user: rowToMemberView(row),
  lastMessage: {
    _id: row.last_id,
    seq: row.last_seq,
    content: row.content,
    messageType: row.message_type,
    createdAt: row.created_at,
    deletedAt: row.deleted_at,
    isRead: row.last_seq <= (row.sender_id === viewer._id ? row.read_up_to : row.own_read_up_to),
    sender: row.sender_id,
  },
  unreadCount: row.unread,
  rev: row.rev,
  readUpTo: row.read_up_to,
  deliveredUpTo: row.delivered_up_to,
  canSend: row.is_open,
  isOpen: row.is_open,
})

/** What the viewer has with somebody to whom nothing was written yet. */
async function findNothing(db: Queryable, otherId: string, viewer: { _id: string }): Promise<Conversation> {
  const { rows } = await db.query<MemberViewRow & { is_mutual: boolean }>(
    `select ${MEMBER_VIEW_COLUMNS}, ${mutual('$1', 'm.id')} as is_mutual from members m where m.id = $2 and ${visibleMemberSql('$1', 'm.id')}`,
    [viewer._id, otherId],
  )
  const [row] = rows
  if (!row) throw new DomainError('member_not_found')
  const marks = { unreadCount: 0, rev: 0, readUpTo: 0, deliveredUpTo: 0 }
  return { _id: otherId, user: rowToMemberView(row), lastMessage: null, ...marks, canSend: row.is_mutual, isOpen: true }
}
