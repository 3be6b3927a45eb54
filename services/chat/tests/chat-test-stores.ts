import { randomUUID } from 'node:crypto'
import type { DomainEvent } from '@meadow/contracts'
import { readMongoOutbox, readPostgresOutbox } from '@meadow/events/testing'
import type { MetricsSource } from '@meadow/service'
import type { TestMember } from '@meadow/testing'
import { onSharedMongo, openTestMongo } from '@meadow/testing/mongo'
import { openTestDatabase } from '@meadow/testing/postgres'
import { chatCollections } from '../src/collections.ts'
import {
  getConversationCollection,
  getConversationMemberCollection,
  toConversationMemberId,
  toPairKey,
} from '../src/conversations/mongo-conversation-rows.ts'
import type { NewMessage } from '../src/messages/message-repository.ts'
import { getMessageCollection, getMessageEditCollection } from '../src/messages/mongo-message-rows.ts'
import { chatMigrations } from '../src/migrations.ts'
import { type ChatStorePorts, createMongoChatPorts, createPostgresChatPorts } from '../src/store.ts'

/** A store of its own, and what tests do and see there behind the back of the service. */
export type ChatTestStore = AsyncDisposable & {
  ports: ChatStorePorts
  engine: MetricsSource
  /** Its address. */
  url: string
  /** The events that wait, oldest first. */
  facts(): Promise<DomainEvent[]>
  /** Notes that the two have written to one another. */
  talk(one: TestMember, other: TestMember, at: Date): Promise<void>
  countMessages(): Promise<number>
  /** The earlier texts of a message, oldest first. */
  edits(messageId: string): Promise<string[]>
  countReactions(messageId: string): Promise<number>
  /** Makes a message one of a picture. */
  makePicture(messageId: string): Promise<void>
  /** Has a message written later. */
  postpone(messageId: string, minutes: number): Promise<void>
  /** What is unread for a member as the counter says, and as it is counted. */
  unread(member: TestMember, other: TestMember): Promise<{ unread: number; counted: number } | undefined>
}

const UNREAD = `
  select m.unread, (
    select count(*)::integer from messages where conversation_id = m.conversation_id and sender_id = m.other_id
      and seq > m.read_up_to and deleted_at is null
  ) as counted from conversation_members m where m.member_id = $1 and m.other_id = $2`

async function openPostgresChatStore(): Promise<ChatTestStore> {
  const { pool, ...database } = await openTestDatabase(...chatMigrations)
  const count = async (what: string, values: unknown[] = []) =>
    (await pool.query(`select 1 from ${what}`, values)).rowCount ?? 0
  return {
    ports: createPostgresChatPorts(pool),
    engine: pool,
    url: database.url,
    facts: () => readPostgresOutbox(pool),
    async talk(one, other, at) {
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
    countMessages: () => count('messages'),
    async edits(messageId) {
      const text = 'select content from message_edits where message_id = $1 order by edited_at'
      const { rows } = await pool.query<{ content: string }>(text, [messageId])
      return rows.map(({ content }) => content)
    },
    countReactions: (messageId) => count('reactions where message_id = $1', [messageId]),
    async makePicture(messageId) {
      await pool.query(`update messages set message_type = 'image' where id = $1`, [messageId])
    },
    async postpone(messageId, minutes) {
      const text = 'update messages set created_at = created_at + make_interval(mins => $2) where id = $1'
      await pool.query(text, [messageId, minutes])
    },
    unread: async (member, other) => (await pool.query(UNREAD, [member._id, other._id])).rows[0],
    [Symbol.asyncDispose]: database[Symbol.asyncDispose],
  }
}

export async function openMongoChatStore(url: string): Promise<ChatTestStore> {
  const { mongo, ...database } = await openTestMongo(url, ...chatCollections)
  const messages = getMessageCollection(mongo)
  return {
    ports: createMongoChatPorts(mongo),
    engine: mongo,
    url: database.url,
    facts: () => readMongoOutbox(mongo),
    async talk(one, other, at) {
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
      const untouched = { unread: 0, moves: 0, movedAt: at }
      await getConversationMemberCollection(mongo).insertMany([
        { ...side(one._id, other._id), ...untouched },
        { ...side(other._id, one._id), ...untouched },
      ])
    },
    countMessages: () => messages.countDocuments(),
    async edits(messageId) {
      const found = await getMessageEditCollection(mongo).find({ messageId }).sort({ editedAt: 1 }).toArray()
      return found.map(({ content }) => content)
    },
    countReactions: async (_id) => (await messages.findOne({ _id }))?.reactions.length ?? 0,
    async makePicture(_id) {
      await messages.updateOne({ _id }, { $set: { messageType: 'image' } })
    },
    async postpone(_id, minutes) {
      await messages.updateOne({ _id }, [{ $set: { createdAt: { $add: ['$createdAt', minutes * 60_000] } } }])
    },
    async unread({ _id: member }, { _id: other }) {
      const conversation = await getConversationCollection(mongo).findOne({ pair: toPairKey(member, other) })
      const side = await getConversationMemberCollection(mongo).findOne({ _id: toConversationMemberId(member, other) })
      if (!conversation || !side) return undefined
      const { _id: conversationId, marks } = conversation
      const seq = { $gt: marks[member]?.readUpTo ?? 0 }
      const counted = await messages.countDocuments({ conversationId, senderId: other, seq, deletedAt: null })
      return { unread: side.unread, counted }
    },
    [Symbol.asyncDispose]: database[Symbol.asyncDispose],
  }
}

/** Returns a new message as the store gets it. */
export const createNewMessage = (fields: Partial<NewMessage> = {}): NewMessage => ({
  _id: randomUUID(),
  clientMessageId: undefined,
  fingerprint: 'same',
  content: 'Hi',
  messageType: 'text',
  picture: undefined,
  replyTo: undefined,
  threadId: undefined,
  createdAt: new Date(),
  eventId: randomUUID(),
  newConversationId: randomUUID(),
  ...fields,
})

/** The store on each engine that is to be had here. */
export const openableStores = async () => ({
  postgres: openPostgresChatStore,
  ...(await onSharedMongo(openMongoChatStore)),
})

const { testMongoUrl } = globalThis as { testMongoUrl?: string }

/** The store on which the tests of the service run: jest's project says which. */
export const openSelectedStore = (): Promise<ChatTestStore> =>
  testMongoUrl ? openMongoChatStore(testMongoUrl) : openPostgresChatStore()

/** How often a property is tried: less on MongoDB, whose stand-in takes several times as long, unless all engines are wanted. */
export const getPropertyRuns = (wanted: number): number =>
  testMongoUrl && process.env['TEST_ENGINES'] !== 'all' ? Math.ceil(wanted / 4) : wanted
