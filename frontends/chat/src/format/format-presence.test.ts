import { expect, it } from '@jest/globals'
import { formatPresence } from './format-presence.ts'

const now = new Date('2026-05-01T12:00:00.000Z')

it.each([
  [true, null, 'Active now'],
  [false, '2026-05-01T11:59:30.000Z', 'Last seen just now'],
  [false, '2026-05-01T11:55:00.000Z', 'Last seen 5m ago'],
  [false, '2026-05-01T09:00:00.000Z', 'Last seen 3h ago'],
  [false, '2026-04-29T12:00:00.000Z', 'Last seen 2d ago'],
  [false, null, ''],
])('formats online: %p, last active: %p as %p', (isOnline, lastActive, text) => {
  expect(formatPresence({ isOnline, lastActive }, now)).toBe(text)
})
