import { afterEach, expect, it, jest } from '@jest/globals'
import { waitForTokenChange } from './stored-session.ts'

afterEach(() => {
  jest.useRealTimers()
  localStorage.clear()
})

it('waits for a token of another tab, which arrives late', async () => {
  localStorage.setItem('token', 'old')
  const changed = waitForTokenChange('old', 60_000)
  localStorage.setItem('token', 'new')
  dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: 'new' }))
  await expect(changed).resolves.toBeUndefined()
})

it('does not wait if the token has changed, and gives up after the timeout', async () => {
  jest.useFakeTimers()
  localStorage.setItem('token', 'new')
  await expect(waitForTokenChange('old', 60_000)).resolves.toBeUndefined()
  const never = waitForTokenChange('new', 2_000)
  await jest.advanceTimersByTimeAsync(2_000)
  await expect(never).resolves.toBeUndefined()
})
