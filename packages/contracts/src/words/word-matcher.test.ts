import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createWordMatcher } from './word-matcher.ts'

const matches = (word: string, text: string) => createWordMatcher([word])(text)

describe('a refused word', () => {
  it.each([
    ['ham', 'Ham, and eggs'],
    ['ham', 'eggs_and_ham'],
    ['ham', '“ham”'],
    ['HAM', 'ham'],
    ['ham', 'ｈａｍ'], // full width
    ['ham', 'h\u200ba\u00adm'], // invisible characters
    ['Straße', 'STRASSE'],
    ['ﬁsh', 'FISH'],
    ['ΟΔΟΣ', 'οδος'],
    ['café', 'cafe\u0301'],
    ['buy now', 'Buy,\n  NOW!'],
    ['spam.example', 'see https://spam.example/x'],
    ['c++', 'I like C++.'],
    ['🥓', 'eggs🥓eggs'],
    ['плохо', 'Это ПЛОХО'],
    ['سيئ', 'هذا سيئ جدا'],
    ['馬鹿', 'お前は馬鹿だ'],
    ['バカ', 'ﾊﾞｶ野郎'],
    ['坏人', '这是坏人吗'],
    ['เลว', 'คนเลวมาก'],
    ['ham', '馬ham鹿'],
    ['ham', 'h\u0430m'], // Cyrillic а
    ['ham', '\u041d\u0410M'], // Cyrillic capitals, and a Latin one
    ['pie', 'a p\u0456e'], // Cyrillic і
    ['pie', 'a P\u0406E'],
    ['coop', 'the \u0441\u043e\u043e\u0440'], // Cyrillic alone, in a Latin text
    ['no ham', 'no h\u0430m'],
    ['ham', '𝐡𝒶ᵐ'], // mathematical letters and a superscript
    ['ham', 'ⓗⓐⓜ'],
    ['ham', 'h\u0336a\u0336m\u0336'], // strokes through letters
    ['ham', 'h\u20e0am'],
    ['ham', 'ha\u0301\u0316\u0321\u0347\u0353m'], // a pile of marks
    ['ham', 'h\u200d\u2060\u034fam'], // what nobody sees
    ['плохо', 'Это плoхо'], // Latin o
    ['НЕТ', 'НEТ'], // Latin E
    ['νότα', 'vότα'],
  ])('%p is found in %p', (word, text) => expect(matches(word, text)).toBe(true))

  it.each([
    ['ham', 'Birmingham'],
    ['ham', 'hamlet'],
    ['ham', 'ham2'],
    ['cunt', 'Scunthorpe'],
    ['buy now', 'buy it now'],
    ['馬鹿', '馬と鹿'],
    ['ham', 'h a m'],
    ['плохо', 'плоховато'],
    ['e', 'e\u0302'], // a letter with a mark is another letter
    ['ham', ''],
    // words of other scripts that look like the refused one are what they are
    ['coop', '\u0441\u043e\u043e\u0440'],
    ['het', 'Этого тут НЕТ'],
    ['oca', 'Летит оса'],
    ['oca', 'See Летит оса'],
    ['hac', 'ДАЙ НАС'],
    ['vov', 'νον'],
    ['плохо', 'nлoxo'],
    ['corn', 'com'], // nor do Latin letters count as others
    ['modern', 'm\u043edem'], // Cyrillic о, and still an m
    ['harn', 'hаm'],
    ['papa', 'papá'],
    ['e', 'ế'], // two marks are Vietnamese
    ['ẹ', 'ẹ́'], // and Yoruba
    ['agui', 'ag̃ui'], // Guarani
    ['ham', 'SMSка из дома'],
  ])('%p is not found in %p', (word, text) => expect(matches(word, text)).toBe(false))

  it('of nothing but punctuation is none', () => {
    expect(createWordMatcher(['', '...', '\u200b'])('... a')).toBe(false)
  })

  it('is found among others, also if one begins as another', () => {
    const contains = createWordMatcher(['ham', 'ham and eggs', 'hammer'])
    expect(['ham', 'a hammer', 'ham and eggs', 'hamm', 'ham and'].map(contains)).toEqual([
      true,
      true,
      true,
      false,
      true,
    ])
  })

  it('is found wherever it stands between other words', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/)
    fc.assert(
      fc.property(word, fc.array(word), fc.array(word), (refused, before, after) => {
        expect(matches(refused, [...before, refused.toUpperCase(), ...after].join(' '))).toBe(true)
        const others = [...before, ...after].filter((other) => other !== refused)
        expect(matches(refused, others.join('-'))).toBe(false)
      }),
    )
  })

  it('is looked for in bounded time, however the text and the words are made', () => {
    const texts = [
      'a '.repeat(2_500),
      '坏'.repeat(5_000),
      'a'.repeat(5_000),
      '\ufdfa'.repeat(5_000),
      'a-'.repeat(2_500),
      'a\u0430 '.repeat(1_666),
      'a\u0430'.repeat(2_500),
      `a${'\u0336'.repeat(4_999)}`,
      'a\u0301\u0336'.repeat(1_666),
    ]
    const words = [
      ...Array.from({ length: 250 }, (_, n) => `${'a '.repeat(20)}${n}`),
      ...Array.from({ length: 250 }, (_, n) => `${'坏'.repeat(40)}${n}`),
      ...Array.from({ length: 250 }, (_, n) => `${'a'.repeat(40)}${n}`),
      ...Array.from({ length: 250 }, (_, n) => `word ${n}`),
    ]
    const contains = createWordMatcher(words)
    for (const text of texts) contains(text) // compiles
    const before = process.cpuUsage()
    expect(texts.map(contains)).toEqual(texts.map(() => false))
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(1_500) // a search for each word takes many seconds
  })
})
