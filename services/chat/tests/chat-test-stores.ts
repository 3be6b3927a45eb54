import { randomUUID } from 'node:crypto'
import type { Migrations, MongoStore } from '@meadow/storage'
import { createTestMember, type TestMember } from '@meadow/testing'
import { onSharedMongo } from '@meadow/testing/mongo'
import { foldAsBefore, runMigrationFilesAgain } from '@meadow/testing/search-folding'
import { openMongoTestStore, openPostgresTestStore, type TestStore } from '@meadow/testing/service'
import { chatCollections } from '../src/collections.ts'
import type { NewConversation } from '../src/conversations/conversation.ts'
import {
  getConversationCollection,
  getConversationMemberCollection,
  getUnreadTotalCollection,
  toConversationMemberId,
  toPairKey,
} from '../src/conversations/mongo-conversation-rows.ts'
import { insertConversation as insertMongoConversation } from '../src/conversations/write/mongo-insert-conversation.ts'
import type { NewMessage } from '../src/conversations/write/new-message.ts'
import { insertConversation as insertPostgresConversation } from '../src/conversations/write/postgres-insert-conversation.ts'
import { messageDraftsIn } from '../src/drafts/mongo-message-drafts.ts'
import { getMessageCollection, getMessageEditCollection } from '../src/messages/mongo-message-rows.ts'
import { chatMigrations } from '../src/migrations.ts'
import { chatMongoMigrations } from '../src/mongo-migrations.ts'
import type { ReadSignals } from '../src/receipts/receipt-repository.ts'
import { toStoredForms, toTrigrams } from '../src/search/search-text.ts'
import { type ChatStorePorts, createMongoChatPorts, createPostgresChatPorts } from '../src/store.ts'

type StoredMember = { role: string; readUpTo: number; deliveredUpTo: number; unread: number }

const toGroup = (members: readonly TestMember[]): NewConversation => ({
  _id: randomUUID(),
  kind: 'group',
  members: members.map(({ _id }, index) => ({ _id, role: index === 0 ? 'admin' : 'member' })),
  createdAt: new Date(),
})

/** The store of the service on a database of its own, with operations that the service does not have. */
export type ChatTestStore = TestStore<ChatStorePorts> & {
  /** Stores a conversation of two members whose last message is from `at`. */
  addConversation(one: TestMember, other: TestMember, at: Date): Promise<void>
  /** Stores a group of these members, the first of them its admin. Returns its id. */
  addGroup(members: readonly TestMember[]): Promise<string>
  /** Returns the stored role, marks and unread count of a member of a conversation. */
  readMember(conversationId: string, member: TestMember): Promise<StoredMember | undefined>
  /** Returns the ids of the members of whom it is stored that they have cleared a conversation. */
  readClearedBy(conversationId: string): Promise<string[]>
  countMessages(): Promise<number>
  /** Returns the earlier texts of a message, oldest first. */
  readEarlierTexts(messageId: string): Promise<string[]>
  countReactions(messageId: string): Promise<number>
  /** Stores the searched forms of names and messages as versions did that did not fold letters such as 'ł'. */
  foldAsBefore(): Promise<void>
  /** Runs the migrations that fold names and messages again. */
  foldAgain(): Promise<void>
  /** Sets the type of a message to `image`. */
  setPictureType(messageId: string): Promise<void>
  /** Moves the ends of all mutes of a member into the past, as time does. */
  endMutes(member: TestMember): Promise<void>
  /** Returns the latest end of the mutes of a member, as their unread total has it. */
  readLastMute(member: TestMember): Promise<Date | null>
  /** Moves the time of a message by some minutes. */
  addToCreatedAt(messageId: string, minutes: number): Promise<void>
  /** Moves the time at which a message disappears into the past, as time does. A deleted message stays as it is: its devices know its time. */
  expire(messageId: string): Promise<void>
  /** Returns the stored text of a message. */
  readText(messageId: string): Promise<string | undefined>
  /** Gives the next message of two members a `seq` that is higher by `count`, as if so many messages were before it. */
  skipSeqs(one: TestMember, other: TestMember, count: number): Promise<void>
  /** Adds drafts that a member has deleted, at the time `at`. */
  addDeletedDrafts(member: TestMember, at: Date, count: number): Promise<void>
  /** Returns the number of deletions of drafts that are remembered of a member. */
  countDeletedDrafts(member: TestMember): Promise<number>
  /** Returns the stored unread count of a member, and the count of the unread messages. */
  readUnreadCounts(member: TestMember, other: TestMember): Promise<{ unread: number; counted: number } | undefined>
}

