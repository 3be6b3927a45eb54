import { describe, expect, it } from '@jest/globals'
import { startGateway } from './gateway-harness.ts'

describe('the API documents', () => {
  it('describe every call and every event, without a token', async () => {
    await using edge = await startGateway()
    const [calls, events] = [await edge.request('/api/openapi.json'), await edge.request('/api/asyncapi.json')]
    expect(JSON.parse(calls.body)).toMatchObject({ openapi: '3.1.1', paths: { '/api/posts': { get: {}, post: {} } } })
    expect(JSON.parse(events.body)).toMatchObject({ asyncapi: '3.0.0', channels: { posts: { address: 'posts' } } })
    for (const { status, headers } of [calls, events]) {
      expect(status).toBe(200)
      expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' })
    }
    expect(edge.received).toEqual([])
  })

  it('are not sent again when the ETag matches', async () => {
    await using edge = await startGateway()
    const { headers } = await edge.request('/api/openapi.json')
    const again = await edge.request('/api/openapi.json', { headers: { 'If-None-Match': headers.etag ?? '' } })
    expect(again).toMatchObject({ status: 304, body: '' })
  })
})

describe('the page of the documents', () => {
  it('has its own Content-Security-Policy; the one of the product is unchanged', async () => {
    await using edge = await startGateway()
    const { status, headers } = await edge.request('/api/docs')
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "sandbox allow-scripts; default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'unsafe-none',
    })
    const other = await edge.request('/home')
    expect(other.headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
  })

  it('loads all files from this origin, and has nothing inline', async () => {
    await using edge = await startGateway()
    const { body } = await edge.request('/api/docs')
    const loaded = [...body.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, path = '']) => path)
    expect(loaded).toHaveLength(3)
    for (const path of [...loaded, '/api/openapi.json']) {
      const headers = { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' }
      expect(await edge.request(path)).toMatchObject({ status: 200, headers }) // the sandbox has another origin
    }
    expect(body).not.toMatch(/<style|style=|<script(?![^>]* src=)/)
  })

  it.each(['/api/docs/', '/api/docs/page.html', '/api/docs/index.html', '/api/docs/package.json', '/api/openapi.yaml'])(
    'gives no other file: %s',
    async (path) => {
      await using edge = await startGateway()
      expect(await edge.request(path)).toMatchObject({ status: 404 })
    },
  )
})
