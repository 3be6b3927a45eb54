import { randomUUID } from 'node:crypto'
import { describe, expect, it, jest } from '@jest/globals'
import { eventually, shareAcrossTests, type TestMember } from '@meadow/testing'
import { checkWhileTablesGrow, explainGenericPlan } from '@meadow/testing/postgres-plans'
import { openPostgresTestStore } from '@meadow/testing/service'
import type { NewConversation } from '../src/conversations/conversation.ts'
import type { ConversationWrite } from '../src/conversations/write/conversation-write.ts'
import { CONVERSATION_CHANGE_STATEMENTS } from '../src/conversations/write/postgres-conversation-changes.ts'
import { FIND_REFERENCED_MESSAGES } from '../src/conversations/write/postgres-conversation-writer.ts'
import { insertConversation } from '../src/conversations/write/postgres-insert-conversation.ts'
import { LOCK_AND_READ_CONTEXTS, lockAndReadContexts } from '../src/conversations/write/postgres-write-contexts.ts'
import { readMessages } from '../src/messages/postgres-read-messages.ts'
import { chatMigrations } from '../src/migrations.ts'
import { READ_UNREAD_TOTALS } from '../src/receipts/postgres-receipt-lookup.ts'
import { createPostgresChatPorts } from '../src/store.ts'
import { addMutualFollowers, createNewMessage } from './chat-test-stores.ts'

const opened = shareAcrossTests(async () => {
  const store = await openPostgresTestStore({ migrations: chatMigrations, createPorts: createPostgresChatPorts })
  return { ...store, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() }
})

type Store = Awaited<ReturnType<typeof opened>>

const send = ({ ports }: Store, [sender, recipient]: [TestMember, TestMember], fields = {}) =>
  ports.messages.send(createNewMessage(fields), { ...sender, profileVersion: 0 }, { otherId: recipient._id })

