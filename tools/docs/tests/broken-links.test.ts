import { describe, expect, it } from '@jest/globals'
import { findBrokenLinks } from '../src/broken-links.ts'

const FILES = [
  'README.md',
  'docs/one.md',
  'services/posts/README.md',
  'services/posts/src/likes/like.ts',
  'docs/a.webp',
]

/** Returns the broken links of `text` as a page. */
const check = (text: string, file = 'docs/one.md') =>
  findBrokenLinks(FILES, new Map(Object.entries({ 'README.md': '# Meadow\n\n## Set up it\n', [file]: text })))

describe('links in a page', () => {
  it.each([
    ['to a file', '[x](../services/posts/README.md)'],
    ['to a folder', '[x](../services/posts/)'],
    ['to a heading', '[x](../README.md#set-up-it)'],
    ['to a heading of the page itself', '# One\n\n[x](#one)'],
    ['to a picture', '![x](a.webp) <img src="a.webp">'],
    ['to another site', '[x](https://example.org/x) <mail@example.org>'],
  ])('may point %s', (_where, text) => expect(check(text)).toEqual([]))

  it.each([
    ['to no file', '[x](two.md)'],
    ['to no heading', '[x](../README.md#set-up)'],
    ['out of the repository', '[x](../../README.md)'],
    ['to no picture', '<img\n  src="b.webp">'],
    ['to no file, in a table', '| a |\n| --- |\n| [x](two.md) |'],
    ['to no file, by a reference', '[x]\n\n[x]: two.md'],
  ])('are reported when they point %s', (_where, text) =>
    expect(check(text)).toEqual([expect.stringMatching(/^docs\/one\.md: the link \S+ is broken$/)]),
  )
})

describe('paths in a page', () => {
  it.each([
    ['the root', '`services/posts/src/likes/`', 'docs/one.md'],
    ['the folder of the page', '`src/likes/like.ts`', 'services/posts/README.md'],
    ['its sources', '`likes/like.ts`', 'services/posts/README.md'],
  ])('may be relative to %s', (_where, text, file) => expect(check(text, file)).toEqual([]))

  it('are reported when the file does not exist', () => {
    expect(check('`services/posts/src/likes.ts`')).toEqual(['docs/one.md: services/posts/src/likes.ts does not exist'])
  })

  it('do not include URLs, content types and data folders', () => {
    expect(check('`/media/p` `image/webp` `GET /posts/:id` `logs/` `.meadow/logs/x.ts` `<name>/x.ts`')).toEqual([])
  })
})
