import { expect, it } from '@jest/globals'
import { createTestMember } from '@meadow/testing'
import { countStatements, openPostgresTestStore } from '@meadow/testing/service'
import { syncConversations } from '../src/conversations/sync-conversations.ts'
import { chatMigrations } from '../src/migrations.ts'
import { createPostgresChatPorts } from '../src/store.ts'
import { createNewMessage } from './chat-test-stores.ts'

it('the unread count, and the changes since a cursor, are one statement each', async () => {
  await using store = await openPostgresTestStore({ migrations: chatMigrations, createPorts: createPostgresChatPorts })
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
