import { appendToPostgresOutbox } from '@meadow/events'
import { createPostgresMemberReadModel } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import type { UnreadTotal } from '../conversations/conversation.ts'
import type { ConversationMarks } from '../conversations/marks/conversation-marks.ts'
import { writeConversationChange } from '../conversations/write/postgres-conversation-changes.ts'
import { insertConversation } from '../conversations/write/postgres-insert-conversation.ts'
import type { MessageChange } from '../messages/change-message.ts'
import { POSTGRES_MESSAGE_DELETION } from '../messages/delete/postgres-delete-message.ts'
import type { Message } from '../messages/message.ts'
import { readMessage, readMessages } from '../messages/postgres-read-messages.ts'
import type { ConversationsTable, GroupsTable, MessagesTable } from '../schema.ts'
import { type Group, type GroupInvitation, type GroupMember, type GroupPlan, planGroupChange } from './group.ts'
import {
  applyGroupPlan,
  type ChangedGroup,
  createGroupEvents,
  createGroupMessageDeletedEvent,
  type DeletedGroupMessage,
  type GroupChangeRequest,
  type GroupStore,
  type NewGroup,
  type PlannedNotice,
  planGroupMessageDeletion,
  toLockedConversation,
} from './group-store.ts'

/** More than a member may have: invitations are not limited. */
const MAX_LISTED_GROUPS = 200

/** A member as a JSON value, in which times are ISO strings. */
type GroupMemberJson = Omit<GroupMember, 'joinedAt' | 'settings'> &
  Pick<ConversationMarks, 'archivedSeq' | 'isUnread' | 'clearedUpTo'> & {
    joinedAt: string
    mutedUntil: string | null
    pinnedAt: string | null
  }

type GroupRow = Pick<ConversationsTable, 'id' | 'seq' | 'rev' | 'created_at' | 'moved_at'> &
  Pick<GroupsTable, 'name'> & {
    members: readonly GroupMemberJson[] | null
    invitations: readonly GroupInvitation[] | null
  }

const GROUPS = `
  select c.id, c.seq, c.rev, c.created_at, c.moved_at, g.name, (
    select json_agg(json_build_object('_id', member_id, 'role', role, 'joinedAt', coalesce(joined_at, c.created_at),
      'fromSeq', from_seq, 'unread', unread, 'readUpTo', read_up_to, 'deliveredUpTo', delivered_up_to,
      'mutedUntil', muted_until, 'pinnedAt', pinned_at, 'archivedSeq', archived_seq, 'isUnread', is_unread,
      'clearedUpTo', cleared_up_to) order by joined_at, member_id)
    from conversation_members where conversation_id = c.id
  ) as members, (
    select json_agg(json_build_object('_id', member_id, 'invitedBy', invited_by, 'fromSeq', from_seq) order by invited_at, member_id)
    from group_invitations where conversation_id = c.id
  ) as invitations
  from conversations c join groups g on g.conversation_id = c.id`

