import { expect, it } from '@jest/globals'
import { getStartOfDay, NO_SEARCH_FILTER, toSearchQuery } from './message-search-filter.ts'

it('asks for nothing without a condition', () => {
  expect(toSearchQuery(NO_SEARCH_FILTER)).toBeUndefined()
  expect(toSearchQuery({ ...NO_SEARCH_FILTER, text: '  ' })).toBeUndefined()
  expect(toSearchQuery({ ...NO_SEARCH_FILTER, firstDay: 'soon' })).toBeUndefined()
})

it('takes whole days of the local calendar, in either order', () => {
  const span = { start: new Date(2026, 0, 31).getTime(), end: new Date(2026, 2, 2).getTime() - 1 }
  expect(toSearchQuery({ ...NO_SEARCH_FILTER, firstDay: '2026-01-31', lastDay: '2026-03-01' })).toEqual(span)
  expect(toSearchQuery({ ...NO_SEARCH_FILTER, firstDay: '2026-03-01', lastDay: '2026-01-31' })).toEqual(span)
  expect(toSearchQuery({ ...NO_SEARCH_FILTER, text: ' tea ', has: 'link', from: 'id', lastDay: '2026-03-01' })).toEqual(
    {
      q: 'tea',
      has: 'link',
      from: 'id',
      end: span.end,
    },
  )
})

it('keeps days that the server does not know within its time', () => {
  expect(getStartOfDay('1969-01-01')).toBe(1)
  expect(getStartOfDay('9999-12-31', 2)).toBe(Date.UTC(10_000) - 1)
})
