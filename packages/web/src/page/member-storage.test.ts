import { expect, it, jest } from '@jest/globals'
import { memberStorage } from './member-storage.ts'

it('keeps the values of each member apart, and none without a member', () => {
  memberStorage.write('ann', 'draft:kofi', 'Hello')
  memberStorage.write(undefined, 'draft:kofi', 'Hello from nobody')
  expect(memberStorage.read('ann', 'draft:kofi')).toBe('Hello')
  expect(memberStorage.read('ben', 'draft:kofi')).toBeNull()
  expect(memberStorage.read(undefined, 'draft:kofi')).toBeNull()
  memberStorage.remove('ann', 'draft:kofi')
  expect(localStorage).toHaveLength(0)
})

it('reports changes by another tab until the signal aborts', () => {
  const abortController = new AbortController()
  const listener = jest.fn()
  const dispatchStorageEvent = (key: string) => dispatchEvent(new StorageEvent('storage', { key }))
  memberStorage.onChange('ann', 'outbox', listener, abortController.signal)
  dispatchStorageEvent('member:ann:outbox')
  dispatchStorageEvent('member:ben:outbox')
  dispatchStorageEvent('token')
  abortController.abort()
  dispatchStorageEvent('member:ann:outbox')
  expect(listener).toHaveBeenCalledTimes(1)
})