describe('a batch of messages on PostgreSQL', () => {
  it('does not wait for a conversation that another transaction holds', async () => {
    const store = await opened()
    const [held, free] = [await addMutualFollowers(store.ports), await addMutualFollowers(store.ports)]
    const first = await send(store, held)
    await send(store, free)
    const holder = await store.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select 1 from conversations where id = $1 for update', [first.message.conversationId])
      const waiting = send(store, held)
      expect((await send(store, free)).message.seq).toBe(2)
      await holder.query('commit')
      expect((await waiting).message.seq).toBe(2)
    } finally {
      holder.release(true)
    }
  })

  it('returns its messages as they are read later', async () => {
    const store = await opened()
    const pair = await addMutualFollowers(store.ports)
    const [root, other] = [await send(store, pair), await send(store, pair, { clientMessageId: randomUUID() })]
    const sent = await Promise.all([
      send(store, pair, { threadId: root.message._id, replyTo: other.message._id }),
      send(store, pair.toReversed() as typeof pair, { replyTo: other.message._id }),
    ])
    const messages = [other, ...sent].map(({ message }) => message)
    const ids = messages.map(({ _id }) => _id)
    expect(await readMessages(store.pool, ids)).toEqual(messages)
  })

  it('has the marks of its members before its messages', async () => {
    const store = await opened()
    const { receipts, conversations } = store.ports
    const pair = await addMutualFollowers(store.ports)
    const [sender, recipient] = pair
    const { message: first } = await send(store, pair)
    const [delivered, read, second, readByOther] = await Promise.all([
      receipts.markDelivered(recipient, { otherId: sender._id }, 1),
      receipts.markRead({
        target: { otherId: sender._id },
        reader: recipient,
        at: new Date(),
        eventId: randomUUID(),
        isOpen: async () => true,
      }),
      send(store, pair),
      receipts.markRead({
        target: { messageId: first._id },
        reader: sender,
        at: new Date(),
        eventId: randomUUID(),
        isOpen: async () => true,
      }),
    ])
    expect(delivered).toEqual({ upToSeq: 1, rev: 2 })
    expect(read).toMatchObject({ upToSeq: 1, rev: 3, unreadCount: 0, isChanged: true, total: { messages: 1 } })
    expect(readByOther).toMatchObject({ upToSeq: 1, isChanged: true, total: { messages: 0 } })
    expect(second.message).toMatchObject({ seq: 2, readUpTo: 1, deliveredUpTo: 1 })
    expect(second.recipients).toEqual([{ _id: recipient._id, unread: read.total }])
    const { unreadCount, rev } = await conversations.find(sender._id, recipient)
    expect({ unreadCount, rev }).toEqual({ unreadCount: 1, rev: 5 })
  })

  it('is refused if another transaction stores its `clientMessageId` in another conversation meanwhile', async () => {
    const store = await opened()
    const pair = await addMutualFollowers(store.ports)
    await send(store, pair)
    const { message } = await send(store, await addMutualFollowers(store.ports))
    const clientMessageId = randomUUID()
    const fields = [message._id, pair[0]._id, clientMessageId]
    const holder = await store.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('update messages set sender_id = $2, client_message_id = $3 where id = $1', fields)
      const sent = send(store, pair, { clientMessageId })
      sent.catch(() => undefined)
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await eventually(async () => expect((await store.pool.query(waits)).rowCount).toBe(1))
      await holder.query('commit')
      await expect(sent).rejects.toMatchObject({ code: 'key_reused' })
    } finally {
      holder.release(true)
    }
  })

  it('locks and reads pairs and other conversations by one statement, with the members of each', async () => {
    const { pool, ports } = await opened()
    const [one, other] = await addMutualFollowers(ports)
    const { message } = await send(await opened(), [one, other])
    const group: NewConversation = {
      _id: randomUUID(),
      kind: 'group',
      members: [one, other].map(({ _id }) => ({ _id, role: 'member' })),
      createdAt: new Date(),
    }
    await insertConversation(pool, group)
    const query = jest.spyOn(pool, 'query')
    const { conversationId } = message
    const addresses = [
      { otherId: other._id },
      { conversationId: group._id },
      { foundId: conversationId },
      { conversationId },
    ]
    const entries = await lockAndReadContexts(
      pool,
      addresses.map((address): ConversationWrite => {
        return { kind: 'read', memberId: one._id, address, upToSeq: undefined, at: new Date(), eventId: '' }
      }),
    )
    expect(query).toHaveBeenCalledTimes(1)
    query.mockRestore()
    const untouched = { readUpTo: 0, deliveredUpTo: 0, unread: 0, isMuted: false, request: null }
    const members = (unread: number) =>
      expect.arrayContaining([
        { ...untouched, _id: one._id },
        { ...untouched, _id: other._id, unread },
      ])
    const pair = { _id: conversationId, otherId: other._id, members: members(1) }
    expect(entries.slice(0, 3).map(({ conversation }) => conversation)).toMatchObject([
      pair,
      { _id: group._id, otherId: null, members: members(0) },
      pair,
    ])
    expect(entries[3]?.conversation).toBeUndefined() // the id of a direct conversation is no address
  })

  it('adds replies to their threads', async () => {
    const store = await opened()
    const pair = await addMutualFollowers(store.ports)
    const root = await send(store, pair)
    const threadId = root.message._id
    const replies = await Promise.all([1, 2, 3].map(() => send(store, pair, { threadId })))
    expect(replies.map(({ message }) => message.threadId)).toEqual([threadId, threadId, threadId])
    const repeated = await store.pool.query('select thread_count, rev from messages where id = $1', [threadId])
    expect(repeated.rows).toEqual([{ thread_count: 3, rev: 4 }])
  })
})

const STATEMENTS = [
  { LOCK_AND_READ_CONTEXTS },
  { FIND_REFERENCED_MESSAGES },
  CONVERSATION_CHANGE_STATEMENTS,
  { READ_UNREAD_TOTALS },
].flatMap(Object.values)

/** The columns that the lookups of a table must have in the condition of their index, one list for each way to look up. */
const FULL_KEYS: Record<string, string[][]> = {
  conversations: [['low_id', 'high_id'], ['id']],
  conversation_members: [['conversation_id', 'member_id']],
  unread_totals: [['member_id']],
  messages: [['sender_id', 'client_message_id'], ['id'], ['conversation_id', 'seq']],
  members: [['id']],
  blocks: [['from_id', 'to_id']],
  follows: [['from_id', 'to_id']],
}