/** Creates the store of groups on PostgreSQL. */
export const createPostgresGroupStore = (pool: Pool): GroupStore => ({
  create: (group) => withPostgresTransaction(pool, (tx) => insertGroup(tx, group)),
  findCreated: (creatorId, clientGroupId) => findCreated(pool, creatorId, clientGroupId),
  change: (request) => withPostgresTransaction(pool, (tx) => changeGroupIn(tx, request)),

  async find(memberId, groupId) {
    const { rows } = await pool.query<GroupRow>({
      name: 'find-groups',
      text: `${GROUPS} where c.id = any(array(
          select conversation_id from conversation_members where member_id = $1 and other_id is null
          union all select conversation_id from group_invitations where member_id = $1
        )) and ($2::uuid is null or c.id = $2)
        order by c.moved_at desc, c.id desc limit ${MAX_LISTED_GROUPS}`,
      values: [memberId, groupId ?? null],
    })
    return rows.map(rowToGroup)
  },

  async findMutualFollowers(memberId, ids) {
    const { rows } = await pool.query<{ to_id: string }>(
      `select own.to_id from follows own
       join follows back on back.from_id = own.to_id and back.to_id = own.from_id and back.active
       where own.from_id = $1 and own.to_id = any($2::uuid[]) and own.active`,
      [memberId, ids],
    )
    return new Set(rows.map(({ to_id }) => to_id))
  },

  findBlocks: (memberIds, otherIds) => findBlocks(pool, memberIds, otherIds),

  async listMessages(groupId, { afterSeq, beforeSeq, exceptSenderIds, limit }) {
    const { rows } = await pool.query<Pick<MessagesTable, 'id'>>({
      name: 'list-group-messages',
      text: `select id from messages where conversation_id = $1 and seq > $2 and seq < $3 and sender_id <> all($5::uuid[])
        order by seq desc limit $4`,
      values: [groupId, afterSeq, beforeSeq, limit, exceptSenderIds],
    })
    return readByRows(pool, rows)
  },

  async listChangedMessages(groupId, { afterSeq, sinceRev, limit }) {
    const { rows } = await pool.query<Pick<MessagesTable, 'id'>>({
      name: 'list-changed-group-messages',
      text: 'select id from messages where conversation_id = $1 and rev > $2 and seq > $3 order by rev limit $4',
      values: [groupId, sinceRev, afterSeq, limit],
    })
    return readByRows(pool, rows)
  },

  async listNewestMessages(groupIds) {
    const { rows } = await pool.query<Pick<MessagesTable, 'id'>>(
      `select newest.id from unnest($1::uuid[]) as g (id) cross join lateral (
         select id from messages where conversation_id = g.id order by seq desc limit 1
       ) newest`,
      [groupIds],
    )
    return readByRows(pool, rows)
  },

  deleteMessage: (deletion) => withPostgresTransaction(pool, (tx) => deleteGroupMessageIn(tx, deletion)),
})

const readByRows = (db: Queryable, rows: readonly { id: string }[]): Promise<Message[]> =>
  readMessages(
    db,
    rows.map(({ id }) => id),
  )

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text))

const rowToGroup = (row: GroupRow): Group => ({
  _id: row.id,
  name: row.name,
  seq: row.seq,
  rev: row.rev,
  createdAt: row.created_at,
  movedAt: row.moved_at,
  members: (row.members ?? []).map(
    ({ joinedAt, mutedUntil, pinnedAt, archivedSeq, isUnread, clearedUpTo, ...member }) => ({
      ...member,
      joinedAt: new Date(joinedAt),
      settings: { mutedUntil: toDate(mutedUntil), pinnedAt: toDate(pinnedAt), archivedSeq, isUnread, clearedUpTo },
    }),
  ),
  invitations: row.invitations ?? [],
})

/** Returns the blocks between the members of two lists: see `GroupStore.findBlocks`. */
export async function findBlocks(db: Queryable, memberIds: readonly string[], otherIds: readonly string[]) {
  const { rows } = await db.query<{ from: string; to: string }>(
    `select from_id as "from", to_id as "to" from blocks where active and from_id = any($1::uuid[]) and to_id = any($2::uuid[])
     union
     select from_id, to_id from blocks where active and from_id = any($2::uuid[]) and to_id = any($1::uuid[])`,
    [memberIds, otherIds],
  )
  return rows
}

async function insertGroup(tx: Queryable, group: NewGroup): Promise<string> {
  const { _id, name, clientGroupId, creator, invitedIds, noticeId, at, newId } = group
  await createPostgresMemberReadModel(tx).upsertActor(creator)
  await insertConversation(tx, {
    _id,
    kind: 'group',
    members: [{ _id: creator._id, role: 'admin' }],
    createdAt: at,
  })
  const inserted = await tx.query(
    `insert into groups (conversation_id, name, created_by, client_group_id) values ($1, $2, $3, $4)
     on conflict (created_by, client_group_id) do nothing`,
    [_id, name, creator._id, clientGroupId ?? null],
  )
  if (inserted.rowCount === 0) return removeRepeat(tx, group)
  await tx.query('update conversation_members set joined_at = $2 where conversation_id = $1', [_id, at])
  const invited = invitedIds.map((id) => ({ _id: id, invitedBy: creator._id, fromSeq: 0 }))
  await insertInvitations(tx, _id, at, invited)
  const conversation = { _id, seq: 0, rev: 0, movedAt: at, members: [{ _id: creator._id }] }
  const before: Group = { _id, name, seq: 0, rev: 0, createdAt: at, movedAt: at, members: [], invitations: [] }
  const plan: GroupPlan = { notices: [{ event: 'created' }] }
  const { changed, notices } = applyGroupPlan(conversation, plan, { before, unread: 0, at, newId: () => noticeId })
  await writeConversationChange(tx, changed)
  await insertNotices(tx, _id, creator._id, notices)
  for (const event of createGroupEvents(group, creator, { invited }, { changed, at, newId }))
    await appendToPostgresOutbox(tx, event)
  return _id
}

