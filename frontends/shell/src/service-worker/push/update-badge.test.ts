import { afterEach, beforeEach, expect, it } from '@jest/globals'
import type { PushWorkerDeps } from './push-worker-deps.ts'
import { updateBadge } from './update-badge.ts'

/** Holds the number on the icon of the app; undefined without a badge. */
let badge: number | undefined

beforeEach(() => {
  badge = 9
  Object.assign(navigator, {
    async setAppBadge(count: number) {
      badge = count
    },
    async clearAppBadge() {
      badge = undefined
    },
  })
})
afterEach(() => {
  for (const name of ['setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name)
})

const respondWith =
  (notifications: number, messages: number): PushWorkerDeps['callApi'] =>
  async (_method, path) => ({ count: path.startsWith('/posts/notifications/') ? notifications : messages })

it('shows the sum of unread notifications and messages, if an older version does not know which were seen', async () => {
  await updateBadge({ callApi: respondWith(2, 3) })
  expect(badge).toBe(5)
})

it('shows only the notifications that were not seen', async () => {
  await updateBadge({
    callApi: async (_method, path) => (path.startsWith('/posts/') ? { count: 4, unseen: 1 } : { count: 3 }),
  })
  expect(badge).toBe(4)
})

it('goes when everything is read, for example on another device', async () => {
  await updateBadge({ callApi: respondWith(0, 0) })
  expect(badge).toBeUndefined()
})

it('stays as it is without a network or a session', async () => {
  await updateBadge({ callApi: () => Promise.reject(new TypeError('Failed to fetch')) })
  expect(badge).toBe(9)
})

it('asks the server nothing where there are no badges', async () => {
  Reflect.deleteProperty(navigator, 'setAppBadge')
  let calls = 0
  await updateBadge({
    callApi: async () => {
      calls += 1
      return { count: 1 }
    },
  })
  expect(calls).toBe(0)
})
