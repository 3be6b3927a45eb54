import { expect, it } from '@jest/globals'
import { splitText } from './composer.tsx'

it('returns a short text as one part', () => {
  expect(splitText(' Hello. ', 20)).toEqual(['Hello.'])
})

it('splits at the end of a paragraph, line, sentence or word', () => {
  expect(splitText('One two.\n\nThree. Four', 14)).toEqual(['One two.', 'Three. Four'])
  expect(splitText('One two three. Four five', 18)).toEqual(['One two three.', 'Four five'])
  expect(splitText('one two three four five', 14)).toEqual(['one two three', 'four five'])
})

it('splits a long word, but no grapheme', () => {
  expect(splitText('a'.repeat(25), 10)).toEqual(['a'.repeat(10), 'a'.repeat(10), 'a'.repeat(5)])
  expect(splitText('👩‍👩‍👧'.repeat(3), 12)).toEqual(['👩‍👩‍👧'.repeat(2), '👩‍👩‍👧'])
})

it('counts an emoji as one character, as the server does', () => {
  expect(splitText('👍'.repeat(20), 20)).toEqual(['👍'.repeat(20)])
  expect(splitText('👍'.repeat(21), 20)).toEqual(['👍'.repeat(20), '👍'])
})

it('has nothing to send if nothing is visible', () => {
  expect(splitText('\u200b \u2060\ufe0f', 20)).toEqual([])
})

it('ends for one letter with thousands of marks', () => {
  const parts = splitText(`a${'\u0301'.repeat(5_000)}`, 1_000)
  expect(parts[0]).toBe(`a${'\u0301'.repeat(999)}`)
})

it('loses no word', () => {
  const words = Array.from({ length: 700 }, (_, index) => `word${index}`)
  const parts = splitText(words.join(' '), 1000)
  expect(parts.join(' ').split(' ')).toEqual(words)
  expect(parts.every((part) => part.length <= 1000)).toBe(true)
})
