import { expect, it } from '@jest/globals'
import { MAX_SCANNED_MESSAGES, type MessageSearchQuery, toScannedAfter } from './message-search.ts'

const ANY: MessageSearchQuery = {
  text: '',
  from: undefined,
  has: undefined,
  start: undefined,
  end: undefined,
  before: undefined,
  limit: 30,
}
const LAST = MAX_SCANNED_MESSAGES * 3

it.each([
  ['ab', LAST - MAX_SCANNED_MESSAGES],
  ['a-b!c', LAST - MAX_SCANNED_MESSAGES],
  ['', LAST - MAX_SCANNED_MESSAGES],
  ['abc', 0],
  ['日本語', 0],
  ['ﬁx', 0],
])('looks for %j after %i', (text, after) => {
  expect(toScannedAfter({ ...ANY, text }, 0, LAST)).toBe(after)
})

it('looks for contents in the whole conversation, and nowhere before a time span', () => {
  expect(toScannedAfter({ ...ANY, text: 'a', has: 'link' }, 0, LAST)).toBe(0)
  expect(toScannedAfter({ ...ANY, from: 'ann' }, 0, LAST)).toBe(LAST - MAX_SCANNED_MESSAGES)
  expect(toScannedAfter(ANY, LAST - 10, LAST)).toBe(LAST - 10)
  expect(toScannedAfter(ANY, 0, 10)).toBe(0)
})
