import { describe, expect, it } from '@jest/globals'
import { excerptOf } from './excerpt.ts'

describe('excerptOf', () => {
  it('keeps short texts', () => {
    expect(excerptOf('Lovely!')).toBe('Lovely!')
    expect(excerptOf('')).toBe('')
  })

  it('cuts between characters, never in one', () => {
    const family = '👨‍👩‍👧‍👦'
    expect(excerptOf(family.repeat(141))).toBe(family.repeat(140))
    expect(excerptOf('e\u0301'.repeat(200))).toBe('e\u0301'.repeat(140))
  })
})
