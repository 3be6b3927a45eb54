import { IncomingMessage, request, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { eventually } from '@meadow/testing'
import { readGatewayConfig } from '../src/config.ts'
import { continueOutage, createRepeatableRequestReader, planRetry } from '../src/upstreams/retries.ts'
import { createConnector, IDLE_CONNECTION_TIMEOUT_MS } from '../src/upstreams/upstream-pools.ts'
import { startGateway } from './gateway-harness.ts'

const KEY = { 'Idempotency-Key': 'a-key' }
const post = (body: string, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body,
  headers: { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)), ...headers },
})
const message = (fields: object) => post(JSON.stringify({ content: 'Hello', ...fields }))
const LONG_TEXT = 'x'.repeat(70_000)

describe('a connection that closes before the response', () => {
  it.each([
    ['a read', '/api/posts', {}],
    ['a read of headers', '/home', { method: 'HEAD' }],
    ['a new post with a key', '/api/posts', post('{"content":"a"}', KEY)],
    ['a comment with a key', '/api/posts/1/comments?x=1', post('{"text":"a"}', KEY)],
    ['a message with an id of the client', '/api/messages', message({ clientMessageId: 'an-id' })],
  ])('leads to a repeat of %s', async (_what, path, options) => {
    await using edge = await startGateway()
    let isCut = true
    edge.behaviour.posts =
      edge.behaviour.chat =
      edge.behaviour.frontends =
        (response) => {
          if (isCut) response.destroy()
          else response.end('done')
          isCut = false
        }
    expect(await edge.request(path, options)).toMatchObject({ status: 200 })
    expect(edge.received).toHaveLength(2)
    const [first, second] = edge.received
    const { body = '', method = 'GET' } = options as { body?: string; method?: string }
    expect(first).toMatchObject({ body, method })
    expect(second).toEqual(first)
  })

  it.each([
    ['a write without a key', '/api/posts', post('{"content":"a"}')],
    ['a call that ignores the key', '/api/posts/1/like', post('{"state":true}', KEY)],
    ['a deletion', '/api/posts/1', { method: 'DELETE', headers: KEY }],
    ['a message without an id of the client', '/api/messages', message({})],
    ['a message that is no object', '/api/messages', post('null')],
    ['a message that is no JSON', '/api/messages', post('{')],
    ['a long body', '/api/posts', post(LONG_TEXT, KEY)],
    [
      'a body of unknown length',
      '/api/posts',
      { method: 'POST', body: '{}', headers: { ...KEY, 'Transfer-Encoding': 'chunked' } },
    ],
    ['a read with a body', '/api/posts', { ...post('{}', KEY), method: 'GET' }],
  ])('leads to 503, without a repeat: %s', async (_what, path, options) => {
    await using edge = await startGateway()
    edge.behaviour.posts = edge.behaviour.chat = (response) => response.destroy()
    const response = await edge.request(path, options)
    expect(response).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
    const { body = '' } = options as { body?: string }
    expect(edge.received.map((received) => received.body)).toEqual([body])
  })

  it('leads to two repeats at most, which are counted', async () => {
    await using edge = await startGateway({ metricsPort: 0 })
    edge.behaviour.posts = (response) => response.destroy()
    expect(await edge.request('/api/posts')).toMatchObject({ status: 503 })
    expect(edge.received).toHaveLength(3)
    expect(await edge.readMetric('upstream_repeats_total')).toEqual([
      'upstream_repeats_total{upstream="posts",reason="closed"} 2',
    ])
  })

  it('leads to no repeat after the response has begun', async () => {
    await using edge = await startGateway()
    edge.behaviour.posts = (response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('half', () => response.destroy())
    }
    expect(await edge.request('/api/posts', post('{}', KEY))).toMatchObject({ status: 200, body: 'cut off' })
    expect(edge.received).toHaveLength(1)
  })
})