const UNREAD_COUNTS = `
  select m.unread, (
    select count(*)::integer from messages where conversation_id = m.conversation_id and sender_id = m.other_id
      and seq > m.read_up_to and deleted_at is null
      and not exists (select from hidden_messages where message_id = messages.id and member_id = $1)
  ) as counted from conversation_members m where m.member_id = $1 and m.other_id = $2`

const READ_MEMBER = `
  select role, read_up_to as "readUpTo", delivered_up_to as "deliveredUpTo", unread
  from conversation_members where conversation_id = $1 and member_id = $2`

const ownMigrations = chatMigrations.at(-1) as Migrations
const FOLD_AGAIN_FILES = ['0008-fold-names-again', '0009-fold-messages-again']

async function openPostgresChatStore(): Promise<ChatTestStore> {
  const store = await openPostgresTestStore({ migrations: chatMigrations, createPorts: createPostgresChatPorts })
  const { pool } = store
  const countRows = async (source: string, values: unknown[] = []) =>
    (await pool.query(`select 1 from ${source}`, values)).rowCount ?? 0
  return {
    ...store,
    async addConversation(one, other, at) {
      const values = [randomUUID(), ...[one._id, other._id].toSorted(), at]
      await pool.query(
        'insert into conversations (id, low_id, high_id, created_at, moved_at) values ($1, $2, $3, $4, $4)',
        values,
      )
      await pool.query(
        `insert into conversation_members (conversation_id, member_id, other_id, moved_at)
         values ($1, $2, $3, $4), ($1, $3, $2, $4)`,
        values,
      )
    },
    async addGroup(members) {
      const group = toGroup(members)
      await insertPostgresConversation(pool, group)
      const name = 'insert into groups (conversation_id, name, created_by) values ($1, $2, $3)'
      await pool.query(name, [group._id, 'Hikers', members[0]?._id])
      return group._id
    },
    readMember: async (conversationId, { _id }) => (await pool.query(READ_MEMBER, [conversationId, _id])).rows[0],
    async readClearedBy(conversationId) {
      const text = 'select member_id from conversation_members where conversation_id = $1 and cleared_up_to > 0'
      return (await pool.query<{ member_id: string }>(text, [conversationId])).rows.map((row) => row.member_id)
    },
    countMessages: () => countRows('messages'),
    async readEarlierTexts(messageId) {
      const text = 'select content from message_edits where message_id = $1 order by edited_at'
      const { rows } = await pool.query<{ content: string }>(text, [messageId])
      return rows.map(({ content }) => content)
    },
    countReactions: (messageId) => countRows('reactions where message_id = $1', [messageId]),
    async foldAsBefore() {
      await foldAsBefore(pool)
      await runMigrationFilesAgain(pool, ownMigrations, FOLD_AGAIN_FILES)
    },
    foldAgain: () => runMigrationFilesAgain(pool, ownMigrations, ['0007-fold-letters', ...FOLD_AGAIN_FILES]),
    async setPictureType(messageId) {
      await pool.query(`update messages set message_type = 'image' where id = $1`, [messageId])
    },
    async endMutes({ _id }) {
      for (const table of ['conversation_members', 'unread_totals'])
        await pool.query(
          `update ${table} set muted_until = now() - interval '1 second' where member_id = $1 and muted_until is not null`,
          [_id],
        )
    },
    async readLastMute({ _id }) {
      const { rows } = await pool.query('select muted_until from unread_totals where member_id = $1', [_id])
      return rows[0]?.muted_until ?? null
    },
    async addToCreatedAt(messageId, minutes) {
      const text = 'update messages set created_at = created_at + make_interval(mins => $2) where id = $1'
      await pool.query(text, [messageId, minutes])
    },
    async expire(messageId) {
      const text = `update messages set expires_at = now() - interval '1 second' where id = $1 and deleted_at is null`
      await pool.query(text, [messageId])
    },
    async readText(messageId) {
      return (await pool.query('select content from messages where id = $1', [messageId])).rows[0]?.content
    },
    async skipSeqs(one, other, count) {
      const text = 'update conversations set seq = seq + $3 where low_id = $1 and high_id = $2'
      await pool.query(text, [...[one._id, other._id].toSorted(), count])
    },
    async addDeletedDrafts({ _id }, at, count) {
      await pool.query(
        `insert into message_drafts (member_id, id, content, changed_at, deleted_at)
         select $1, gen_random_uuid(), '', $2, $2 from generate_series(1, $3)`,
        [_id, at, count],
      )
    },
    async countDeletedDrafts({ _id }) {
      const text = 'select from message_drafts where member_id = $1 and deleted_at is not null'
      return (await pool.query(text, [_id])).rowCount ?? 0
    },
    readUnreadCounts: async (member, other) => (await pool.query(UNREAD_COUNTS, [member._id, other._id])).rows[0],
  }
}

