import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { type FoundFacet, findFacets } from './find-facets.ts'
import { MAX_MENTIONS, MAX_TEXT_FACETS } from './limits.ts'

const cut = (text: string, { start, end }: FoundFacet) => [...text].slice(start, end).join('')
/** Returns what is found in a text, as it stands there. */
const findIn = (text: string) => findFacets(text).map((facet) => cut(text, facet))
const findUrls = (text: string) => findFacets(text).flatMap(({ url }) => url ?? [])
const findUsernames = (text: string) => findFacets(text).flatMap(({ username }) => username ?? [])
const findTags = (text: string) => findFacets(text).flatMap(({ tag }) => tag ?? [])

describe('links', () => {
  it.each([
    ['See https://example.org/a.', 'https://example.org/a'],
    ['(see https://example.org/a)', 'https://example.org/a'],
    ['https://en.wikipedia.org/wiki/Moss_(plant), too', 'https://en.wikipedia.org/wiki/Moss_(plant)'],
    ['“https://example.org/a”', 'https://example.org/a'],
    ['"https://example.org/a"!', 'https://example.org/a'],
    ['Really, https://example.org/a?b=c&d=e#f?', 'https://example.org/a?b=c&d=e#f'],
    ['😀 https://example.org/😀 there', 'https://example.org/😀'],
    ['Ours: example.garden/seeds.', 'example.garden/seeds'],
    ['https://example.org/a\u200bb', 'https://example.org/a'],
    ['example.com/photo.JPG', 'example.com/photo.JPG'],
    ['EXAMPLE.COM/a', 'EXAMPLE.COM/a'],
    ['https://example.org/\u202egpj.exe', 'https://example.org/'],
    ['价格：https://example.org/价', 'https://example.org/价'],
  ])('stand in %j as %j', (text, link) => {
    expect(findIn(text)).toEqual([link])
  })

  it('lead to the host in ASCII, whatever it looks like', () => {
    expect(findUrls('https://аррӏе.com/ ebаy.com http://googĺe.com')).toEqual([
      'https://xn--80ak6aa92e.com/',
      'https://xn--eby-7cd.com/',
      'http://xn--googe-95a.com/',
    ])
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,hello',
    'ftp://example.org/a',
    '//example.org/a',
    'https://',
    'http://localhost:3000/a',
    'mara@example.org',
    'mailto:mara@example.org',
    'Thanks.It was lovely.So was the walk',
    'Version 1.2.3, at 10.30',
    'the file notes.txt2',
    'https://mara:secret@example.org'.replace('https://', 'https:/ /'),
  ])('are not in %j', (text) => {
    expect(findUrls(text)).toEqual([])
  })
})

describe('links to this installation', () => {
  const find = (text: string, ownOrigin: string) => findFacets(text, ownOrigin).flatMap(({ url }) => url ?? [])

  it.each([
    ['Read http://localhost:5000/post/1?comment=2.', 'http://localhost:5000', 'http://localhost:5000/post/1?comment=2'],
    ['(http://LOCALHOST:5000)', 'http://localhost:5000', 'http://localhost:5000/'],
    ['http://meadow/post/1', 'http://meadow', 'http://meadow/post/1'],
    ['http://meadow:80/post/1', 'http://meadow', 'http://meadow/post/1'],
    ['https://meadow.example/post/1', 'https://meadow.example', 'https://meadow.example/post/1'],
  ])('stand in %j, at %s', (text, ownOrigin, url) => {
    expect(find(text, ownOrigin)).toEqual([url])
  })

  it.each([
    'http://localhost:5001/post/1',
    'https://localhost:5000/post/1',
    'http://localhost/post/1',
    'localhost:5000/post/1',
    'http://localhost5000/',
    'http://mara:secret@localhost:5001/',
    'ftp://localhost:5000/',
    '`http://localhost:5000/post/1`',
  ])('are not in %j', (text) => {
    expect(find(text, 'http://localhost:5000')).toEqual([])
  })
})

