import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { fetchPreview } from '../src/page/fetch-preview.ts'
import { openTestSite, redirectTo, sendPage, type TestSite } from './test-site.ts'

const PAGE = '<!doctype html><html><head><title>A page</title></head><body>text</body></html>'
const PICTURE = Buffer.from('a picture')
/** The name of the site resolves to this machine, which is permitted for the site alone. */
const fetch = (site: TestSite, path: string, resolvesTo = '127.0.0.1') =>
  fetchPreview(`${site.origin}${path}`, {
    allowedHosts: [site.host],
    resolveHost: async () => [{ address: resolvesTo, family: 4 }],
  })

describe('fetchPreview', () => {
  it('reads a page and its picture, and says who asks', async () => {
    const html = `<meta property="og:title" content="A title"><meta property="og:image" content="/picture.png">`
    const headers: unknown[] = []
    await using site = await openTestSite({
      '/a': (response, request) => {
        headers.push(request.headers)
        sendPage(html)(response, request)
      },
      '/picture.png': sendPage(PICTURE, 'image/png'),
    })
    expect(await fetch(site, '/a')).toEqual({ title: 'A title', description: '', site: '', picture: PICTURE })
    expect(site.requests).toEqual(['/robots.txt', '/a', '/robots.txt', '/picture.png'])
    const [sent] = headers as Record<string, string>[]
    expect(sent?.['user-agent']).toContain('Meadow')
    expect(Object.keys(sent ?? {}).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ])
  })

  it('reads XHTML, and a picture that a store of files sends as a download', async () => {
    const html = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>A page</title><meta property="og:image" content="/p"/></head></html>`
    await using site = await openTestSite({
      '/a': (response, request) => {
        if (request.headers.accept?.includes('application/xhtml+xml'))
          sendPage(html, 'application/xhtml+xml')(response, request)
        else response.writeHead(406).end()
      },
      '/p': sendPage(PICTURE, 'binary/octet-stream', { 'Content-Disposition': 'attachment' }),
    })
    expect(await fetch(site, '/a')).toMatchObject({ title: 'A page', picture: PICTURE })
  })

  it('requests no address that a page names, except its picture', async () => {
    const html = `<link type="application/json+oembed" href="/oembed"><link rel="canonical" href="/other"><meta http-equiv="refresh" content="0;url=/other"><title>A page</title>`
    await using site = await openTestSite({ '/a': sendPage(html), '/other': sendPage('<title>Another</title>') })
    expect((await fetch(site, '/a')).title).toBe('A page')
    expect(site.requests).toEqual(['/robots.txt', '/a'])
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('reads a page that is compressed by %s', async (encoding, compress) => {
    await using site = await openTestSite({
      '/a': sendPage(compress(PAGE), 'text/html', { 'Content-Encoding': encoding }),
    })
    expect((await fetch(site, '/a')).title).toBe('A page')
  })

  it('reads the beginning of a page that is compressed a thousand times, and no more', async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from(PAGE.replace('</head>', '')), Buffer.alloc(300_000_000)]))
    await using site = await openTestSite({ '/a': sendPage(bomb, 'text/html', { 'Content-Encoding': 'gzip' }) })
    const before = process.memoryUsage.rss()
    expect((await fetch(site, '/a')).title).toBe('A page')
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000)
  })

  it('reads the beginning of a page without an end', async () => {
    await using site = await openTestSite({
      '/a': (response) => {
        response.writeHead(200, { 'Content-Type': 'text/html' }).write(PAGE.replace('</head>', ''))
        const write = () => {
          if (!response.destroyed) response.write('x'.repeat(65_536), () => setImmediate(write))
        }
        write()
      },
    })
    expect((await fetch(site, '/a')).title).toBe('A page')
  })

  it('gives up after three seconds: a page that comes byte by byte, no response, a name that is not resolved', async () => {
    await using site = await openTestSite({
      '/slow': (response) => {
        response.writeHead(200, { 'Content-Type': 'text/html' })
        const timer = setInterval(() => response.write(' '), 50)
        response.once('close', () => clearInterval(timer))
      },
      '/silent': () => {},
    })
    const started = performance.now()
    const unresolved = fetchPreview('https://example.com/', {
      allowedHosts: [],
      resolveHost: () => new Promise(() => {}),
    })
    const results = await Promise.allSettled([fetch(site, '/slow'), fetch(site, '/silent'), unresolved])
    expect(results).toEqual(
      results.map(() => ({ status: 'rejected', reason: expect.objectContaining({ code: 'too_slow' }) })),
    )
    expect(performance.now() - started).toBeLessThan(6_000)
  })

  it('follows three redirects and not a fourth, and knows loops', async () => {
    await using site = await openTestSite({
      '/1': redirectTo('/2'),
      '/2': redirectTo('/3'),
      '/3': redirectTo('/4'),
      '/4': sendPage(PAGE),
      '/0': redirectTo('/1'),
      '/loop': redirectTo('/loop'),
    })
    expect((await fetch(site, '/1')).title).toBe('A page')
    await expect(fetch(site, '/0')).rejects.toMatchObject({ code: 'too_many_redirects' })
    await expect(fetch(site, '/loop')).rejects.toMatchObject({ code: 'too_many_redirects' })
  })

  it.each([
    'http://127.0.0.1/',
    'http://[::ffff:7f00:1]/',
    'http://169.254.169.254/',
    'file:///etc/passwd',
    'http://a:b@1.1.1.1/',
    '//127.0.0.1:22/',
    'http://',
  ])('does not follow a redirect to %s', async (location) => {
    await using site = await openTestSite({ '/a': redirectTo(location) })
    await expect(fetch(site, '/a')).rejects.toMatchObject({ code: 'address_refused' })
  })

  it('connects to the address that was checked, and resolves a name once for each request', async () => {
    await using site = await openTestSite({ '/a': sendPage(PAGE) })
    const host = `rebinding.example:${new URL(site.origin).port}` // no resolver but this one knows the name
    let resolved = 0
    const resolveHost = async () => {
      resolved += 1
      return [{ address: '127.0.0.1', family: 4 }]
    }
    expect((await fetchPreview(`http://${host}/a`, { allowedHosts: [host], resolveHost })).title).toBe('A page')
    expect([resolved, site.requests]).toEqual([2, ['/robots.txt', '/a']])
  })

  it('refuses a name that is public at first and private after a redirect', async () => {
    const answers = ['127.0.0.1', '127.0.0.1', '10.0.0.1']
    await using site = await openTestSite({ '/a': redirectTo('http://rebinding.example/') })
    const host = `rebinding.example:${new URL(site.origin).port}`
    const resolveHost = async () => [{ address: answers.shift() ?? '', family: 4 }]
    const fetching = fetchPreview(`http://${host}/a`, { allowedHosts: [host], resolveHost })
    await expect(fetching).rejects.toMatchObject({ code: 'address_refused' })
  })

  it('ignores a picture at a private address, of another type, or that is too long', async () => {
    const page = (picture: string) => sendPage(`<title>A page</title><meta property="og:image" content="${picture}">`)
    await using site = await openTestSite({
      '/private': page('http://10.0.0.1/a.png'),
      '/html': page('/page'),
      '/long': page('/long.png'),
      '/missing': page('/missing.png'),
      '/data': page('data:image/png;base64,AAAA'),
      '/page': sendPage(PAGE),
      '/long.png': sendPage(Buffer.alloc(5 * 1024 * 1024), 'image/png'),
    })
    for (const path of ['/private', '/html', '/long', '/missing', '/data'])
      expect(await fetch(site, path)).toMatchObject({ title: 'A page', picture: undefined })
  })

  it('has no preview of other files, errors, and pages without a title', async () => {
    await using site = await openTestSite({
      '/pdf': sendPage(PAGE, 'application/pdf'),
      '/untyped': sendPage(PAGE, ''),
      '/error': (response) => response.writeHead(500, { 'Content-Type': 'text/html' }).end(PAGE),
      '/untitled': sendPage('<title> \u200b </title>'),
      '/unknown': sendPage(PAGE, 'text/html', { 'Content-Encoding': 'zstd' }),
      '/broken': sendPage(PAGE, 'text/html', { 'Content-Encoding': 'gzip' }),
      '/cut': (response) =>
        response
          .writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': 9_999 })
          .write(PAGE, () => response.destroy()),
    })
    for (const path of ['/pdf', '/untyped', '/error', '/unknown'])
      await expect(fetch(site, path)).rejects.toMatchObject({ code: 'not_a_page' })
    await expect(fetch(site, '/untitled')).rejects.toMatchObject({ code: 'no_title' })
    for (const path of ['/broken', '/cut'])
      await expect(fetch(site, path)).rejects.toMatchObject({ code: 'unreachable' })
  })

  it('respects robots.txt: its rules for Meadow, then those for all', async () => {
    const robots =
      'User-agent: *\nDisallow: /private\n\nUser-agent: meadow\nDisallow: /no-meadow\nDisallow: /*.secret$\nAllow: /'
    await using site = await openTestSite({
      '/robots.txt': sendPage(robots, 'text/plain'),
      '/private': sendPage(PAGE),
      '/no-meadow/a': sendPage(PAGE),
      '/a.secret': sendPage(PAGE),
      '/redirect': redirectTo('/no-meadow/a'),
    })
    expect((await fetch(site, '/private')).title).toBe('A page')
    for (const path of ['/no-meadow/a', '/a.secret', '/redirect'])
      await expect(fetch(site, path)).rejects.toMatchObject({ code: 'robots_refused' })
    expect(site.requests).not.toContain('/no-meadow/a')
  })

  it('reads nothing from a site that cannot send its robots.txt', async () => {
    await using site = await openTestSite({
      '/robots.txt': (response) => response.writeHead(503).end(),
      '/a': sendPage(PAGE),
    })
    await expect(fetch(site, '/a')).rejects.toMatchObject({ code: 'robots_refused' })
  })
})
