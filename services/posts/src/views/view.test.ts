import { expect, it } from '@jest/globals'
import {
  chooseNewViews,
  getOldestViewDay,
  MAX_VIEWED_POSTS_PER_DAY,
  NO_VIEWS,
  roundViews,
  toPostViewsView,
} from './view.ts'

it.each([
  [0, 0],
  [999, 999],
  [1_000, 1_000],
  [1_099, 1_000],
  [1_999, 1_900],
  [12_345, 12_000],
  [1_000_000, 1_000_000],
  [1_999_999, 1_900_000],
])('%d views are shown as %d: exact below 1,000, then two digits, never more than there are', (count, shown) => {
  expect(roundViews(count)).toBe(shown)
})

it('a post counts once a day, whatever a page repeats', () => {
  expect(chooseNewViews(['b', 'a', 'b', 'c'], ['c'])).toEqual(['a', 'b'])
  expect(chooseNewViews(['a'], ['a'])).toEqual([])
})

it('a member who sees more posts a day than anybody reads is no longer counted', () => {
  const viewed = Array.from({ length: MAX_VIEWED_POSTS_PER_DAY }, (_, n) => `post ${n}`)
  expect(chooseNewViews(['a'], viewed)).toEqual([])
  expect(chooseNewViews(['a'], viewed.slice(1))).toEqual(['a'])
})

it('only the author knows views that the author hides', () => {
  const views = { ...NO_VIEWS, count: 1_234, isHidden: true }
  expect(toPostViewsView(views, false)).toBeNull()
  expect(toPostViewsView(views, true)).toEqual({ ...views, count: 1_200 })
})

it('the sets of yesterday are kept, across the end of a month', () => {
  expect(getOldestViewDay(new Date('2026-03-01T00:00:00Z'))).toBe('2026-02-28')
})
