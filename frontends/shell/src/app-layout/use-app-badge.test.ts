import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { renderHook } from '@testing-library/react'
import { useAppBadge } from './use-app-badge.ts'

/** Holds the number on the icon of the app; undefined without a badge. */
let badge: number | undefined

const fakeBadges = (changes: object = {}) =>
  Object.assign(navigator, {
    async setAppBadge(count: number) {
      badge = count === 0 ? undefined : count
    },
    async clearAppBadge() {
      badge = undefined
    },
    ...changes,
  })
const showCount = (count: number) => renderHook(useAppBadge, { initialProps: count })

beforeEach(() => {
  badge = undefined
  fakeBadges()
})
afterEach(() => {
  for (const name of ['setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name)
})

it('shows the count on the icon, and nothing when everything is read', () => {
  const { rerender } = showCount(3)
  expect(badge).toBe(3)
  rerender(4)
  expect(badge).toBe(4)
  rerender(0)
  expect(badge).toBeUndefined()
})

it('removes it with the navigation, at sign-out', () => {
  const { unmount } = showCount(3)
  unmount()
  expect(badge).toBeUndefined()
})

it('handles the refusal of a system without badges', () => {
  const refusal = Promise.reject(new DOMException('Not supported', 'NotSupportedError'))
  const handle = jest.spyOn(refusal, 'catch')
  fakeBadges({ setAppBadge: () => refusal, clearAppBadge: () => refusal })
  showCount(3).unmount()
  expect(handle).toHaveBeenCalledTimes(2)
})

it('needs no badges', () => {
  fakeBadges({ setAppBadge: undefined, clearAppBadge: undefined })
  expect(() => showCount(3).unmount()).not.toThrow()
})