export async function openMongoChatStore(url: string): Promise<ChatTestStore & { mongo: MongoStore }> {
  const store = await openMongoTestStore(url, { collections: chatCollections, createPorts: createMongoChatPorts })
  const { mongo } = store
  const messages = getMessageCollection(mongo)
  return {
    ...store,
    async addConversation(one, other, at) {
      const [conversationId, members] = [randomUUID(), [one._id, other._id].toSorted() as [string, string]]
      const still = { seq: 0, rev: 0, lastMessageId: null, createdAt: at, movedAt: at, marks: {} }
      await getConversationCollection(mongo).insertOne({
        _id: conversationId,
        pair: toPairKey(...members),
        members,
        ...still,
      })
      const side = (member: string, other: string) => ({
        _id: toConversationMemberId(member, other),
        conversationId,
        member,
        other,
      })
      const initialCounts = { unread: 0, moves: 0, movedAt: at }
      await getConversationMemberCollection(mongo).insertMany([
        { ...side(one._id, other._id), ...initialCounts },
        { ...side(other._id, one._id), ...initialCounts },
      ])
    },
    async addGroup(members) {
      const group = toGroup(members)
      await insertMongoConversation(mongo, group)
      const name = { $set: { name: 'Hikers' } }
      await getConversationCollection(mongo).updateOne({ _id: group._id }, name)
      return group._id
    },
    async readMember(conversationId, { _id: member }) {
      const conversation = await getConversationCollection(mongo).findOne({ _id: conversationId })
      const side = await getConversationMemberCollection(mongo).findOne({ conversationId, member })
      const marks = conversation?.marks[member]
      return side && marks ? { ...marks, role: side.role ?? '', unread: side.unread } : undefined
    },
    async readClearedBy(_id) {
      const conversation = await getConversationCollection(mongo).findOne({ _id })
      return Object.keys(conversation?.cleared ?? {})
    },
    countMessages: () => messages.countDocuments(),
    async readEarlierTexts(messageId) {
      const found = await getMessageEditCollection(mongo).find({ messageId }).sort({ editedAt: 1 }).toArray()
      return found.map(({ content }) => content)
    },
    async foldAsBefore() {
      for await (const { _id, content } of messages.find()) {
        const foundBy = toStoredForms(content).at(-1) ?? ''
        await messages.updateOne({ _id }, { $set: { foundBy, grams: toTrigrams(foundBy) } })
      }
    },
    async foldAgain() {
      const [migration] = chatMongoMigrations
      for (let position: unknown; migration; ) {
        position = await migration.runStep(mongo, position)
        if (position === undefined) return
      }
    },
    countReactions: async (_id) => (await messages.findOne({ _id }))?.reactions.length ?? 0,
    async setPictureType(_id) {
      await messages.updateOne({ _id }, { $set: { messageType: 'image' } })
    },
    async endMutes({ _id: member }) {
      const end = { $set: { mutedUntil: new Date(Date.now() - 1_000) } }
      await getConversationMemberCollection(mongo).updateMany({ member, mutedUntil: { $ne: null } }, end)
      await getUnreadTotalCollection(mongo).updateOne({ _id: member }, end)
    },
    async readLastMute({ _id }) {
      return (await getUnreadTotalCollection(mongo).findOne({ _id }))?.mutedUntil ?? null
    },
    async addToCreatedAt(_id, minutes) {
      await messages.updateOne({ _id }, [{ $set: { createdAt: { $add: ['$createdAt', minutes * 60_000] } } }])
    },
    async expire(_id) {
      const past = new Date(Date.now() - 1_000)
      await messages.updateOne({ _id, deletedAt: null }, { $set: { expiresAt: past, expiryDueAt: past } })
    },
    readText: async (_id) => (await messages.findOne({ _id }))?.content,
    async skipSeqs(one, other, count) {
      const pair = toPairKey(...([one._id, other._id].toSorted() as [string, string]))
      await getConversationCollection(mongo).updateOne({ pair }, { $inc: { seq: count } })
    },
    async addDeletedDrafts({ _id: memberId }, at, count) {
      const drafts = Array.from({ length: count }, () => {
        const conversation = randomUUID()
        const times = { changedAt: at, deletedAt: at }
        return { _id: `${memberId} ${conversation}`, memberId, conversation, content: '', ...times }
      })
      await messageDraftsIn(mongo).insertMany(drafts)
    },
    countDeletedDrafts: ({ _id: memberId }) =>
      messageDraftsIn(mongo).countDocuments({ memberId, deletedAt: { $exists: true } }),
    async readUnreadCounts({ _id: member }, { _id: other }) {
      const conversation = await getConversationCollection(mongo).findOne({ pair: toPairKey(member, other) })
      const side = await getConversationMemberCollection(mongo).findOne({ _id: toConversationMemberId(member, other) })
      if (!conversation || !side) return undefined
      const { _id: conversationId, marks } = conversation
      const seq = { $gt: marks[member]?.readUpTo ?? 0 }
      const shown = { deletedAt: null, 'hidden.member': { $ne: member } }
      const counted = await messages.countDocuments({ conversationId, senderId: other, seq, ...shown })
      return { unread: side.unread, counted }
    },
  }
}

