import { describe, expect, it } from '@jest/globals'
import { sendBytes, startGateway } from './gateway-harness.ts'

const publicUrl = 'https://meadow.example'

describe('an invalid host', () => {
  it.each([
    'a b',
    'a/b',
    'evil.example@meadow.example',
    'meadow.example, evil.example',
    'a\\b',
    'a?b',
    '[::1',
    'a:port',
    '',
    'm\u00e9adow.example',
  ])('is refused: %s', async (host) => {
    await using edge = await startGateway()
    const response = await sendBytes(
      edge.port,
      `GET /api/auth/me HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    )
    expect(response).toMatch(/^HTTP\/1.1 400 /)
    expect(edge.received).toEqual([])
  })

  it('is refused when it is repeated, missing in HTTP/1.0, or set by a trusted proxy', async () => {
    await using edge = await startGateway({ trustedProxies: ['127.0.0.1'] })
    const twice = 'GET /home HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'
    expect(await sendBytes(edge.port, twice)).toMatch(/^HTTP\/1.1 400 /)
    expect(await sendBytes(edge.port, 'GET /home HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
    expect(await edge.request('/home', { headers: { 'X-Forwarded-Host': 'a/b' } })).toMatchObject({ status: 400 })
    expect(edge.received).toEqual([])
  })
})

describe('with PUBLIC_URL', () => {
  it.each(['evil.example', 'meadow.example.evil.example', 'meadow.example:8443', '127.0.0.1', 'xmeadow.example'])(
    'there is nothing at %s',
    async (Host) => {
      await using edge = await startGateway({ publicUrl })
      for (const path of ['/home', '/api/posts', '/api/docs']) {
        const { status, body } = await edge.request(path, { headers: { Host } })
        expect({ path, status, code: JSON.parse(body).code }).toEqual({ path, status: 404, code: 'not_found' })
        expect(body).not.toContain(Host)
      }
      expect(edge.received).toEqual([])
    },
  )

  it.each(['127.0.0.1', 'localhost:8443', 'evil.example'])(
    'a page that is opened at %s leads to the public address, and nothing else does',
    async (Host) => {
      await using edge = await startGateway({ publicUrl })
      const page = { Host, Accept: 'text/html,*/*;q=0.8' }
      for (const path of ['/', '/home?tab=new', '/post/1/@evil.example']) {
        const { status, headers } = await edge.request(path, { headers: page })
        expect([status, headers.location, headers['cache-control']]).toEqual([302, `${publicUrl}${path}`, 'no-store'])
      }
      const refused = [
        { path: '/api/posts', headers: page },
        { path: '/media/p/1', headers: page },
        { path: '/mf/chat/remote.js', headers: page },
        { path: '/socket.io/', headers: page },
        { path: '/home', method: 'POST', headers: page },
        { path: '/home', headers: { ...page, 'Sec-Fetch-Dest': 'script' } },
        { path: '/sw.js', headers: { Host, Accept: '*/*' } },
      ]
      for (const { path, ...request } of refused)
        expect({ path, ...(await edge.request(path, request)) }).toMatchObject({ path, status: 404 })
      expect(await edge.request('//evil.example/', { headers: page })).toMatchObject({ status: 400 })
      expect(edge.received).toEqual([])
    },
  )

  it.each(['meadow.example', 'Meadow.Example', 'meadow.example:443'])('the host %s is accepted', async (Host) => {
    await using edge = await startGateway({ publicUrl })
    expect(await edge.request('/home', { headers: { Host } })).toMatchObject({ status: 200 })
  })

  it('GET /api/health accepts any host, for probes by address', async () => {
    await using edge = await startGateway({ publicUrl })
    expect(await edge.request('/api/health')).toMatchObject({ status: 200 })
  })
})
