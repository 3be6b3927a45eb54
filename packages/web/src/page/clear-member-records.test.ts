import 'fake-indexeddb/auto'
import { beforeEach, expect, it } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import type { OutboxEntry } from '../outbox/outbox-entry.ts'
import { DEVICE_MEMBER_KEY, openMemberDatabase } from './member-database.ts'
import { clearMemberStorage, memberStorage, outboxStorageKey } from './member-storage.ts'

const anEntry = (id: string, memberId: string): OutboxEntry => ({
  id,
  memberId,
  kind: 'like',
  lane: 'post p1',
  order: 1,
  createdAt: '2026-05-01T12:00:00.000Z',
  queuedAtMs: 0,
  requests: [],
  responses: [],
  dependsOn: [],
  files: [],
  data: {},
  description: 'Like of a post',
  attempts: 0,
  refusal: null,
})

/** Kofi's session has ended by itself while an action waited; then Ann has signed in on the same device. */
beforeEach(async () => {
  const database = await openMemberDatabase()
  await database.put('member', { memberId: 'ann' }, DEVICE_MEMBER_KEY)
  for (const memberId of ['ann', 'kofi']) {
    await database.put('outbox', anEntry(`entry of ${memberId}`, memberId))
    const sent = { id: `sent by ${memberId}`, memberId, sentAtMs: 0, response: {} }
    await database.put('sentOutboxEntries', sent)
    const query = { key: `${memberId} feed`, memberId, kind: 'feed', version: 1, asOfMs: 0, storedAtMs: 0, json: '{}' }
    await database.put('queries', query, query.key)
    await database.put('drafts', { memberId, files: [] }, `draft of ${memberId}`)
    memberStorage.write(outboxStorageKey(memberId), '1')
  }
  await database.put('shared', { text: 'A link', files: [], receivedAtMs: 0 }, 'shared')
  memberStorage.write('draft:mia', 'Hello')
})

const listKeys = async () => {
  const database = await openMemberDatabase()
  const stores = ['member', 'shared', 'outbox', 'sentOutboxEntries', 'queries', 'drafts'] as const
  return (await Promise.all(stores.map((store) => database.getAllKeys(store)))).flat()
}

it('a sign-out keeps what waits of another member, and deletes the rest', async () => {
  const database = await openMemberDatabase()
  clearMemberStorage('ann')
  expect(memberStorage.read('draft:mia')).toBeNull()
  expect(memberStorage.read(outboxStorageKey('ann'))).toBeNull()
  expect(memberStorage.read(outboxStorageKey('kofi'))).toBe('1')
  await waitFor(async () =>
    expect(await listKeys()).toEqual(['entry of kofi', 'sent by kofi', 'kofi feed', 'draft of kofi']),
  )
  expect(await openMemberDatabase()).toBe(database)
})

it('the last sign-out deletes the database', async () => {
  memberStorage.remove(outboxStorageKey('kofi'))
  const database = await openMemberDatabase()
  const closed = new Promise((resolve) => database.addEventListener('versionchange', resolve))
  clearMemberStorage('ann')
  await closed
  expect(await listKeys()).toEqual([])
})
