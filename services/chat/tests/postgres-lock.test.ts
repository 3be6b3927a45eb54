import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { eventually } from '@meadow/testing'
import { openPostgresTestStore } from '@meadow/testing/service'
import { chatMigrations } from '../src/migrations.ts'
import { createPostgresChatPorts } from '../src/store.ts'

it('a write that waited for the lock of a conversation sees the latest marks, without a deadlock', async () => {
  await using store = await openPostgresTestStore({ migrations: chatMigrations, createPorts: createPostgresChatPorts })
  const { pool, ports } = store
  const [low = '', high = ''] = [randomUUID(), randomUUID()].toSorted()
  const values = [randomUUID(), low, high, new Date()]
  await pool.query(
    'insert into conversations (id, low_id, high_id, created_at, moved_at) values ($1, $2, $3, $4, $4)',
    values,
  )
  await pool.query(
    `insert into conversation_members (conversation_id, member_id, other_id, moved_at)
     values ($1, $2, $3, $4), ($1, $3, $2, $4)`,
    values,
  )
  await pool.query('insert into unread_totals (member_id, messages) values ($1, 3), ($2, 0)', [low, high])
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    // Changes lock the conversation, and the rows of its members when they update them.
    await holder.query('select 1 from conversations for update')
    const target = { otherId: high }
    const waiting = ports.receipts.markRead({
      target,
      reader: { _id: low },
      at: new Date(),
      eventId: randomUUID(),
      isOpen: async () => true,
    })
    await eventually(async () => {
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      expect((await pool.query(waits)).rowCount).toBe(1)
    })
    await holder.query('update conversation_members set delivered_up_to = 5, read_up_to = 4, unread = 3')
    await holder.query('update conversations set rev = 9, seq = 8')
    await holder.query('commit')
    expect(await waiting).toMatchObject({
      isChanged: true,
      rev: 10,
      upToSeq: 8,
      unreadCount: 0,
      total: { messages: 0 },
    })
    const text = 'select unread, read_up_to, delivered_up_to from conversation_members where member_id = $1'
    expect((await pool.query(text, [low])).rows).toEqual([{ unread: 0, read_up_to: 8, delivered_up_to: 8 }])
  } finally {
    holder.release(true)
  }
})

it('a clearing raises the rev, by which a write that read what is unread before its commit notices it', async () => {
  await using store = await openPostgresTestStore({ migrations: chatMigrations, createPorts: createPostgresChatPorts })
  const { pool, ports } = store
  const [low = '', high = ''] = [randomUUID(), randomUUID()].toSorted()
  const values = [randomUUID(), low, high, new Date()]
  await pool.query(
    'insert into conversations (id, low_id, high_id, seq, rev, created_at, moved_at) values ($1, $2, $3, 4, 6, $4, $4)',
    values,
  )
  await pool.query(
    `insert into conversation_members (conversation_id, member_id, other_id, moved_at)
     values ($1, $2, $3, $4), ($1, $3, $2, $4)`,
    values,
  )
  const readRev = async () => (await pool.query('select rev from conversations')).rows[0]?.rev
  const marking = { memberId: low, otherId: high, at: new Date() }
  await ports.conversationMarks({ ...marking, change: { isUnread: true } })
  expect(await readRev()).toBe(6)
  await ports.conversationMarks({ ...marking, change: { clearedUpTo: 3 } })
  expect(await readRev()).toBe(7)
})
