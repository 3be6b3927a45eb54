import { expect, it } from '@jest/globals'
import { toSnippet } from './found-snippet.ts'

const show = (content: string, ranges: [number, number][]) =>
  toSnippet(
    content,
    ranges.map(([start, end]) => ({ start, end })),
  )
    .map(({ text, isFound }) => (isFound ? `[${text}]` : text))
    .join('')

it.each<[string, [number, number][], string]>([
  ['Seeds of sorrel', [[9, 15]], 'Seeds of [sorrel]'],
  [
    '😀 seeds, seeds',
    [
      [2, 7],
      [9, 14],
    ],
    '😀 [seeds], [seeds]',
  ],
  ['Nothing', [], 'Nothing'],
  [`${'word '.repeat(40)}sorrel soup`, [[200, 206]], '…word word word word [sorrel] soup'],
  [`${'x'.repeat(100)}sorrel`, [[100, 106]], `…${'x'.repeat(24)}[sorrel]`],
  ['short', [[3, 99]], 'sho[rt]'],
])('marks in %j the ranges %j: %j', (content, ranges, snippet) => {
  expect(show(content, ranges)).toBe(snippet)
})

it('bounds a long text', () => {
  expect(show('a'.repeat(5_000), [[0, 5_000]])).toBe(`[${'a'.repeat(300)}]`)
})
