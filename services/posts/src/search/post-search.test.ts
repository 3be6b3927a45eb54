import { expect, it } from '@jest/globals'
import {
  createFirstCursor,
  type FoundPost,
  type FoundPostsWindow,
  findPostsToRank,
  RANKED_POSTS,
  type SearchCursor,
  toSearchPage,
} from './post-search.ts'

const NOW = new Date('2026-03-01T00:00:00Z')
const DAY_MS = 86_400_000
const LIMIT = 5

/** Creates posts that match a search, newest first, a number of days apart. `isExact` says which have the words as they were typed. */
const createMatches = (count: number, days: number, isExact: (index: number) => boolean): FoundPost[] =>
  Array.from({ length: count }, (_, index) => ({
    _id: String(10_000 - index),
    createdAt: new Date(NOW.getTime() - Math.floor(index * days * DAY_MS) - 1),
    isExact: isExact(index),
  }))

/** Searches in these matches, and records the numbers of posts that are searched for. */
function createSearch(matches: readonly FoundPost[]) {
  const limits: number[] = []
  const find = async ({ after, limit }: FoundPostsWindow) => {
    limits.push(limit)
    return matches.filter(({ createdAt }) => createdAt < after.createdAt).slice(0, limit + 1)
  }
  return { find, limits }
}

async function readAllPages(matches: readonly FoundPost[], findToRank: typeof findPostsToRank): Promise<string[][]> {
  const { find } = createSearch(matches)
  const pages: string[][] = []
  for (let cursor: SearchCursor | undefined = createFirstCursor('', NOW); cursor; ) {
    const { page, next } = toSearchPage(await findToRank(find, cursor, LIMIT), cursor, LIMIT)
    pages.push(page.map(({ _id }) => _id))
    cursor = next
  }
  return pages
}

it('ranks every page of few posts as if it had read all that are ranked together', async () => {
  const isExactBy: ((index: number) => boolean)[] = [
    () => true,
    () => false,
    (index) => index % 2 === 0,
    (index) => index > 6,
    (index) => index < 4,
    (index) => (index * 7919) % 11 < 6,
    (index) => index === 40,
  ]
  for (const isExact of isExactBy)
    for (const days of [0.01, 1, 30])
      for (const count of [0, 4, 5, 6, 9, 10, RANKED_POSTS, RANKED_POSTS + 1, 123]) {
        const matches = createMatches(count, days, isExact)
        const expected = await readAllPages(matches, (find, { after }) => find({ after, limit: RANKED_POSTS }))
        expect(await readAllPages(matches, findPostsToRank)).toEqual(expected)
        expect(expected.flat().toSorted()).toEqual(matches.map(({ _id }) => _id).toSorted())
      }
})

it('reads few posts if enough of them have the words as typed, and otherwise all that are ranked together', async () => {
  const first = createFirstCursor('', NOW)
  const exact = createSearch(createMatches(200, 1, () => true))
  await findPostsToRank(exact.find, first, LIMIT)
  expect(exact.limits).toEqual([8])
  const other = createSearch(createMatches(200, 1, (index) => index > 6))
  await findPostsToRank(other.find, first, LIMIT)
  expect(other.limits).toEqual([8, RANKED_POSTS])
})
