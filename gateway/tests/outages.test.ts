import { describe, expect, it } from '@jest/globals'
import { startGateway } from './gateway-harness.ts'

const UNAVAILABLE = { code: 'unavailable', error: 'Meadow is busy right now. Please try again' }

describe('an upstream that is away', () => {
  it('leads to 503 with Retry-After, without its address', async () => {
    await using edge = await startGateway({ retryWindowMs: 0 })
    await edge.stopUpstream('posts')
    const response = await edge.request('/api/posts')
    expect(response).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
    expect(JSON.parse(response.body)).toMatchObject(UNAVAILABLE)
    expect(response.body).not.toContain('127.0.0.1')
    expect(await edge.request('/api/auth/me')).toMatchObject({ status: 200 })
  })

  it('is reported in the health of the product', async () => {
    let now = new Date('2026-01-01')
    await using edge = await startGateway({ now: () => now })
    const health = async () => {
      const { status, body } = await edge.request('/api/health')
      return { status, ...JSON.parse(body) }
    }
    const up = { auth: 'up', social: 'up', posts: 'up', notify: 'up', frontends: 'up', chat: 'up' }
    expect(await health()).toEqual({ status: 'ok', services: up })
    edge.behaviour.posts = (response) => response.writeHead(503).end()
    expect(await health()).toEqual({ status: 'ok', services: up })
    now = new Date(now.getTime() + 1_000)
    expect(await health()).toEqual({ status: 'degraded', services: { ...up, posts: 'down' } })
  })

  it('makes the product unavailable only when no upstream is left', async () => {
    await using edge = await startGateway()
    for (const name of ['auth', 'social', 'posts', 'notify', 'frontends', 'chat'] as const)
      await edge.stopUpstream(name)
    expect(await edge.request('/api/health')).toMatchObject({ status: 503 })
  })

  it('is replaced by another instance of chat for a read', async () => {
    await using other = await startGateway()
    await using edge = await startGateway({ chatUrls: ['http://127.0.0.1:1', other.upstreams.chat] })
    const reads = [await edge.request('/api/messages/sync'), await edge.request('/api/messages/sync')]
    expect(reads).toMatchObject([{ status: 200 }, { status: 200 }])
  })

  it('ends the connection after an incomplete response', async () => {
    await using edge = await startGateway()
    edge.behaviour.posts = (response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('half', () => response.destroy())
    }
    expect(await edge.request('/media/p/a/b')).toMatchObject({ status: 200, body: 'cut off' })
  })

  it('times out after 5 seconds', async () => {
    await using edge = await startGateway()
    edge.behaviour.posts = () => undefined
    expect(await edge.request('/api/posts')).toMatchObject({ status: 503 })
    expect(edge.received).toHaveLength(1)
  })
})

describe('the shutdown of the gateway', () => {
  it('finishes a running request and accepts no new one', async () => {
    await using edge = await startGateway()
    const requestStarted = Promise.withResolvers<() => void>()
    edge.behaviour.auth = (response) => requestStarted.resolve(() => response.end('done'))
    const running = edge.request('/api/auth/me', { headers: { Connection: 'keep-alive' } })
    const finish = await requestStarted.promise
    const ended = edge.gateway[Symbol.asyncDispose]()
    await expect(edge.request('/home')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    finish()
    expect(await running).toMatchObject({ status: 200, body: 'done', headers: { connection: 'close' } })
    await ended
  })

  it('begins with a time in which it responds with Connection: close, also while upstreams are away', async () => {
    await using edge = await startGateway({ metricsPort: 0 })
    const probe = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${edge.metricsPort}${path}`)
      return { status: response.status, body: await response.json() }
    }
    await edge.stopUpstream('posts')
    expect(await probe('/health/ready')).toMatchObject({ status: 200, body: { status: 'ready' } })
    edge.gateway.startDraining()
    expect(await probe('/health/ready')).toMatchObject({ status: 503, body: { status: 'draining' } })
    expect(await probe('/health/live')).toMatchObject({ status: 200 })
    const headers = { Connection: 'keep-alive' }
    for (const path of ['/api/auth/me', '/home', '/api/health', '/api/nobody'])
      expect(await edge.request(path, { headers })).toMatchObject({ headers: { connection: 'close' } })
    expect(edge.received.map(({ url }) => url)).toEqual(['/auth/me', '/home'])
  })
})
