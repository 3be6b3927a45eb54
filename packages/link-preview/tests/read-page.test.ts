import { describe, expect, it } from '@jest/globals'
import { readPage } from '../src/page/read-page.ts'

const read = (html: string | Buffer, charset?: string) =>
  readPage({ content: Buffer.from(html as string), charset, url: new URL('https://example.com/a/b') })

describe('readPage', () => {
  it('prefers Open Graph to Twitter, and both to HTML', () => {
    const html = `<title>HTML</title><meta name="description" content="of HTML">`
    const twitter = `<meta name="twitter:title" content="Twitter"><meta name="twitter:description" content="of Twitter">`
    const graph = `<meta property="og:title" content="Graph"><meta property="og:description" content="of Graph">`
    expect(read(html)).toMatchObject({ title: 'HTML', description: 'of HTML' })
    expect(read(html + twitter)).toMatchObject({ title: 'Twitter', description: 'of Twitter' })
    expect(read(html + twitter + graph)).toMatchObject({ title: 'Graph', description: 'of Graph' })
    expect(read(`${graph}<meta property="og:title" content="Second">`)).toMatchObject({ title: 'Graph' })
    expect(read(`<meta property="og:title" content=" ">${html}`)).toMatchObject({ title: 'HTML' })
  })

  it('reads names in capitals, entities, and a name beside another', () => {
    const html = `<META NAME="OG:TITLE" CONTENT="Caf&eacute; &amp; bar &#128512;"><meta name="x" property="og:site_name" content="A site">`
    expect(read(html)).toMatchObject({ title: 'Café & bar 😀', site: 'A site' })
  })

  it('reads quotation marks at the ends of a title', () => {
    expect(read(`<meta property="og:title" content="&quot;A title&quot;" />`).title).toBe('"A title"')
    expect(read(`<title>&#8220;A&#x201d; &amp;amp; B</title>`).title).toBe('“A” &amp; B')
  })

  it('resolves the address of the picture', () => {
    const pictureOf = (content: string) => read(`<meta property="og:image" content="${content}">`).pictureUrl?.href
    expect(pictureOf('/p.png')).toBe('https://example.com/p.png')
    expect(pictureOf('p.png?a=1&amp;b=2')).toBe('https://example.com/a/p.png?a=1&b=2')
    expect(pictureOf('//cdn.example.com/p.png')).toBe('https://cdn.example.com/p.png')
    expect(pictureOf('https://[')).toBeUndefined()
    expect(pictureOf('')).toBeUndefined()
    expect(pictureOf(`https://example.com/${'a'.repeat(3_000)}`)).toBeUndefined()
  })

  it('takes no title from the body, a comment, a script or a picture', () => {
    const other = `<!-- <title>No</title> --><script>"<title>No</title>"</script><style>/*<title>No</title>*/</style>`
    expect(read(`<head>${other}</head><body><title>No</title>`).title).toBe('')
    expect(read(`<head>${other}<title>Yes</title></head>`).title).toBe('Yes')
    expect(read('<svg><title>No</title></svg>').title).toBe('')
    expect(read('<title>A <b>bold</b> title').title).toBe('A <b>bold</b> title')
  })

  it('decodes old charsets by the header, the meta tag or the byte order mark', () => {
    const russian = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])
    const japanese = Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea])
    const page = (head: string, title: Buffer) =>
      Buffer.concat([Buffer.from(`${head}<title>`), title, Buffer.from('</title>')])
    expect(read(page('', russian), 'windows-1251').title).toBe('Привет')
    expect(read(page('<meta charset="windows-1251">', russian)).title).toBe('Привет')
    expect(read(page('<meta http-equiv="content-type" content="text/html; charset=shift_jis">', japanese)).title).toBe(
      '日本語',
    )
    expect(read(page('', japanese), 'Shift_JIS').title).toBe('日本語')
    expect(read(Buffer.from('\ufeff<title>été</title>', 'utf16le')).title).toBe('été')
    expect(read('<title>été</title>', 'no-such-charset').title).toBe('été')
    expect(read(page('', Buffer.from([0xff, 0x41]))).title).toBe('�A')
  })

  it('cuts long texts between characters', () => {
    expect(read(`<title>${'👨‍👩‍👧'.repeat(300)}</title>`).title).toMatch(/^(?:👨‍👩‍👧)+…$/u)
    expect([...read(`<title>${'a'.repeat(100_000)}</title>`).title]).toHaveLength(200)
    expect(
      [...read(`<meta name="description" content="${'b '.repeat(5_000)}">`).description].length,
    ).toBeLessThanOrEqual(300)
  })

  it('makes one line of a text, and removes controls of its direction and invisible characters', () => {
    const text = 'A\u202e title\u2066 \n\t of\u0007 \u200bthe\u00ad\ufeff page\u2069\u2028end\ud800'
    expect(read(`<meta property="og:title" content="${text}">`).title).toBe('A title of the page end�')
  })

  it('takes little time for a page that nests deeply or never ends its tags', () => {
    const before = process.cpuUsage()
    for (const html of [
      '<div>'.repeat(50_000),
      '<meta '.repeat(40_000),
      `<title>${'<'.repeat(250_000)}`,
      '&'.repeat(250_000),
      `<a ${'b="'.repeat(75_000)}`,
    ])
      read(html)
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(10_000) // of this process alone: other work does not count
  })
})
