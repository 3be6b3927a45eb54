import { expect, it, jest } from '@jest/globals'
import { clearMemberStorage, memberStorage } from './member-storage.ts'

it('keeps words until the member signs out, and nothing of theirs after that', () => {
  const deleteDatabase = jest.fn()
  Object.assign(globalThis, { indexedDB: { deleteDatabase } })
  memberStorage.write('draft:kofi', 'Hello')
  localStorage.setItem('theme', 'dark')
  expect(memberStorage.read('draft:kofi')).toBe('Hello')
  clearMemberStorage()
  expect(memberStorage.read('draft:kofi')).toBeNull()
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(deleteDatabase).toHaveBeenCalledWith(memberStorage.databaseName)
})

it('tells what another tab has written, until nobody wants to know', () => {
  const stopped = new AbortController()
  const tell = jest.fn()
  const written = (key: string) => dispatchEvent(new StorageEvent('storage', { key }))
  memberStorage.onChange('outbox', tell, stopped.signal)
  written('member:outbox')
  written('token')
  stopped.abort()
  written('member:outbox')
  expect(tell).toHaveBeenCalledTimes(1)
})