/** Takes the conversation of a repeat back. Returns the id of the first group. */
async function removeRepeat(tx: Queryable, { _id, creator, clientGroupId }: NewGroup): Promise<string> {
  await tx.query('delete from conversations where id = $1', [_id])
  const firstId = clientGroupId && (await findCreated(tx, creator._id, clientGroupId))
  if (!firstId) throw new Error('The first group of a repeat does not exist')
  return firstId
}

async function findCreated(db: Queryable, creatorId: string, clientGroupId: string): Promise<string | undefined> {
  const { rows } = await db.query<Pick<GroupsTable, 'conversation_id'>>(
    'select conversation_id from groups where created_by = $1 and client_group_id = $2',
    [creatorId, clientGroupId],
  )
  return rows[0]?.conversation_id
}

/** Changes a group in the transaction `tx`: see `GroupStore.change`. */
export async function changeGroupIn(tx: Queryable, request: GroupChangeRequest): Promise<ChangedGroup> {
  const { groupId, by, change, at, newId } = request
  const before = await lockGroup(tx, groupId)
  if (!before) throw new DomainError('not_found')
  const plan = planGroupChange(before, by._id, change)
  if (!plan) return { before, plan, totals: new Map() }
  if (plan.uninvited)
    await tx.query('delete from group_invitations where conversation_id = $1 and member_id = $2', [
      groupId,
      plan.uninvited,
    ])
  if (plan.joined) {
    await createPostgresMemberReadModel(tx).upsertActor(by)
    await insertMember(tx, before, plan.joined, at)
  }
  const unread = plan.joined ? await countUnread(tx, groupId, plan.joined) : 0
  const conversation = toLockedConversation(before, plan.joined)
  const { changed, notices } = applyGroupPlan(conversation, plan, { before, unread, at, newId })
  const totals = await writeConversationChange(tx, changed)
  await insertNotices(tx, groupId, by._id, notices)
  await writePlan(tx, groupId, plan, at)
  for (const event of createGroupEvents(before, by, plan, { changed, at, newId }))
    await appendToPostgresOutbox(tx, event)
  return { before, plan, totals }
}

async function lockGroup(tx: Queryable, groupId: string): Promise<Group | undefined> {
  await tx.query({
    name: 'lock-conversation',
    text: 'select from conversations where id = $1 for update',
    values: [groupId],
  })
  const { rows } = await tx.query<GroupRow>(`${GROUPS} where c.id = $1`, [groupId])
  return rows[0] && rowToGroup(rows[0])
}

async function insertMember(tx: Queryable, group: Group, joined: { _id: string; fromSeq: number }, at: Date) {
  await tx.query('insert into unread_totals (member_id) values ($1) on conflict do nothing', [joined._id])
  await tx.query(
    `insert into conversation_members (conversation_id, member_id, role, moved_at, joined_at, from_seq, read_up_to, delivered_up_to)
     values ($1, $2, 'member', $3, $4, $5, $5, $5)`,
    [group._id, joined._id, group.movedAt, at, joined.fromSeq],
  )
}

