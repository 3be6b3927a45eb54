import { describe, expect, it } from '@jest/globals'
import { rankTrends, type TagUse } from './tag.ts'

const use = (tag: string, uses: number, earlierUses: number, authorsCount = uses): TagUse => ({
  tag,
  uses,
  authorsCount,
  postsCount: uses,
  earlierUses,
})

describe('rankTrends', () => {
  it('puts a tag that rises before one that is always used much', () => {
    const ranked = rankTrends([use('always', 110, 700), use('rises', 30, 14), use('new', 12, 0)])
    expect(ranked.map(({ tag }) => tag)).toEqual(['rises', 'new', 'always'])
  })

  it('leaves out what falls, and what few members use, however often', () => {
    expect(rankTrends([use('falls', 50, 700), use('spam', 400, 0, 2)])).toEqual([])
  })
})
