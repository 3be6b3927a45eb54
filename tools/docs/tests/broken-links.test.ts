import { describe, expect, it } from '@jest/globals'
import { brokenLinks } from '../src/broken-links.ts'

const FILES = [
  'README.md',
  'docs/one.md',
  'services/posts/README.md',
  'services/posts/src/likes/like.ts',
  'docs/a.webp',
]

/** What is broken where `docs/one.md` says `text`. */
const inText = (text: string, file = 'docs/one.md') =>
  brokenLinks(FILES, new Map(Object.entries({ 'README.md': '# Meadow\n\n## Set up it\n', [file]: text })))

describe('links in a page', () => {
  it.each([
    ['to a file', '[x](../services/posts/README.md)'],
    ['to a folder', '[x](../services/posts/)'],
    ['to a heading', '[x](../README.md#set-up-it)'],
    ['to a heading of the page itself', '# One\n\n[x](#one)'],
    ['to a picture', '![x](a.webp) <img src="a.webp">'],
    ['to another site', '[x](https://example.org/x) <mail@example.org>'],
  ])('may lead %s', (_where, text) => expect(inText(text)).toEqual([]))

  it.each([
    ['to no file', '[x](two.md)'],
    ['to no heading', '[x](../README.md#set-up)'],
    ['out of the repository', '[x](../../README.md)'],
    ['to no picture', '<img\n  src="b.webp">'],
    ['to no file, in a table', '| a |\n| --- |\n| [x](two.md) |'],
    ['to no file, by a name', '[x]\n\n[x]: two.md'],
  ])('are reported when they lead %s', (_where, text) =>
    expect(inText(text)).toEqual([expect.stringMatching(/^docs\/one\.md: the link \S+ leads nowhere$/)]),
  )
})

describe('paths in a page', () => {
  it.each([
    ['the root', '`services/posts/src/likes/`', 'docs/one.md'],
    ['the folder of the page', '`src/likes/like.ts`', 'services/posts/README.md'],
    ['its sources', '`likes/like.ts`', 'services/posts/README.md'],
  ])('may be said as seen from %s', (_where, text, file) => expect(inText(text, file)).toEqual([]))

  it('are reported when there is no such file', () => {
    expect(inText('`services/posts/src/likes.ts`')).toEqual(['docs/one.md: there is no services/posts/src/likes.ts'])
  })

  it('are no addresses, types of content or names of data', () => {
    expect(inText('`/media/p` `image/webp` `GET /posts/:id` `logs/` `.meadow/logs/x.ts` `<name>/x.ts`')).toEqual([])
  })
})
