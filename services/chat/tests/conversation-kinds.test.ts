import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { shareAcrossTests } from '@meadow/testing'
import { openPostgresTestStore } from '@meadow/testing/service'
import { chatMigrations } from '../src/migrations.ts'
import { createPostgresChatPorts } from '../src/store.ts'
import { addMutualFollowers, createNewMessage } from './chat-test-stores.ts'

const opened = shareAcrossTests(() =>
  openPostgresTestStore({ migrations: chatMigrations, createPorts: createPostgresChatPorts }),
)

it('takes a conversation that a version without kinds has opened as a direct one', async () => {
  const { pool, ports } = await opened()
  const [one, other] = await addMutualFollowers(ports)
  const values = [randomUUID(), ...[one._id, other._id].toSorted(), new Date()]
  await pool.query(
    'insert into conversations (id, low_id, high_id, created_at, moved_at) values ($1, $2, $3, $4, $4)',
    values,
  )
  await pool.query('insert into unread_totals (member_id) values ($1), ($2)', values.slice(1, 3))
  await pool.query(
    `insert into conversation_members (conversation_id, member_id, other_id, moved_at)
     values ($1, $2, $3, $4), ($1, $3, $2, $4)`,
    values,
  )
  const { message } = await ports.messages.send(
    createNewMessage(),
    { ...one, profileVersion: 0 },
    { otherId: other._id },
  )
  expect(message).toMatchObject({ conversationId: values[0], seq: 1, recipient: { _id: other._id } })
})

it.each([
  ['direct', null],
  ['group', 'a pair'],
])('refuses a conversation of the kind %s with %s', async (kind, pair) => {
  const { pool } = await opened()
  const ids = pair ? [randomUUID(), randomUUID()].toSorted() : [null, null]
  const text = `insert into conversations (id, kind, low_id, high_id, created_at, moved_at) values ($1, $2, $3, $4, now(), now())`
  await expect(pool.query(text, [randomUUID(), kind, ...ids])).rejects.toMatchObject({
    constraint: 'conversations_pair',
  })
})
