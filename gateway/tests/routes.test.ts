import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { isUnambiguousTarget } from '../src/request-target.ts'
import { sendBytes, startGateway } from './gateway-harness.ts'

const id = '0199a000-0000-7000-8000-000000000001'

describe('the routes of the gateway', () => {
  it.each([
    ['/api/auth/login', 'auth', '/auth/login'],
    ['/api/auth/me?x=1', 'auth', '/auth/me?x=1'],
    ['/api/auth/profile/alice', 'social', '/auth/profile/alice'],
    ['/api/auth/profiles', 'auth', '/auth/profiles'],
    ['/api/auth/suggestions?limit=5', 'social', '/auth/suggestions?limit=5'],
    [`/api/users/${id}/follow`, 'social', `/users/${id}/follow`],
    ['/api/moderation/audit', 'social', '/moderation/audit'],
    ['/api/reports?limit=5', 'social', '/reports?limit=5'],
    ['/api/posts?page=1&limit=5', 'posts', '/posts?page=1&limit=5'],
    ['/api/posts/notifications', 'notify', '/posts/notifications'],
    ['/api/posts/notifications/unread-count?x=1', 'notify', '/posts/notifications/unread-count?x=1'],
    ['/api/posts/notificationsx', 'posts', '/posts/notificationsx'],
    [`/api/posts/${id}/comments`, 'posts', `/posts/${id}/comments`],
    ['/api/push/subscribe', 'notify', '/push/subscribe'],
    ['/push/subscribe', 'frontends', '/push/subscribe'],
    ['/api/media', 'posts', '/media'],
    ['/api/messages', 'chat', '/messages'],
    ['/api/messages/image', 'chat', '/messages/image'],
    ['/api/messages/voice', 'chat', '/messages/voice'],
    ['/api/messages/video', 'chat', '/messages/video'],
    [`/api/messages/${id}?before=1`, 'chat', `/messages/${id}?before=1`],
    ['/media/p/a/b', 'posts', '/media/p/a/b'],
    ['/media/c/a/b?exp=1&sig=2', 'chat', '/media/c/a/b?exp=1&sig=2'],
    ['/profile/alice/feed.atom', 'posts', '/profile/alice/feed.atom'],
    ['/profile/feed.atom', 'frontends', '/profile/feed.atom'],
    ['/profile/alice', 'frontends', '/profile/alice'],
    ['/sitemap.xml', 'posts', '/sitemap.xml'],
    ['/socket.io/?EIO=4&transport=polling', 'chat', '/socket.io/?EIO=4&transport=polling'],
    ['/', 'frontends', '/'],
    ['/home', 'frontends', '/home'],
    ['/mf/feed/remoteEntry.js', 'frontends', '/mf/feed/remoteEntry.js'],
    ['/apiary', 'frontends', '/apiary'],
  ])('forwards %s to %s as %s', async (path, upstream, url) => {
    await using edge = await startGateway()
    const response = await edge.request(path)
    expect(JSON.parse(response.body)).toEqual({ upstream, url })
  })

  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/internal/ended-sessions',
    '/api/healthy',
    '/internal/ended-sessions',
    '/health/ready',
    '/metrics',
    '/media',
    '/media/x/a/b',
    '/socket.io',
    '/socket.io/socket.io.js',
  ])('forwards %s to no upstream', async (path) => {
    await using edge = await startGateway()
    const response = await edge.request(path)
    expect(response.status).toBe(404)
    expect(JSON.parse(response.body)).toMatchObject({ code: 'not_found', requestId: response.headers['x-request-id'] })
    expect(edge.received).toEqual([])
  })

  it('forwards bodies and responses unchanged', async () => {
    await using edge = await startGateway()
    edge.behaviour.posts = (response, { body }) => response.writeHead(201, { 'Set-Cookie': ['a=1', 'b=2'] }).end(body)
    const body = JSON.stringify({ content: 'x'.repeat(300_000) })
    const response = await edge.request('/api/posts', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    expect(response).toMatchObject({ status: 201, body, headers: { 'set-cookie': ['a=1', 'b=2'] } })
  })

  it('forwards only GET and HEAD to the front ends', async () => {
    await using edge = await startGateway()
    expect(await edge.request('/home', { method: 'POST', body: 'x' })).toMatchObject({ status: 404 })
    expect(await edge.request('/home', { method: 'HEAD' })).toMatchObject({ status: 200 })
    expect(edge.received).toMatchObject([{ method: 'HEAD', url: '/home' }])
  })
})

