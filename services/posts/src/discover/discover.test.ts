import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  type DiscoverCandidate,
  MAX_DISCOVER_POSTS,
  MAX_POSTS_OF_AUTHOR,
  MIN_POSTS_BETWEEN_AUTHOR,
  rankDiscover,
  scoreCandidate,
  selectReason,
} from './discover.ts'

const NOW = new Date('2026-03-08T12:00:00Z')
const HOUR_MS = 3_600_000

const candidate = (_id: string, given: Partial<DiscoverCandidate> & { hours?: number } = {}): DiscoverCandidate => ({
  _id,
  authorId: `author of ${_id}`,
  createdAt: new Date(NOW.getTime() - (given.hours ?? 1) * HOUR_MS),
  likesCount: 0,
  commentsCount: 0,
  facets: [],
  likedByFollowed: [],
  likedBySimilar: 0,
  ...given,
})
const rank = (candidates: DiscoverCandidate[]) => rankDiscover(candidates, [], NOW).map(({ postId }) => postId)

describe('the ranking of Discover', () => {
  it('puts what followed members like before what is only popular, and this before what is only new', () => {
    const candidates = [
      candidate('new'),
      candidate('popular', { likesCount: 12, commentsCount: 2 }),
      candidate('liked', { likedByFollowed: ['mara'], likesCount: 12, commentsCount: 2 }),
    ]
    expect(rank(candidates)).toEqual(['liked', 'popular', 'new'])
  })

  it('halves the score each day, so that no post stays in front', () => {
    const one = candidate('one', { likesCount: 9 })
    expect(scoreCandidate({ ...one, createdAt: new Date(NOW.getTime() - 25 * HOUR_MS) }, NOW)).toBeCloseTo(
      scoreCandidate(one, NOW) / 2,
    )
    expect(rank([candidate('week', { likesCount: 1_000, hours: 160 }), candidate('hour')])).toEqual(['hour', 'week'])
  })

  it('leaves out excluded authors and tags', () => {
    const tagged = candidate('tagged', { facets: [{ start: 0, end: 5, tag: 'moss' }] })
    const exclusions = [
      { kind: 'author' as const, subject: 'author of a' },
      { kind: 'tag' as const, subject: 'moss' },
    ]
    const ranked = rankDiscover([candidate('a'), candidate('b'), tagged], exclusions, NOW)
    expect(ranked.map(({ postId }) => postId)).toEqual(['b'])
  })

  it('gives posts of a clock that is ahead no advantage', () => {
    expect(scoreCandidate(candidate('ahead', { hours: -9 }), NOW)).toBe(
      scoreCandidate(candidate('now', { hours: 0 }), NOW),
    )
  })

  it('never repeats a post, and mixes authors as long as there are others', () => {
    const anyCandidate = fc.record({
      _id: fc.nat({ max: 150 }).map(String),
      author: fc.oneof(fc.constant(0), fc.nat({ max: 8 })),
      hours: fc.nat({ max: 167 }),
      likesCount: fc.nat({ max: 500 }),
      commentsCount: fc.nat({ max: 50 }),
      likers: fc.nat({ max: 4 }),
    })
    fc.assert(
      fc.property(fc.array(anyCandidate, { maxLength: 200 }), (given) => {
        const candidates = given.map(({ author, likers, ...rest }) =>
          candidate(rest._id, { ...rest, authorId: `a${author}`, likedByFollowed: Array(likers).fill('mara') }),
        )
        const ranked = rankDiscover(candidates, [], NOW)
        expect(new Set(ranked.map(({ postId }) => postId)).size).toBe(ranked.length)
        expect(ranked.length).toBeLessThanOrEqual(MAX_DISCOVER_POSTS)
        const lastAuthors = (place: number) =>
          ranked.slice(Math.max(0, place - MIN_POSTS_BETWEEN_AUTHOR), place).map(({ authorId }) => authorId)
        const counts = new Map<string, number>()
        for (const [place, { authorId }] of ranked.entries()) {
          counts.set(authorId, (counts.get(authorId) ?? 0) + 1)
          if (!lastAuthors(place).includes(authorId)) continue
          const left = ranked.slice(place).map((entry) => entry.authorId)
          expect(left.every((other) => lastAuthors(place).includes(other))).toBe(true)
        }
        expect(Math.max(0, ...counts.values())).toBeLessThanOrEqual(MAX_POSTS_OF_AUTHOR)
        if (ranked.length < MAX_DISCOVER_POSTS) {
          const wanted = Map.groupBy(
            new Map(candidates.map((one) => [one._id, one])).values(),
            ({ authorId }) => authorId,
          )
          for (const [author, posts] of wanted)
            expect(counts.get(author)).toBe(Math.min(posts.length, MAX_POSTS_OF_AUTHOR))
        }
      }),
    )
  })
})

describe('the reason of a post', () => {
  const facets = [{ start: 0, end: 5, tag: 'moss' }]

  it.each([
    [
      { likedByFollowed: ['mara', 'ben'], followedTag: 'moss' },
      { kind: 'liked-by-followed', memberId: 'mara' },
    ],
    [
      { followedTag: 'moss', likedBySimilar: 3 },
      { kind: 'followed-tag', tag: 'moss' },
    ],
    [{ likedBySimilar: 1, likesCount: 9 }, { kind: 'liked-by-similar' }],
    [
      { likesCount: 2, commentsCount: 1, facets },
      { kind: 'popular-tag', tag: 'moss' },
    ],
    [{ likesCount: 3 }, { kind: 'popular' }],
    [{ likesCount: 2, facets }, { kind: 'new' }],
  ])('of %j is %j', (given, reason) => {
    expect(selectReason(candidate('one', given))).toEqual(reason)
  })
})