describe('an upstream that restarts', () => {
  it('gets every request whose connection was refused, whole and once', async () => {
    await using edge = await startGateway({ metricsPort: 0 })
    await edge.stopUpstream('posts')
    const upload = post('x'.repeat(1_000_000), { 'Content-Type': 'image/png' })
    const responses = Promise.all([
      edge.request('/api/posts'),
      edge.request('/api/posts', post('{"content":"a"}')),
      edge.request('/api/posts/1', { method: 'DELETE' }),
      edge.request('/api/media', upload),
    ])
    await eventually(async () => {
      const [line] = await edge.readMetric('upstream_repeats_total{upstream="posts",reason="refused"}')
      expect(Number(line?.split(' ')[1])).toBeGreaterThanOrEqual(4)
    })
    await edge.restartUpstream('posts')
    expect((await responses).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(edge.received.map(({ body }) => body.length).toSorted((one, other) => one - other)).toEqual([
      0, 0, 15, 1_000_000,
    ])
  })

  it('gets no request whose caller has left meanwhile', async () => {
    await using edge = await startGateway({ metricsPort: 0 })
    await edge.stopUpstream('posts')
    const left = request({ port: edge.port, host: '127.0.0.1', path: '/api/posts/left' }).end()
    left.on('error', () => undefined)
    await eventually(async () => expect(await edge.readMetric('upstream_repeats_total{')).toHaveLength(1))
    left.destroy()
    const unfinished = 'http_request_duration_seconds_count{method="GET",route="/api/posts",status="unfinished"}'
    await eventually(async () => expect(await edge.readMetric(unfinished)).toHaveLength(1))
    const waiting = edge.request('/api/posts/waiting')
    await edge.restartUpstream('posts')
    expect(await waiting).toMatchObject({ status: 200 })
    expect(edge.received.map(({ url }) => url)).toEqual(['/posts/waiting'])
  })
})

describe('the plan of a retry', () => {
  const refused = {
    wasSent: false,
    timesSent: 0,
    isTimeout: false,
    isRepeatable: false,
    repeats: 0,
    elapsedMs: 0,
    outageMs: 0,
    instances: 1,
  }
  const closed = { ...refused, wasSent: true, timesSent: 1, isRepeatable: true }

  it('waits longer after each refused connection, up to half a second', () => {
    const delays = [0, 1, 2, 3, 4].map((repeats) => planRetry({ ...refused, repeats }))
    expect(delays).toEqual([100, 200, 400, 500, 500])
  })

  it('begins no attempt after the time for a request, its delay included', () => {
    expect(planRetry({ ...refused, elapsedMs: 3_899 })).toBe(100)
    expect(planRetry({ ...refused, elapsedMs: 3_900 })).toBeUndefined()
    expect(planRetry({ ...closed, elapsedMs: 3_999 })).toBe(0)
    expect(planRetry({ ...closed, elapsedMs: 4_000 })).toBeUndefined()
  })

  it('does not wait for an upstream that has been away for longer, but tries each other instance', () => {
    expect(planRetry({ ...refused, outageMs: 4_000 })).toBeUndefined()
    expect(planRetry({ ...refused, outageMs: 4_000, instances: 2 })).toBe(0)
    expect(planRetry({ ...refused, outageMs: 4_000, instances: 2, repeats: 1 })).toBeUndefined()
  })

  it('repeats a request that was sent only if it is repeatable and got no time-out, at once at first', () => {
    expect(planRetry(closed)).toBe(0)
    expect(planRetry({ ...closed, timesSent: 2, repeats: 1 })).toBe(200)
    expect(planRetry({ ...closed, timesSent: 3, repeats: 2 })).toBeUndefined()
    expect(planRetry({ ...closed, isRepeatable: false })).toBeUndefined()
    expect(planRetry({ ...closed, isTimeout: true })).toBeUndefined()
    const refusedBefore = { ...closed, repeats: 5 }
    expect(planRetry(refusedBefore)).toBe(0)
  })
})

describe('an outage', () => {
  it('lasts while connections are refused again and again', () => {
    const first = continueOutage(undefined, 1_000, 4_000)
    const second = continueOutage(first, 4_999, 4_000)
    expect(continueOutage(second, 8_998, 4_000)).toEqual({ since: 1_000, lastRefusalAt: 8_998 })
  })

  it('begins anew when nothing was refused for the time of a request', () => {
    const first = continueOutage(undefined, 1_000, 4_000)
    expect(continueOutage(first, 5_000, 4_000)).toEqual({ since: 5_000, lastRefusalAt: 5_000 })
  })
})

describe('the bodies of requests that can be repeated', () => {
  function createCall(body: string) {
    const call = new IncomingMessage(new Socket())
    const headers = { 'content-length': String(body.length), 'idempotency-key': 'a-key' }
    Object.assign(call, { method: 'POST', url: '/posts', headers, complete: true })
    call.push(body)
    call.push(null)
    return [call, new ServerResponse(call)] as unknown as Parameters<ReturnType<typeof createRepeatableRequestReader>>
  }

  it('share a limited memory, which each one leaves with its response', async () => {
    const read = createRepeatableRequestReader(10)
    const [first, firstResponse] = createCall('{"a":123}')
    expect(await read(first, firstResponse)).toMatchObject({ isRepeatable: true, body: Buffer.from('{"a":123}') })
    expect(await read(...createCall('{}'))).toEqual({ isRepeatable: false })
    firstResponse.emit('close')
    expect(await read(...createCall('{"a":456}'))).toMatchObject({ isRepeatable: true })
  })

  it('take no memory after the caller has left', async () => {
    const read = createRepeatableRequestReader(10)
    const [left, leftResponse] = createCall('{"a":123}')
    leftResponse.destroy() // while an earlier handler waited
    await expect(read(left, leftResponse)).rejects.toThrow()
    expect(await read(...createCall('{"a":456}'))).toMatchObject({ isRepeatable: true })
  })
})

it('gives up a connection that is neither accepted nor refused', async () => {
  const { promise: failed, resolve } = Promise.withResolvers<Error | null>()
  const connectWithin = createConnector({ timeoutMs: 1, lookup: () => undefined }) // the name is never resolved
  connectWithin({ hostname: 'posts', protocol: 'http:', port: '80' }, (...[error]) => resolve(error))
  expect(await failed).toMatchObject({ message: 'the connection was not accepted' })
})

it('closes idle connections to upstreams before a service that drains for the default time does', () => {
  expect(IDLE_CONNECTION_TIMEOUT_MS).toBeLessThan(readGatewayConfig({}).drainSeconds * 1_000)
})
