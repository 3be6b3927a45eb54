import { expect, it } from '@jest/globals'
import { createMetrics } from '@meadow/service'
import { createTestMember, UNKNOWN_ID } from '@meadow/testing'
import { countStatements, openPostgresTestStore } from '@meadow/testing/service'
import { syncConversations } from '../src/conversations/sync-conversations.ts'
import { chatMigrations } from '../src/migrations.ts'
import { READ_UNREAD_TOTALS } from '../src/receipts/postgres-receipt-lookup.ts'
import { createPostgresChatPorts } from '../src/store.ts'
import { createNewMessage } from './chat-test-stores.ts'

const openStore = () => openPostgresTestStore({ migrations: chatMigrations, createPorts: createPostgresChatPorts })

it('the unread count, and the changes since a cursor, are one statement each', async () => {
  await using store = await openStore()
  const { ports } = store
  const [ann, ben] = [createTestMember(), createTestMember()]
  for (const member of [ann, ben]) await store.members.applyProfile({ ...member, isVerified: false, profileVersion: 1 })
  const edge = { version: 1, active: true, at: new Date() }
  await store.members.setFollow({ ...edge, from: ann._id, to: ben._id })
  await store.members.setFollow({ ...edge, from: ben._id, to: ann._id })
  const send = () => ports.messages.send(createNewMessage({}), { ...ann, profileVersion: 0 }, { otherId: ben._id })
  await send()
  const count = await countStatements(() => ports.receipts.readUnreadTotal(ben._id))
  expect(count).toMatchObject({ statements: 1, result: { messages: 1 } })
  const { next } = await syncConversations(ports.conversations, ben, undefined)
  const unchanged = await countStatements(() => syncConversations(ports.conversations, ben, next))
  expect(unchanged).toEqual({ statements: 1, result: { conversations: [], hasMore: false, next } })
  await send()
  const changed = await countStatements(() => syncConversations(ports.conversations, ben, next))
  expect(changed).toMatchObject({ statements: 1, result: { conversations: [{ userId: ann._id, unreadCount: 2 }] } })
})

it('unread counts that are read at the same time share a statement', async () => {
  await using store = await openStore()
  const { ports } = store
  const metrics = createMetrics()
  for (const { registerMetrics } of ports.batchMetrics) registerMetrics?.(metrics)
  const memberIds = Array.from({ length: 20 }, () => createTestMember()._id)
  const readAll = () => Promise.all(memberIds.map((memberId) => ports.receipts.readUnreadTotal(memberId)))
  expect(await countStatements(readAll)).toMatchObject({ statements: 1 })
  expect(await metrics.render()).toContain('batch_size_sum{batch="unread-totals"} 20')
})

it('the statement of unread counts is not planned again for each read of one member', async () => {
  await using store = await openStore()
  const client = await store.pool.connect()
  try {
    const read = () => client.query({ ...READ_UNREAD_TOTALS, values: [[UNKNOWN_ID]] })
    for (let times = 0; times < 10; times += 1) await read()
    const plans = 'select custom_plans::int from pg_prepared_statements where name = $1'
    const { rows } = await client.query(plans, [READ_UNREAD_TOTALS.name])
    expect(rows[0].custom_plans).toBeLessThanOrEqual(5) // PostgreSQL compares costs after five plans for their parameters
  } finally {
    client.release()
  }
})