describe('mentions', () => {
  it.each([
    ['Hello @mara, and @Ines.Duarte.', ['mara', 'ines.duarte']],
    ['(@mara) [@ines] “@tom_w”: @leo!', ['mara', 'ines', 'tom_w', 'leo']],
    ["@mara's garden", ['mara']],
    ['.@mara and @ines/@tom', ['mara', 'ines']],
    ['谢谢@mara你好', ['mara']],
    ['@mara @MARA', ['mara', 'mara']],
    ['😀@mara😀', ['mara']],
  ])('stand in %j', (text, usernames) => {
    expect(findUsernames(text)).toEqual(usernames)
  })

  it.each([
    'mara@example.org',
    'mail mara@mara',
    '@mara@social.example',
    'https://video.example/@mara?by=@mara',
    'video.local/@mara',
    '@maraé',
    '@ma',
    '@@mara',
    'é@mara',
    '@\u200bmara',
    '@ｍａｒａ',
    `@${'a'.repeat(31)}`,
    '`@mara` and ```\n@mara https://example.org #tag\n```',
    '``a ` @mara``',
  ])('are not in %j', (text) => {
    expect(findUsernames(text)).toEqual([])
  })

  it('stand beside a backtick without a second one', () => {
    expect(findUsernames('5` @mara\n and ` @ines')).toEqual(['mara', 'ines'])
  })

  it('are at most ten different ones', () => {
    const names = Array.from({ length: 30 }, (_, index) => `@name${index}`)
    expect(findUsernames([...names, '@name3'].join(' '))).toHaveLength(MAX_MENTIONS + 1)
  })
})

describe('tags', () => {
  it.each([
    ['A #Walk, in #the_woods. (#2026summer)', ['walk', 'the_woods', '2026summer']],
    ['#日本語 #हिन्दी #العربية #ไทย ＃タグ', ['日本語', 'हिन्दी', 'العربية', 'ไทย', 'タグ']],
    ['#می\u200cخواهم', ['می\u200cخواهم']],
    ['#Straße #ﬁne', ['straße', 'fine']],
    ['#walk😀', ['walk']],
  ])('stand in %j', (text, tags) => {
    expect(findTags(text)).toEqual(tags)
  })

  it.each([
    '#1',
    '# a',
    '#️⃣',
    'C#sharp',
    '&#39;',
    '##a',
    'https://example.org/#part',
    `#${'a'.repeat(101)}`,
    '`#a`',
    '#\ufdfa',
  ])('are not in %j', (text) => {
    expect(findTags(text)).toEqual([])
  })
})

const pieces = fc.constantFrom(
  ...[
    '@mara',
    '#tag',
    'https://example.org/(a)',
    'example.org',
    ' ',
    '\n',
    '`',
    '```',
    '😀',
    '\u202e',
    '\u200b',
    'é',
    '.',
  ],
  ...[
    '(',
    ')',
    '"',
    '@',
    '#',
    '/',
    ':',
    'a',
    '漢',
    'ي',
    '\u200d',
    'mara@example.org',
    '&#39;',
    '\ufe0f',
    'http://аpple.com',
  ],
)

it('an address ends at code that follows it directly', () => {
  const text = 'https://example.org/(a)`@mara`'
  expect(findFacets(text)).toEqual([{ start: 0, end: 23, url: 'https://example.org/(a)' }])
})

it('facets are sorted parts of the text that do not overlap, and their data is of these parts', () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(pieces, { maxLength: 40 }), fc.array(fc.string({ unit: 'binary' }))), (parts) => {
      const text = parts.join('')
      let end = 0
      for (const facet of findFacets(text)) {
        expect(facet.start).toBeGreaterThanOrEqual(end)
        expect(facet.end).toBeGreaterThan(facet.start)
        end = facet.end
        const part = cut(text, facet)
        if (facet.username) expect(part.toLowerCase()).toBe(`@${facet.username}`)
        if (facet.tag) expect(part.slice(1).normalize('NFKC').toLowerCase()).toBe(facet.tag)
        if (facet.url) expect(URL.parse(/^https?:/i.test(part) ? part : `https://${part}`)?.href).toBe(facet.url)
      }
      expect(end).toBeLessThanOrEqual([...text].length)
    }),
    { numRuns: 500 },
  )
})

it.each([
  ...[
    'a.',
    '@a',
    '#a',
    '`',
    '``a',
    'http://',
    '(',
    'a.a~',
    'a-',
    '[(',
    'www.',
    'a@',
    '@a.',
    '#\u200d',
    '"\'',
    '漢',
    '😀',
    'é.',
    '://',
  ],
  ...['https://a.b/(', 'https://a.b/"', 'a.b/', 'x_', '1.', '\u202e', 'a.com ', '@mara ', '#tag '],
])('5,000 characters of %j take less than half a second', (piece) => {
  const text = piece.repeat(5_000 / piece.length)
  const startedAt = performance.now()
  expect(findFacets(text).length).toBeLessThanOrEqual(MAX_TEXT_FACETS)
  expect(performance.now() - startedAt).toBeLessThan(500)
})
