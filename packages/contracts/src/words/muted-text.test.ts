import { describe, expect, it } from '@jest/globals'
import { createMutedTextTest, toMutedWordForm } from './muted-text.ts'

const now = new Date('2026-03-01T12:00:00Z')
const everywhere = { until: null, in: ['feed', 'alerts'] }

const isMuted = (word: string, text: string) =>
  createMutedTextTest(
    { words: [{ text: word, ...everywhere }], tags: new Set() },
    'feed',
    now,
  )({ texts: [text], tags: [] })

describe('a muted word', () => {
  it.each([
    ['ham', 'Ham, and eggs'],
    ['HAM', 'eggs and ham'],
    ['cafe', 'a Café in town'],
    ['café', 'CAFE!'],
    ['Łukasz', 'lukasz came'],
    ['strasse', 'Lange Straße'],
    ['season finale', 'The season   FINALE, at last'],
    ['ham', 'I like #ham'],
    ['#ham', 'I like ham'],
    ['馬鹿', 'お前は馬鹿だ'],
    ['バカ', 'ﾊﾞｶ野郎'],
    ['плохо', 'Это ПЛОХО'],
    ['한국', '한국 영화'],
    ['のプロフ 見て', '私のプロフ、見てね'],
    ['👍', 'well done 👍🏽'],
    ['ham', 'h\u200bam'],
    ['c++', 'I like C++.'],
  ])('%p mutes %p', (word, text) => expect(isMuted(word, text)).toBe(true))

  it.each([
    ['ham', 'Birmingham'],
    ['ham', 'hamlet'],
    ['season finale', 'the finale of the season'],
    ['ham', ''],
    ['...', 'wait...'],
    ['.*', 'anything'],
  ])('%p does not mute %p', (word, text) => expect(isMuted(word, text)).toBe(false))
})

describe('the test of texts', () => {
  const words = [
    { text: 'ham', until: '2026-03-01T12:00:01Z', in: ['feed'] },
    { text: 'eggs', until: null, in: ['alerts'] },
  ]
  const test = (place: 'feed' | 'alerts', at = now) =>
    createMutedTextTest({ words, tags: new Set(['moss']) }, place, at)
  const ham = { texts: ['toast', 'ham'], tags: [] }

  it('ends at the time of a word', () => {
    expect(test('feed')(ham)).toBe(true)
    expect(test('feed', new Date('2026-03-01T12:00:01Z'))(ham)).toBe(false)
  })

  it('knows the place of a word', () => {
    expect(test('alerts')(ham)).toBe(false)
    expect(test('alerts')({ texts: ['eggs'], tags: [] })).toBe(true)
  })

  it('mutes tags everywhere, and no words that look like them', () => {
    for (const place of ['feed', 'alerts'] as const) {
      expect(test(place)({ texts: [], tags: ['fern', 'moss'] })).toBe(true)
      expect(test(place)({ texts: ['moss'], tags: [] })).toBe(false)
    }
  })
})

it('compares words without case, accents and punctuation', () => {
  expect(toMutedWordForm('  Café-Crème ')).toBe('cafe creme')
  expect(toMutedWordForm('…')).toBe('')
})