describe('an ambiguous path', () => {
  it.each([
    '/api/posts/../../internal/ended-sessions',
    '/api/posts/%2e%2e/%2E%2E/internal',
    '/api/posts/.%2e/x',
    '/api/posts/./x',
    '/media/p/..%2f..%2fhealth/ready',
    '/media/p%2f..',
    '/api\\posts',
    '/api/posts/%5c..%5cx',
    '//internal/ended-sessions',
    '/home//x',
    '/api/posts/%00',
    '/api/posts/%zz',
    '/api/posts/%c3',
    '/home#top',
    'http://auth:8080/internal/ended-sessions',
    'internal',
    '*',
  ])('is refused: %s', async (path) => {
    await using edge = await startGateway()
    const response = await sendBytes(edge.port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    expect(response).toMatch(/^HTTP\/1.1 400 /)
    expect(edge.received).toEqual([])
  })

  it('never leads to another folder than the visible one', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.stringMatching(/^[./\\%2efF5cC0]*$/), (path, rest) => {
        const target = `/api/posts${path}${rest}`
        if (!isUnambiguousTarget(target)) return
        const [shown = ''] = target.split('?')
        expect(new URL(`http://upstream${target}`).pathname).toBe(shown)
        expect(decodeURIComponent(shown)).not.toMatch(/\\|\/\.{1,2}(?:\/|$)/)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is not the escaped text that members type', async () => {
    await using edge = await startGateway()
    for (const path of [
      '/profile/zo%C3%AB.b',
      '/home?next=/a/../b&q=a|b{c}',
      "/@x(1),~;=+!$'*:",
      '/a..b/.well-known/x',
    ]) {
      expect((await edge.request(path)).status).toBe(200)
    }
  })
})

describe('hostile requests', () => {
  it.each([
    [
      'both a length and chunks',
      'POST /api/posts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'two lengths',
      'POST /api/posts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde',
    ],
    ['no host', 'GET /home HTTP/1.1\r\n\r\n'],
    ['a header of 20 kB', `GET /home HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('with %s are refused', async (_what, bytes) => {
    await using edge = await startGateway()
    expect(await sendBytes(edge.port, bytes)).toMatch(/^HTTP\/1.1 4(?:00|31) /)
    expect(edge.received).toEqual([])
  })

  it('cannot smuggle a second request behind the body of a GET', async () => {
    await using edge = await startGateway()
    const hidden = 'GET /internal/ended-sessions HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const size = hidden.length.toString(16)
    await sendBytes(
      edge.port,
      `GET /api/posts HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${size}\r\n${hidden}\r\n0\r\n\r\n`,
    )
    expect(edge.received).toMatchObject([{ url: '/posts', body: hidden }])
  })

  it('cannot open another protocol or a tunnel', async () => {
    await using edge = await startGateway()
    const upgrade = 'GET /home HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n'
    expect(await sendBytes(edge.port, upgrade)).toMatch(/^HTTP\/1.1 200 /)
    expect(edge.received[0]?.headers).not.toHaveProperty('upgrade')
    expect(await sendBytes(edge.port, 'CONNECT auth:8080 HTTP/1.1\r\nHost: localhost\r\n\r\n')).toBe('')
    expect(await edge.request('/home', { method: 'TRACE' })).toMatchObject({ status: 404 })
  })
})