/** The statements that list the members of a conversation, or those who have cleared it, name them by the first column of the key. */
const LISTED_MEMBERS = [['conversation_id']]

/** The muted conversations of a member, whom the index `conversation_members_set` has only if they have set something. */
const LISTED_MUTED = [['member_id']]

/** Returns true if an index condition has the column. What was sent after a `seq` is a range of the key. */
const isLookedUp = (condition: string, column: string) => new RegExp(`\\b${column} [=>]`).test(condition)

/** Fills the tables with a conversation of each member and the next one, a follow and a block of each, and 20,000 messages. */
const FILL_TABLES = `
  insert into members (id, username, full_name, avatar, is_verified, state, account_version, profile_version)
  select gen_random_uuid(), 'm' || n, 'M', '', false, 'active', 1, 1 from generate_series(1, 5000) as n;
  create temporary table pairs on commit drop as
  select gen_random_uuid() as id, least(id, next_id) as low_id, greatest(id, next_id) as high_id
  from (select id, lead(id) over (order by id) as next_id from members) m where next_id is not null;
  insert into follows (from_id, to_id, version, active, at) select low_id, high_id, 1, true, now() from pairs;
  insert into blocks (from_id, to_id, version, active, at) select low_id, high_id, 1, false, now() from pairs;
  insert into conversations (id, low_id, high_id, created_at, moved_at) select id, low_id, high_id, now(), now() from pairs;
  insert into conversation_members (conversation_id, member_id, other_id, moved_at)
  select id, low_id, high_id, now() from pairs union all select id, high_id, low_id, now() from pairs;
  insert into unread_totals (member_id) select id from members;
  insert into messages (id, conversation_id, seq, rev, sender_id, client_message_id, fingerprint, content, message_type,
    created_at)
  select gen_random_uuid(), id, n, n, low_id, gen_random_uuid(), 'same', 'Hi', 'text', now()
  from pairs, generate_series(1, 4) as n`

describe('the statements of a batch', () => {
  it('look up each row by its full key, on empty tables, on full ones, and after their analysis', async () => {
    await using store = await openPostgresTestStore({
      migrations: chatMigrations,
      createPorts: createPostgresChatPorts,
    })
    const { pool } = store
    await checkWhileTablesGrow(pool, FILL_TABLES, expectIndexLookups)

    async function expectIndexLookups(): Promise<void> {
      const found = new Set<string>()
      for (const { name, text } of STATEMENTS) {
        const nodes = await explainGenericPlan(pool, text)
        for (const [table, keys] of Object.entries(FULL_KEYS)) {
          const scans = nodes.filter((node) => node['Relation Name'] === table && node['Node Type'] !== 'ModifyTable')
          for (const scan of scans) {
            found.add(table)
            const condition = scan['Index Cond'] ?? scan['Recheck Cond'] ?? ''
            const listsMembers =
              table === 'conversation_members' && (name === LOCK_AND_READ_CONTEXTS.name || scan.Alias === 'cleared')
            const listsMuted = scan.Alias === 'muted'
            const isFullKey = (listsMuted ? LISTED_MUTED : listsMembers ? LISTED_MEMBERS : keys).some((columns) =>
              columns.every((column) => isLookedUp(condition, column)),
            )
            expect({ name, table, plan: scan['Node Type'], condition, isFullKey }).toMatchObject({ isFullKey: true })
          }
        }
      }
      expect([...found].toSorted()).toEqual(Object.keys(FULL_KEYS).toSorted())
    }
  })

  it('are written by as many transactions as there are batches, not messages', async () => {
    const store = await opened()
    const first = await addMutualFollowers(store.ports)
    const pairs = [first, ...(await Promise.all([1, 2, 3].map(() => addMutualFollowers(store.ports))))]
    for (const pair of pairs) await send(store, pair)
    const readTransactions = async () =>
      new Set(
        (
          await store.pool.query('select xmin::text as id from messages where client_message_id = any($1)', [ids])
        ).rows.map(({ id }) => id),
      ).size
    const ids = Array.from({ length: 40 }, () => randomUUID())
    await eventually(() =>
      Promise.all(ids.map((clientMessageId, index) => send(store, pairs[index % 4] ?? first, { clientMessageId }))),
    )
    expect(await readTransactions()).toBeLessThan(10)
  })
})
