import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from '@jest/globals'
import { BODY_TIMEOUT_MS } from '../src/request-body.ts'
import { startGateway } from './gateway-harness.ts'

const toHead = (path: string, length = 'Content-Length: 100000') =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${length}\r\n\r\n`

/** Sends the head of a request and never the whole body. Returns all received bytes. */
async function sendIncomplete(port: number, head: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${head}{`)
  return text(socket)
}

describe('a body that does not arrive', () => {
  it.each([
    ['to a call', toHead('/api/posts')],
    ['in chunks', toHead('/api/posts', 'Transfer-Encoding: chunked').concat('1\r\n')],
    ['to a poll', toHead('/socket.io/?EIO=4&transport=polling&sid=a')],
    ['of a page', toHead('/home').replace('POST', 'GET')],
  ])('gets 408, and the connection is closed: %s', async (_what, head) => {
    await using edge = await startGateway({ bodyTimeoutMs: 50 })
    const response = await sendIncomplete(edge.port, head)
    expect(response).toMatch(/^HTTP\/1.1 408 /)
    expect(response).toContain('"code":"request_timeout"')
  })

  it('ends the request to the upstream', async () => {
    await using edge = await startGateway({ bodyTimeoutMs: 50 })
    const bodies: string[] = []
    edge.behaviour.posts = (_response, { body }) => void bodies.push(body) // called at the end of the request
    // on a busy machine the time limit may come before the gateway has begun its request to the upstream
    while (bodies.length === 0) await sendIncomplete(edge.port, toHead('/api/posts'))
    expect(bodies[0]).toBe('')
  })

  it('is awaited for an upload', async () => {
    await using edge = await startGateway({ bodyTimeoutMs: 1 })
    for (const path of ['/api/media', '/api/messages/image']) {
      const socket = connect(edge.port, '127.0.0.1')
      socket.write(toHead(path, 'Content-Length: 2\r\nConnection: close').concat('a'))
      await once(socket, 'ready')
      await edge.request('/home') // longer than the time limit of other bodies
      await edge.request('/home')
      socket.write('b')
      expect(await text(socket)).toMatch(/^HTTP\/1.1 200 /)
    }
  })

  it('is the only one that is limited: a response to a whole body may take longer', async () => {
    await using edge = await startGateway({ bodyTimeoutMs: 100 })
    const response = Promise.withResolvers<() => void>()
    edge.behaviour.posts = (upstreamResponse) => response.resolve(() => void upstreamResponse.end('done'))
    const call = edge.request('/api/posts', { method: 'POST', body: '{}' })
    const finish = await response.promise
    await sendIncomplete(edge.port, toHead('/api/messages')) // takes as long as the limit
    finish()
    expect(await call).toMatchObject({ status: 200, body: 'done' })
  })

  it('has 15 seconds by default', () => expect(BODY_TIMEOUT_MS).toBe(15_000))
})
