import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { folded, gramsOf } from './folded.ts'

describe('what a text is found by', () => {
  it('has no case and no accents', () => {
    expect(folded('Inês ﬁnds CAFÉ')).toBe('ines finds cafe')
  })

  it('is all that is three characters long in it, once, emoji whole', () => {
    expect(gramsOf('banana')).toEqual(['ban', 'ana', 'nan'])
    expect(gramsOf('a🙂b🙂')).toEqual(['a🙂b', '🙂b🙂'])
    expect(gramsOf('ab')).toEqual([])
  })

  it('holds all of what any part of it is found by', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), fc.nat(), (text, from, length) => {
        const characters = [...text]
        const part = characters.slice(from % (characters.length + 1)).slice(0, length % 20)
        expect(gramsOf(text)).toEqual(expect.arrayContaining(gramsOf(part.join(''))))
      }),
    )
  })
})