/** Adds two members who follow each other. */
export async function addMutualFollowers({
  members,
}: Pick<ChatStorePorts, 'members'>): Promise<[TestMember, TestMember]> {
  const [one, other] = [createTestMember(), createTestMember()]
  for (const member of [one, other]) await members.applyProfile({ ...member, isVerified: false, profileVersion: 1 })
  const edge = { version: 1, active: true, at: new Date() }
  await members.setFollow({ ...edge, from: one._id, to: other._id })
  await members.setFollow({ ...edge, from: other._id, to: one._id })
  return [one, other]
}

/** Returns a new message as the store gets it. */
export const createNewMessage = (fields: Partial<NewMessage> = {}): NewMessage => ({
  _id: randomUUID(),
  clientMessageId: undefined,
  fingerprint: 'same',
  content: 'Hi',
  facets: [],
  messageType: 'text',
  pictures: [],
  replyTo: undefined,
  threadId: undefined,
  createdAt: new Date(),
  eventId: randomUUID(),
  newConversationId: randomUUID(),
  ...fields,
})

/** Opens the store on each engine that is available here. */
export const openableStores = async () => ({
  postgres: openPostgresChatStore,
  ...(await onSharedMongo(openMongoChatStore)),
})

const { testMongoUrl } = globalThis as { testMongoUrl?: string }

/** Opens the store on the engine of the Jest project. */
export const openSelectedStore = (): Promise<ChatTestStore> =>
  testMongoUrl ? openMongoChatStore(testMongoUrl) : openPostgresChatStore()

/** Returns the number of runs of a property: a quarter on MongoDB's slow stand-in, unless all engines are tested. */
export const getPropertyRuns = (wanted: number): number =>
  testMongoUrl && process.env['TEST_ENGINES'] !== 'all' ? Math.ceil(wanted / 4) : wanted

/** Reads the signals of members who hide nothing. */
export const readNoSignals: ReadSignals = async () => ({ online: true, lastSeen: true, typing: true, readMarks: true })
