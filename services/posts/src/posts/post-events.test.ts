import { describe, expect, it } from '@jest/globals'
import { createExcerpt } from './post-events.ts'

describe('excerptOf', () => {
  it('keeps short texts', () => {
    expect(createExcerpt('Lovely!')).toBe('Lovely!')
    expect(createExcerpt('')).toBe('')
  })

  it('cuts between characters, never in one', () => {
    const family = '👨‍👩‍👧‍👦'
    expect(createExcerpt(family.repeat(141))).toBe(family.repeat(140))
    expect(createExcerpt('e\u0301'.repeat(200))).toBe('e\u0301'.repeat(140))
  })
})
