import { describe, expect, it } from '@jest/globals'
import { sendBytes, startGateway } from './gateway-harness.ts'

describe('a method that no call uses', () => {
  it.each(['TRACE', 'OPTIONS', 'PROPFIND', 'PURGE', 'QUERY', 'M-SEARCH'])('reaches no upstream: %s', async (method) => {
    await using edge = await startGateway()
    for (const path of ['/api/posts', '/api/auth/me', '/media/p/a/b', '/home', '/api/health']) {
      const response = await edge.request(path, { method, headers: { Authorization: 'Bearer secret' } })
      expect(response.status).toBe(404)
      expect(response.body).not.toContain('secret')
    }
    expect(edge.received).toEqual([])
  })
})

describe('hop-by-hop headers', () => {
  it('are not forwarded, with all that Connection declares', async () => {
    await using edge = await startGateway()
    const named = {
      Connection: 'X-Once, close, Content-Length, Host',
      'X-Once': '1',
      'X-Kept': '1',
      'Content-Length': '5',
    }
    const unnamed = { TE: 'trailers', Expect: '100-continue', 'Proxy-Authorization': 'Basic x', 'Keep-Alive': 'max=9' }
    await edge.request('/api/posts', { method: 'POST', body: 'hello', headers: { ...named, ...unnamed } })
    const [{ headers, body } = { headers: {}, body: '' }] = edge.received
    expect(headers).toMatchObject({ 'x-kept': '1', 'content-length': '5' })
    expect(body).toBe('hello')
    for (const removedHeader of ['x-once', 'te', 'expect', 'proxy-authorization', 'keep-alive']) {
      expect(headers).not.toHaveProperty(removedHeader)
    }
  })

  it('cannot remove the headers of the gateway', async () => {
    await using edge = await startGateway()
    await edge.request('/api/posts', { headers: { Connection: 'close, X-Forwarded-For, X-Request-Id' } })
    expect(edge.received[0]?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1' })
    expect(edge.received[0]?.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('a request with an ambiguous length', () => {
  const length = 'Content-Length: 4\r\n'
  const chunked = 'Transfer-Encoding: chunked\r\n'
  it.each([
    ['a length before chunks', `${length}${chunked}\r\n0\r\n\r\n`],
    ['chunks before a length', `${chunked}${length}\r\n0\r\n\r\n`],
    ['two equal lengths', `${length}${length}\r\nabcd`],
    ['a list of lengths', 'Content-Length: 4, 4\r\n\r\nabcd'],
    ['a length with a sign', 'Content-Length: +4\r\n\r\nabcd'],
    ['a length in hex', 'Content-Length: 0x4\r\n\r\nabcd'],
    ['a negative length', 'Content-Length: -4\r\n\r\nabcd'],
    ['an unknown coding', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
    ['chunks that are not last', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
    ['two codings', `${chunked}Transfer-Encoding: identity\r\n\r\n0\r\n\r\n`],
    ['a space before the colon', 'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n'],
    ['a folded header', 'Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n'],
    ['a bare line feed', 'X: a\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a bare carriage return', 'X: a\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a chunk size that is none', `${chunked}\r\n0x4\r\nabcd\r\n0\r\n\r\n`],
    ['a chunk that is longer than it says', `${chunked}\r\n2\r\nabcd\r\n0\r\n\r\n`],
  ])('is refused, and the bytes behind it are not read as a request: %s', async (_what, rest) => {
    await using edge = await startGateway()
    const hidden = 'GET /api/auth/hidden HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const response = await sendBytes(edge.port, `POST /api/posts HTTP/1.1\r\nHost: localhost\r\n${rest}${hidden}`)
    expect(response).toMatch(/^HTTP\/1.1 400 /)
    expect(response.match(/HTTP\/1.1 \d/g)).toHaveLength(1)
    expect(edge.received.filter(({ body, url }) => body !== '' || url !== '/posts')).toEqual([])
  })
})

describe('a proxy that is not trusted', () => {
  it('cannot set the address of the caller, even if other proxies are trusted', async () => {
    await using edge = await startGateway({ trustedProxies: ['10.0.0.0/8', 'fd00::/8'] })
    const headers = { 'X-Forwarded-For': '9.9.9.9', 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'evil.example' }
    await edge.request('/api/auth/me', { headers: { Host: 'meadow.local', ...headers } })
    expect(edge.received[0]?.headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'meadow.local',
    })
  })
})
