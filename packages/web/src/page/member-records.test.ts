import 'fake-indexeddb/auto'
import { beforeEach, expect, it } from '@jest/globals'
import { anOutboxEntry } from '@meadow/outbox/testing'
import { waitFor } from '@testing-library/react'
import { DEVICE_MEMBER_KEY, openMemberDatabase } from './member-database.ts'
import { claimMemberRecords } from './member-records.ts'
import { memberStorage, OUTBOX_STORAGE_KEY } from './member-storage.ts'
import { claimMemberStores, clearMemberStores } from './member-stores.ts'

/** Kofi's session has ended by itself while an action waited; then Ann has signed in on the same device. */
beforeEach(async () => {
  localStorage.clear()
  const database = await openMemberDatabase()
  await database.put('member', { memberId: 'ann' }, DEVICE_MEMBER_KEY)
  for (const memberId of ['ann', 'kofi']) {
    await database.put('outbox', anOutboxEntry({ id: `entry of ${memberId}`, memberId }))
    const sent = { id: `sent by ${memberId}`, memberId, sentAtMs: 0, response: {} }
    await database.put('sentOutboxEntries', sent)
    const query = { key: `${memberId} feed`, memberId, kind: 'feed', version: 1, asOfMs: 0, storedAtMs: 0, json: '{}' }
    await database.put('queries', query, query.key)
    await database.put('drafts', { memberId, files: [] }, `draft of ${memberId}`)
    memberStorage.write(memberId, OUTBOX_STORAGE_KEY, '1')
    memberStorage.write(memberId, 'draft:mia', 'Hello')
  }
  await database.put('shared', { text: 'A link', files: [], receivedAtMs: 0 }, 'shared')
})

const listKeys = async () => {
  const database = await openMemberDatabase()
  const stores = ['member', 'shared', 'outbox', 'sentOutboxEntries', 'queries', 'drafts'] as const
  return (await Promise.all(stores.map((store) => database.getAllKeys(store)))).flat()
}

it('a sign-out keeps what waits of another member, and deletes the rest', async () => {
  const database = await openMemberDatabase()
  clearMemberStores('ann')
  expect(Object.keys(localStorage)).toEqual(['member:kofi:outbox'])
  await waitFor(async () =>
    expect(await listKeys()).toEqual(['entry of kofi', 'sent by kofi', 'kofi feed', 'draft of kofi']),
  )
  expect(await openMemberDatabase()).toBe(database)
})

it('the last sign-out deletes the database', async () => {
  memberStorage.remove('kofi', OUTBOX_STORAGE_KEY)
  const database = await openMemberDatabase()
  const closed = new Promise((resolve) => database.addEventListener('versionchange', resolve))
  clearMemberStores('ann')
  await closed
  expect(await listKeys()).toEqual([])
})

it('a sign-in keeps of other members only what waits to be sent', async () => {
  const database = await openMemberDatabase()
  await database.put('sentOutboxEntries', { id: 'sent by zoe', memberId: 'zoe', sentAtMs: 0, response: {} })
  await database.put('shared', { memberId: 'ann', text: 'A link', files: [], receivedAtMs: 0 }, 'shared')
  sessionStorage.setItem('member:ann:scroll', '[]')
  await claimMemberStores('kofi')
  await claimMemberRecords('kofi')
  expect(Object.keys(localStorage).toSorted()).toEqual([
    'member:ann:outbox',
    'member:kofi:draft:mia',
    'member:kofi:outbox',
  ])
  expect(Object.keys(sessionStorage)).toEqual([])
  expect(await database.get('member', DEVICE_MEMBER_KEY)).toEqual({ memberId: 'kofi' })
  expect(await listKeys()).toEqual([
    'member',
    ...['entry of ann', 'entry of kofi', 'sent by ann', 'sent by kofi', 'kofi feed', 'draft of kofi'],
  ])
})

it('what another app shared while nobody was signed in is for the next member', async () => {
  await claimMemberRecords('kofi')
  expect(await listKeys()).toContain('shared')
})
