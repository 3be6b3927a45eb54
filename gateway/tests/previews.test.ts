import { describe, expect, it } from '@jest/globals'
import { startGateway } from './gateway-harness.ts'

const DOCUMENT =
  '<!doctype html><html lang="en"><head><title>Meadow</title><script src="/js/a.js"></script></head><body><div id="root"></div><noscript>Meadow needs JavaScript.</noscript></body></html>'
const POST_ID = '0199a000-0000-7000-8000-000000000001'
const PATH = `/post/${POST_ID}`
const AUTHOR = { username: 'ada', fullName: 'Ada <Lovelace>' }
const PICTURE = { url: '/media/p/a/b', alt: 'A "bed" of beans', width: 1200, height: 800 }
/** What previews need of a post. */
const POST = {
  user: AUTHOR,
  content: 'Tomatoes & <script>alert("1")</script>\n\n$& $1 </head> in July',
  pictures: [PICTURE],
  createdAt: '2026-07-01T08:00:00.000Z',
}

/** Starts a gateway whose front ends send the document of the shell, and whose posts service has one post. */
async function startWithPost(post: unknown = POST) {
  const edge = await startGateway({ publicUrl: 'https://meadow.example' })
  edge.behaviour.frontends = (response) =>
    response
      .writeHead(200, {
        'Content-Type': 'text/html',
        'Cache-Control': 'no-cache',
        ETag: '"a"',
        'Content-Length': DOCUMENT.length,
      })
      .end(DOCUMENT)
  edge.behaviour.posts = (response) => response.end(JSON.stringify(post))
  const open = (path: string, headers: Record<string, string> = {}) =>
    edge.request(path, { headers: { Host: 'meadow.example', ...headers } })
  return { ...edge, open, [Symbol.asyncDispose]: edge[Symbol.asyncDispose] }
}

const readProperties = (document: string) =>
  Object.fromEntries(
    Array.from(document.matchAll(/<meta property="([^"]+)" content="([^"]*)">/g), ([, name, content]) => [
      name,
      content,
    ]),
  )