/** Counts the messages since the invitation that the new member sees. */
async function countUnread(tx: Queryable, groupId: string, { _id, fromSeq }: { _id: string; fromSeq: number }) {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::integer as count from messages m
     where conversation_id = $1 and seq > $2 and sender_id <> $3 and deleted_at is null and message_type <> 'system'
       and not exists (select 1 from blocks where from_id = $3 and to_id = m.sender_id and active)
       and not exists (select 1 from blocks where from_id = m.sender_id and to_id = $3 and active)`,
    [groupId, fromSeq, _id],
  )
  return rows[0]?.count ?? 0
}

async function insertInvitations(
  tx: Queryable,
  groupId: string,
  at: Date,
  invitations: readonly GroupInvitation[],
): Promise<void> {
  await tx.query(
    `insert into group_invitations (conversation_id, member_id, invited_by, from_seq, invited_at)
     select $1, member_id, invited_by, from_seq, $5 from unnest($2::uuid[], $3::uuid[], $4::integer[]) as i (member_id, invited_by, from_seq)`,
    [
      groupId,
      invitations.map(({ _id }) => _id),
      invitations.map(({ invitedBy }) => invitedBy),
      invitations.map(({ fromSeq }) => fromSeq),
      at,
    ],
  )
}

async function insertNotices(
  tx: Queryable,
  groupId: string,
  senderId: string,
  notices: readonly PlannedNotice[],
): Promise<void> {
  for (const { _id, seq, rev, createdAt, notice } of notices)
    await tx.query(
      `insert into messages (id, conversation_id, seq, rev, sender_id, fingerprint, content, message_type, system, created_at)
       values ($1, $2, $3, $4, $5, '', '', 'system', $6, $7)`,
      [_id, groupId, seq, rev, senderId, JSON.stringify(notice), createdAt],
    )
}

async function writePlan(
  tx: Queryable,
  groupId: string,
  { isDeleted, name, invited, left, roles = [] }: GroupPlan,
  at: Date,
): Promise<void> {
  if (isDeleted) return deleteGroup(tx, groupId)
  if (name !== undefined) await tx.query('update groups set name = $2 where conversation_id = $1', [groupId, name])
  if (invited) await insertInvitations(tx, groupId, at, invited)
  if (left)
    await tx.query('delete from conversation_members where conversation_id = $1 and member_id = $2', [groupId, left])
  for (const { _id, role } of roles)
    await tx.query('update conversation_members set role = $3 where conversation_id = $1 and member_id = $2', [
      groupId,
      _id,
      role,
    ])
}

/** Deletes a group without members, with its messages. */
async function deleteGroup(tx: Queryable, groupId: string): Promise<void> {
  for (const table of ['group_invitations', 'groups'])
    await tx.query(`delete from ${table} where conversation_id = $1`, [groupId])
  await tx.query('delete from conversations where id = $1', [groupId])
}

/** Deletes a message of a group in the transaction `tx`: see `GroupStore.deleteMessage`. */
export async function deleteGroupMessageIn(tx: Queryable, deletion: MessageChange): Promise<DeletedGroupMessage> {
  const { messageId, by } = deletion
  const { rows } = await tx.query<Pick<MessagesTable, 'conversation_id'>>(
    `select conversation_id from messages where id = $1 and message_type <> 'system'`,
    [messageId],
  )
  const group = rows[0] && (await lockGroup(tx, rows[0].conversation_id))
  if (!group) throw new DomainError('message_not_found')
  const message = await readMessage(tx, messageId)
  const memberIds = group.members.map(({ _id }) => _id)
  const blocks = await findBlocks(tx, [by._id], memberIds)
  const hiddenIds = blocks.flatMap(({ from, to }) => [from, to]).filter((id) => id !== by._id)
  const changed = planGroupMessageDeletion(group, message, by, hiddenIds)
  const noTotals: ReadonlyMap<string, UnreadTotal> = new Map()
  if (!changed) return { message, group, isChanged: false, totals: noTotals }
  const totals = await writeConversationChange(tx, changed)
  await appendToPostgresOutbox(tx, createGroupMessageDeletedEvent(group, deletion, changed))
  await POSTGRES_MESSAGE_DELETION.write(tx, deletion, { message, plan: {}, rev: changed.rev })
  return { message: await readMessage(tx, messageId), group, isChanged: true, totals }
}
