import { describe, expect, it } from '@jest/globals'
import { startGateway } from './gateway-harness.ts'

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' }
const messages = Array.from({ length: 30 }, (_, index) => ({ _id: `message-${index}`, content: 'Bread is ready' }))
const body = JSON.stringify({ messages })

type Sent = { status?: number; headers?: Record<string, string>; sent?: string; hasLength?: boolean }

/** Starts a gateway whose chat responds with a page of messages. `read` accepts Brotli, as browsers do. */
async function startWithMessages({ status = 200, headers = {}, sent = body, hasLength = true }: Sent = {}) {
  const edge = await startGateway()
  const length = hasLength ? { 'Content-Length': String(sent.length) } : {}
  edge.behaviour.chat = (response) => response.writeHead(status, { ...JSON_TYPE, ...length, ...headers }).end(sent)
  const read = (options: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${edge.port}/api/messages/ann`, {
      headers: { 'accept-encoding': 'gzip, deflate, br, zstd' },
      ...options,
    })
  return Object.assign(edge, { read })
}

describe('the response to a read', () => {
  it('is compressed for a browser that accepts Brotli', async () => {
    await using edge = await startWithMessages()
    const response = await edge.read()
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/json; charset=utf-8',
      vary: 'Accept-Encoding',
    })
    expect(response.headers.has('content-length')).toBe(false)
    expect(await response.json()).toEqual({ messages })
  })

  it.each(['gzip, deflate', 'gzip, br;q=0', 'identity'])(
    'stays as it is for a caller that accepts %s',
    async (accepted) => {
      await using edge = await startWithMessages()
      const response = await edge.read({ headers: { 'accept-encoding': accepted } })
      expect(response.headers.has('content-encoding')).toBe(false)
      expect(await response.json()).toEqual({ messages })
    },
  )

  it.each<[string, Sent]>([
    ['is short', { sent: '{"count":1}' }],
    ['is an error', { status: 500 }],
    ['is no JSON', { headers: { 'Content-Type': 'text/plain' } }],
    ['has no length', { hasLength: false }],
  ])('stays as it is if it %s', async (_, options) => {
    await using edge = await startWithMessages(options)
    const response = await edge.read()
    expect(response.headers.has('content-encoding')).toBe(false)
    expect(await response.text()).toBe(options.sent ?? body)
  })

  it('stays as it is if the service has compressed it', async () => {
    await using edge = await startWithMessages({ headers: { 'Content-Encoding': 'identity' } })
    const response = await edge.read()
    expect(response.headers.get('content-encoding')).toBe('identity')
    expect(await response.json()).toEqual({ messages })
  })

  it('is cut off if that of the service is', async () => {
    await using edge = await startWithMessages()
    edge.behaviour.chat = (response) => {
      response.writeHead(200, { ...JSON_TYPE, 'Content-Length': String(body.length) })
      response.write(body.slice(0, -1), () => response.destroy())
    }
    await expect(edge.read().then((response) => response.text())).rejects.toThrow()
  })
})

it('the response to a write, which may have a token, is not compressed', async () => {
  await using edge = await startWithMessages()
  const response = await edge.read({ method: 'POST' })
  expect(response.headers.has('content-encoding')).toBe(false)
  expect(await response.json()).toEqual({ messages })
})
