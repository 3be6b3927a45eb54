import 'fake-indexeddb/auto'
import { expect, it } from '@jest/globals'
import { openDB } from 'idb'
import { DEVICE_MEMBER_KEY, openMemberDatabase } from './member-database.ts'
import { MEMBER_DATABASE_NAME } from './member-database-name.ts'
import { clearMemberStores } from './member-stores.ts'

it('is opened once, closes itself when it is deleted, and is new at the next use', async () => {
  const database = await openMemberDatabase()
  expect(await openMemberDatabase()).toBe(database)
  await database.put('member', { memberId: 'ann' }, DEVICE_MEMBER_KEY)
  const closed = new Promise((resolve) => database.addEventListener('versionchange', resolve))
  clearMemberStores('ann')
  await closed
  const reopened = await openMemberDatabase()
  expect(reopened).not.toBe(database)
  expect(await reopened.get('member', DEVICE_MEMBER_KEY)).toBeUndefined()
})

it('is used as it is by a build that is older than it', async () => {
  const current = await openMemberDatabase()
  await current.put('member', { memberId: 'ann' }, DEVICE_MEMBER_KEY)
  const newer = await openDB(MEMBER_DATABASE_NAME, current.version + 1)
  newer.close()
  const reopened = await openMemberDatabase()
  expect(await reopened.get('member', DEVICE_MEMBER_KEY)).toEqual({ memberId: 'ann' })
})