describe('the page of a post', () => {
  it('says to other products what it shows', async () => {
    await using edge = await startWithPost()
    const { status, headers, body } = await edge.open(`${PATH}?from=mail`)
    expect({ status, type: headers['content-type'], etag: headers['etag'] }).toEqual({
      status: 200,
      type: 'text/html',
      etag: undefined,
    })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(readProperties(body)).toEqual({
      'og:site_name': 'Meadow',
      'og:type': 'article',
      'og:title': 'Ada &lt;Lovelace&gt; (@ada)',
      'og:description':
        'Tomatoes &amp; &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; $&amp; $1 &lt;/head&gt; in July',
      'og:url': `https://meadow.example${PATH}`,
      'og:image': 'https://meadow.example/media/p/a/b',
      'og:image:alt': 'A &quot;bed&quot; of beans',
      'og:image:width': '1200',
      'og:image:height': '800',
      'article:published_time': '2026-07-01T08:00:00.000Z',
      'twitter:card': 'summary_large_image',
    })
    expect(body).toContain(`<link rel="canonical" href="https://meadow.example${PATH}">`)
    expect(body).toMatch(
      /<noscript><article><h1>Ada &lt;Lovelace&gt; \(@ada\)<\/h1><p>Tomatoes .*<p>\$&amp; \$1 .*<\/article>Meadow needs/,
    )
    expect(body.match(/<script/g)).toHaveLength(1)
    expect(body.match(/<\/head>/g)).toHaveLength(1)
  })

  it('shows the poster of a video, unless it is covered', async () => {
    const post = { ...POST, pictures: [], video: { poster: { ...PICTURE, url: '/media/p/a/poster', alt: '' } } }
    await using edge = await startWithPost(post)
    expect(readProperties((await edge.open(PATH)).body)['og:image']).toBe('https://meadow.example/media/p/a/poster')
    await using covering = await startWithPost({ ...post, pictureCover: { kind: 'spoiler', note: '' } })
    expect((await covering.open(PATH)).body).not.toContain('/media/p/a/poster')
  })

  it('does not show a covered picture', async () => {
    await using edge = await startWithPost({ ...POST, pictureCover: { kind: 'spoiler', note: '' } })
    const properties = readProperties((await edge.open(PATH)).body)
    expect(properties['og:description']).toContain('Tomatoes')
    expect(properties).not.toHaveProperty('og:image')
  })

  it('is the same for everyone: no upstream gets the token or cookie of the caller', async () => {
    await using edge = await startWithPost()
    await edge.open(PATH, {
      Accept: '*/*',
      Authorization: 'Bearer secret',
      Cookie: 'refresh=secret',
      'If-None-Match': '"a"',
    })
    expect(edge.received.map(({ upstream, url }) => [upstream, url]).sort()).toEqual([
      ['frontends', PATH],
      ['posts', `/posts/${POST_ID}`],
    ])
    for (const { headers } of edge.received) {
      for (const name of ['authorization', 'cookie', 'if-none-match']) expect(headers).not.toHaveProperty(name)
      expect(headers).toMatchObject({
        accept: expect.stringContaining('text/html'),
        'x-forwarded-host': 'meadow.example',
        'x-request-id': expect.any(String),
      })
    }
  })

  it('is cut between words, or where there are none between characters', async () => {
    const words = 'beans and peas '.repeat(40)
    await using edge = await startWithPost({ ...POST, content: words })
    expect(readProperties((await edge.open(PATH)).body)['og:description']).toMatch(
      /^beans and peas .* (beans|and|peas)…$/,
    )
    await using other = await startWithPost({ ...POST, content: `a${'🌻'.repeat(400)}` })
    expect(readProperties((await other.open(PATH)).body)['og:description']).toMatch(/^a(🌻){200,}…$/u)
  })

  it.each([
    ['401, as without guest mode', { statusCode: 401, body: '{"code":"token_missing"}' }],
    ['404', { statusCode: 404, body: '{"code":"post_not_found"}' }],
    ['something else', { statusCode: 200, body: '{"a":1}' }],
    ['no JSON', { statusCode: 200, body: '<html>' }],
  ])('is the document of the shell if the posts service sends %s', async (_name, { statusCode, body }) => {
    await using edge = await startWithPost()
    edge.behaviour.posts = (response) => response.writeHead(statusCode).end(body)
    expect(await edge.open(PATH)).toMatchObject({ status: 200, body: DOCUMENT, headers: { etag: '"a"' } })
  })

  it('is the document of the shell while the posts service is silent or away', async () => {
    await using edge = await startWithPost()
    edge.behaviour.posts = () => undefined
    expect(await edge.open(PATH)).toMatchObject({ status: 200, body: DOCUMENT })
    await edge.stopUpstream('posts')
    expect(await edge.open(PATH)).toMatchObject({ status: 200, body: DOCUMENT })
  })

  it('asks nobody for other pages', async () => {
    await using edge = await startWithPost()
    for (const path of ['/home', '/post', `${PATH}/likes`, '/profile/ada/follow'])
      expect(await edge.open(path)).toMatchObject({ status: 200, body: DOCUMENT })
    expect(edge.received.map(({ upstream }) => upstream)).not.toContain('posts')
  })
})

describe('the page of a profile', () => {
  it('says who it is, and where the feed of the posts is', async () => {
    await using edge = await startWithPost()
    const user = { ...AUTHOR, bio: 'Grows beans', avatar: '' }
    edge.behaviour.social = (response) => response.end(JSON.stringify({ user }))
    const { body } = await edge.open('/profile/ada')
    expect(readProperties(body)).toMatchObject({ 'og:type': 'profile', 'og:description': 'Grows beans' })
    expect(body).toContain(
      'type="application/atom+xml" title="Ada &lt;Lovelace&gt; (@ada)" href="/profile/ada/feed.atom">',
    )
  })
})

describe('robots.txt', () => {
  it('names the sitemap, and the pages that show nothing to crawlers', async () => {
    await using edge = await startGateway({ publicUrl: 'https://meadow.example' })
    const { status, headers, body } = await edge.request('/robots.txt', { headers: { Host: 'meadow.example' } })
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/plain; charset=utf-8' })
    expect(body).toMatch(/^User-agent: \*\nDisallow: \/alert\n/)
    expect(body).toContain('\nDisallow: /reset-password\n')
    expect(body).toContain('\nSitemap: https://meadow.example/sitemap.xml\n')
    expect(body).not.toMatch(/Disallow: \/(post|profile|api|media|js)/)
    expect(edge.received).toEqual([])
  })
})
