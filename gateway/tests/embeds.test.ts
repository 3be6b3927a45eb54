import { describe, expect, it } from '@jest/globals'
import { startGateway } from './gateway-harness.ts'

const POST_ID = '0199a000-0000-7000-8000-000000000001'
const PATH = `/embed/post/${POST_ID}`
const POST = {
  _id: POST_ID,
  user: { username: 'ada', fullName: 'Ada <Lovelace>' },
  content: 'Tomatoes & <script>alert("1")</script>\n\n</p></style> \u202e in July',
  pictures: [{ url: '/media/p/a/b', alt: 'A "bed" onerror=alert(1)', width: 1200, height: 800 }],
  createdAt: '2026-07-01T08:00:00.000Z',
  language: 'en',
}

/** Starts a gateway whose posts service has one post. */
async function startWithPost(post: unknown = POST) {
  const edge = await startGateway({ publicUrl: 'https://meadow.example' })
  edge.behaviour.posts = (response) => response.end(JSON.stringify(post))
  const open = (path: string, options: { method?: string; headers?: Record<string, string> } = {}) =>
    edge.request(path, { ...options, headers: { Host: 'meadow.example', ...options.headers } })
  return { ...edge, open, [Symbol.asyncDispose]: edge[Symbol.asyncDispose] }
}

describe('the page of a post for other sites', () => {
  it('may be framed by every site, and can do nothing there', async () => {
    await using edge = await startWithPost()
    const { status, headers } = await edge.open(PATH)
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/html; charset=utf-8' })
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^style-src 'sha256-[\w+/]{43}='$/),
      "img-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      'frame-ancestors *',
    ])
    expect(headers).toMatchObject({ 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-cache' })
    for (const name of ['x-frame-options', 'set-cookie', 'access-control-allow-origin'])
      expect(headers).not.toHaveProperty(name)
  })

  it('shows the post, and escapes what members type', async () => {
    await using edge = await startWithPost()
    const { body } = await edge.open(`${PATH}?theme=dark`)
    expect(body).toContain('<bdi>Ada &lt;Lovelace&gt;</bdi>')
    expect(body).toContain(
      '<p dir="auto">Tomatoes &amp; &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;\n\n&lt;/p&gt;',
    )
    expect(body).toContain('alt="A &quot;bed&quot; onerror=alert(1)" width="1200" height="800"')
    expect(body).not.toMatch(/<script|<form|<iframe| on\w+="/)
    expect(body.match(/<\/style>/g)).toHaveLength(1)
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(body).toContain(`<link rel="canonical" href="https://meadow.example/post/${POST_ID}">`)
    const links = Array.from(body.matchAll(/<a ([^>]*)>/g), ([, attributes]) => attributes)
    expect(links).toEqual(
      ['profile/ada', `post/${POST_ID}`].map(
        (path) => `href="https://meadow.example/${path}" target="_blank" rel="noopener"`,
      ),
    )
  })

  it('shows what a post shares with a comment, and leaves that out if guests may not see it', async () => {
    const quotedPost = { user: { username: 'ben', fullName: 'Ben' }, content: '<i>The pond</i>' }
    await using edge = await startWithPost({ ...POST, quotedPost })
    expect((await edge.open(PATH)).body).toContain('<p dir="auto">&lt;i&gt;The pond&lt;/i&gt;</p></blockquote>')
    await using other = await startWithPost({ ...POST, quotedPost: null })
    expect((await other.open(PATH)).body).not.toContain('<blockquote>')
  })

  it('shows the poster of a video, which plays on its page, unless it is covered', async () => {
    const poster = { url: '/media/p/a/c', alt: '', width: 640, height: 360 }
    const post = { ...POST, pictures: [], video: { poster } }
    await using edge = await startWithPost(post)
    const { body } = await edge.open(PATH)
    expect(body).toContain('<img src="/media/p/a/c" alt="" width="640" height="360" loading="lazy">')
    expect(body).toContain('>Watch on Meadow</a>')
    await using covering = await startWithPost({ ...post, pictureCover: { kind: 'spoiler', note: '' } })
    const covered = (await covering.open(PATH)).body
    expect(covered).toContain('The author has covered the video of this post')
    expect(covered).not.toContain('/media/')
    await using processing = await startWithPost({ ...post, video: { poster: null } })
    expect((await processing.open(PATH)).body).toContain('>Watch on Meadow</a>')
  })

  it('shows no covered picture', async () => {
    await using edge = await startWithPost({ ...POST, pictureCover: { kind: 'spoiler', note: '' } })
    const { body } = await edge.open(PATH)
    expect(body).toContain('The author has covered the pictures of this post')
    expect(body).not.toContain('<img')
  })

  it('has what guests see: the posts service gets no token or cookie of the caller', async () => {
    await using edge = await startWithPost()
    await edge.open(PATH, { headers: { Authorization: 'Bearer secret', Cookie: 'refresh=secret' } })
    expect(edge.received.map(({ upstream, url }) => [upstream, url])).toEqual([['posts', `/posts/${POST_ID}`]])
    for (const name of ['authorization', 'cookie']) expect(edge.received[0]?.headers).not.toHaveProperty(name)
  })

  it.each([
    ['401, as without guest mode', 401],
    ['404, as for a private member or a deleted post', 404],
    ['400', 400],
  ])('says in the frame that it is not available if the posts service sends %s', async (_name, statusCode) => {
    await using edge = await startWithPost()
    edge.behaviour.posts = (response) => response.writeHead(statusCode).end('{"code":"x"}')
    const { status, headers, body } = await edge.open(PATH)
    expect(status).toBe(404)
    expect(headers['content-security-policy']).toContain('frame-ancestors *')
    expect(body).toContain('This post is not available')
  })

  it('is 503 while the posts service fails or is away', async () => {
    await using edge = await startWithPost()
    edge.behaviour.posts = (response) => response.writeHead(500).end()
    expect(await edge.open(PATH)).toMatchObject({ status: 503 })
    await edge.stopUpstream('posts')
    expect(await edge.open(PATH)).toMatchObject({ status: 503 })
  })

  it('is alone in this: all other paths and methods may not be framed', async () => {
    await using edge = await startWithPost()
    edge.behaviour.frontends = (response) => response.end('shell')
    for (const path of ['/embed/post/', '/embed', `${PATH}/likes`, '/embed/post/a%2fb', '/post/x', '//embed/post/x'])
      expect((await edge.open(path)).headers).toMatchObject({
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      })
    expect((await edge.open(PATH, { method: 'POST' })).headers).toMatchObject({ 'x-frame-options': 'DENY' })
    expect(await edge.open(PATH, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
  })
})
