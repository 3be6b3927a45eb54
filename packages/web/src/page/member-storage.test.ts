import { expect, it, jest } from '@jest/globals'
import { clearMemberStorage, memberStorage } from './member-storage.ts'

it('stores values until they are cleared, and then removes only those of the member', () => {
  const deleteDatabase = jest.fn()
  Object.assign(globalThis, { indexedDB: { deleteDatabase } })
  memberStorage.write('draft:kofi', 'Hello')
  localStorage.setItem('theme', 'dark')
  expect(memberStorage.read('draft:kofi')).toBe('Hello')
  clearMemberStorage('ann')
  expect(memberStorage.read('draft:kofi')).toBeNull()
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(deleteDatabase).toHaveBeenCalledWith(memberStorage.databaseName)
})

it('reports changes by another tab until the signal aborts', () => {
  const abortController = new AbortController()
  const listener = jest.fn()
  const dispatchStorageEvent = (key: string) => dispatchEvent(new StorageEvent('storage', { key }))
  memberStorage.onChange('outbox', listener, abortController.signal)
  dispatchStorageEvent('member:outbox')
  dispatchStorageEvent('token')
  abortController.abort()
  dispatchStorageEvent('member:outbox')
  expect(listener).toHaveBeenCalledTimes(1)
})
