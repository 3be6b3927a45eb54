import { afterEach, expect, it, jest } from '@jest/globals'
import { browserStorage } from './browser-storage.ts'

afterEach(() => {
  jest.restoreAllMocks()
  browserStorage.remove('theme')
})

const refuse = (method: 'getItem' | 'setItem' | 'removeItem') =>
  jest.spyOn(Storage.prototype, method).mockImplementation(() => {
    throw new DOMException('refused', 'QuotaExceededError')
  })

it('keeps for the page what a full storage refuses, and no older value for the next one', () => {
  browserStorage.write('theme', 'light')
  refuse('setItem')
  browserStorage.write('theme', 'dark')
  expect(browserStorage.read('theme')).toBe('dark')
  expect(browserStorage.isPageOnly('theme')).toBe(true)
  expect(localStorage.getItem('theme')).toBeNull()
})

it('stores again when it can', () => {
  refuse('setItem')
  browserStorage.write('theme', 'dark')
  jest.restoreAllMocks()
  browserStorage.write('theme', 'light')
  expect([localStorage.getItem('theme'), browserStorage.isPageOnly('theme')]).toEqual(['light', false])
})

it('works for the page where storage is forbidden', () => {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const) refuse(method)
  expect(browserStorage.read('theme')).toBeNull()
  browserStorage.write('theme', 'dark')
  expect([browserStorage.read('theme'), browserStorage.list('the')]).toEqual(['dark', ['theme']])
  browserStorage.remove('theme')
  expect(browserStorage.read('theme')).toBeNull()
})
