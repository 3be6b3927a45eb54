import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { eventually } from '@meadow/testing'
import { openPostgresTestStore } from '@meadow/testing/service'
import { lockConversation } from '../src/conversations/postgres-change-conversation.ts'
import { chatMigrations } from '../src/migrations.ts'
import { createPostgresChatPorts } from '../src/store.ts'

it('a transaction that waited for the lock of a conversation sees the latest marks, without a deadlock', async () => {
  await using store = await openPostgresTestStore({ migrations: chatMigrations, createPorts: createPostgresChatPorts })
  const { pool } = store
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
  const [first, second] = [await pool.connect(), await pool.connect()]
  try {
    await first.query('begin')
    await second.query('begin')
    // Changes lock the conversation, and the rows of its members when they update them.
    await first.query('select 1 from conversations for update')
    const { rows } = await second.query<{ pid: number }>('select pg_backend_pid() as pid')
    const waiting = lockConversation(second, low, { otherId: high })
    await eventually(async () => {
      const blocked = await pool.query('select 1 where cardinality(pg_blocking_pids($1)) > 0', [rows[0]?.pid])
      expect(blocked.rowCount).toBe(1)
    })
    await first.query('update conversation_members set delivered_up_to = 5, read_up_to = 4, unread = 3')
    await first.query('update conversations set rev = 9, seq = 8')
    await first.query('commit')
    expect(await waiting).toMatchObject({ rev: 9, seq: 8, deliveredUpTo: 5, readUpTo: 4, unreadCount: 3 })
  } finally {
    first.release(true)
    second.release(true)
  }
})
