import { describe, expect, it } from '@jest/globals'
import { startGateway } from './gateway-harness.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default"

describe('the identity headers', () => {
  it('are never those of the caller', async () => {
    await using edge = await startGateway()
    await edge.request('/api/auth/me', {
      headers: {
        Host: 'meadow.local:5000',
        Authorization: 'Bearer x',
        'X-User-Id': '1',
        'x-user-role': 'admin',
        'X-Forwarded-For': '9.9.9.9',
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-Host': 'evil.example',
        'X-Forwarded-Prefix': '/x',
        Forwarded: 'for=9.9.9.9',
        'X-Real-IP': '9.9.9.9',
        traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
        tracestate: 'x=1',
        'x-request-id': 'a'.repeat(32),
        Connection: 'x-forwarded-for, close',
      },
    })
    const { headers = {} } = edge.received[0] ?? {}
    expect(headers).toMatchObject({
      authorization: 'Bearer x',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'meadow.local:5000',
    })
    expect(headers['traceparent']).toMatch(new RegExp(`^00-${headers['x-request-id']}-[0-9a-f]{16}-01$`))
    expect(headers['x-request-id']).not.toBe('a'.repeat(32))
    for (const removedHeader of [
      'x-user-id',
      'x-user-role',
      'x-forwarded-prefix',
      'forwarded',
      'x-real-ip',
      'tracestate',
    ]) {
      expect(headers).not.toHaveProperty(removedHeader)
    }
    expect(headers.connection).toBe('keep-alive')
  })

  it('are those of a trusted proxy', async () => {
    await using edge = await startGateway({ trustedProxies: ['127.0.0.0/8'], publicUrl: 'https://meadow.example' })
    const headers = {
      'X-Forwarded-For': '1.1.1.1, 9.9.9.9',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Host': 'meadow.example',
    }
    await edge.request('/api/auth/me', { headers: { ...headers, 'X-User-Id': '1' } })
    expect(edge.received[0]?.headers).toMatchObject({
      'x-forwarded-for': '9.9.9.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'meadow.example',
    })
    expect(edge.received[0]?.headers).not.toHaveProperty('x-user-id')
  })
})

describe('the security headers', () => {
  it('are set on every page, call and error, whatever the upstream sends', async () => {
    await using edge = await startGateway()
    edge.behaviour.frontends = (response) => response.setHeader('Content-Security-Policy', "default-src '*'").end('hi')
    for (const path of ['/home', '/api/auth/me', '/api/nothing', '/api/health']) {
      const { headers } = await edge.request(path)
      expect(headers).toMatchObject({
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=(self), payment=(), usb=()',
        'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
      })
      expect(headers).not.toHaveProperty('strict-transport-security')
      expect(headers).not.toHaveProperty('x-powered-by')
    }
  })

  it('let the pages that links of mails open name their address to nobody', async () => {
    await using edge = await startGateway()
    for (const path of ['/reset-password?token=abc', '/verify-email?token=abc'])
      expect((await edge.request(path)).headers).toMatchObject({ 'referrer-policy': 'no-referrer' })
  })

  it('leave out those for documents at scripts of the front ends, and only there', async () => {
    await using edge = await startGateway()
    let status = 200
    let type = 'text/javascript'
    edge.behaviour.frontends = (response) => response.writeHead(status, { 'Content-Type': type }).end('x')
    const SCRIPTS = ['/js/main.0123456789ab.js', '/assets/head.0123456789ab.js', '/mf/feed/remoteEntry.js?shell=1']
    for (const path of SCRIPTS) {
      const { headers } = await edge.request(path)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'same-origin',
      })
      for (const name of ['content-security-policy', 'permissions-policy', 'x-frame-options'])
        expect(headers).not.toHaveProperty(name)
    }
    for (const path of ['/sw.js', '/main.0123456789ab.js'])
      expect((await edge.request(path)).headers).toMatchObject({ 'content-security-policy': POLICY })
    type = 'text/html'
    for (const path of SCRIPTS)
      expect((await edge.request(path)).headers).toMatchObject({ 'content-security-policy': POLICY })
    type = 'text/javascript'
    status = 404
    for (const path of SCRIPTS)
      expect((await edge.request(path)).headers).toMatchObject({ 'content-security-policy': POLICY })
  })

  it('are without those for revalidation at immutable scripts', async () => {
    await using edge = await startGateway()
    const sendAs = (cacheControl: string) => {
      edge.behaviour.frontends = (response) => {
        response.setHeader('ETag', '"1"').setHeader('Last-Modified', new Date(0).toUTCString())
        response.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': cacheControl }).end('x')
      }
    }
    sendAs('public, max-age=31536000, immutable')
    const immutable = await edge.request('/js/main.0123456789ab.js')
    expect(immutable.headers).not.toHaveProperty('etag')
    expect(immutable.headers).not.toHaveProperty('last-modified')
    sendAs('no-cache')
    expect((await edge.request('/mf/feed/remoteEntry.js')).headers).toHaveProperty('etag', '"1"')
  })

  it('keep the sandbox of a picture', async () => {
    await using edge = await startGateway()
    edge.behaviour.posts = (response) => response.setHeader('Content-Security-Policy', 'sandbox').end('picture')
    const { headers } = await edge.request('/media/p/a/b')
    expect(headers).toMatchObject({ 'content-security-policy': 'sandbox', 'x-content-type-options': 'nosniff' })
  })

  it('contain HSTS if the public address is https', async () => {
    await using edge = await startGateway({ publicUrl: 'https://meadow.example' })
    const { headers } = await edge.request('/home')
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  })
})
