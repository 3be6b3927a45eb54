import { EventEmitter } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { expect, it, jest } from '@jest/globals'
import { createHttpListener } from '../src/http/http-listener.ts'
import { closeSlowBodies, isBodyTooSlow } from '../src/http/slow-bodies.ts'

const MEGABYTE = 1024 * 1024
const SLOW_MS = 20
const timeouts = { idleMs: 60_000, requestMs: 60_000, headersMs: 60_000, checkIntervalMs: 60_000 }

type Upload = { begin?: string; chunk?: string; until?: Promise<unknown> }

/** Starts a server that closes bodies of less than 1 KB per second, measured over 100 ms. */
async function startListener(app: RequestListener) {
  const bodySpeed = { windowMs: 100, minBytesPerSecond: 1_000 }
  const listener = createHttpListener(app, { ...timeouts, bodySpeed })
  const { port } = await listener.listen(0, '127.0.0.1')
  /** Sends `begin` to a path, then `chunk` every 20 ms until `until`. Returns what is received until the connection closes. */
  async function upload(path: string, { begin = '', chunk = 'x', until }: Upload = {}): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    const send = (data: string) => socket.write(`${data.length.toString(16)}\r\n${data}\r\n`)
    socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`)
    if (begin) send(begin)
    const timer = setInterval(() => send(chunk), SLOW_MS)
    void until?.then(() => {
      clearInterval(timer)
      send('')
    })
    // the operating system may drop the response with the connection while the client still sends
    const response = await text(socket).catch(() => 'cut off')
    clearInterval(timer)
    return response
  }
  return { upload, [Symbol.asyncDispose]: () => listener.close(0) }
}

it.each([
  [999, 0, true],
  [1_000, 0, false],
  [0, 1, false],
])('decides by the bytes of a window: %i received, %i unread', (received, unread, isTooSlow) => {
  expect(isBodyTooSlow({ received, unread }, { windowMs: 500, minBytesPerSecond: 2_000 })).toBe(isTooSlow)
})

const CUT_OFF = /^HTTP\/1.1 408 |^cut off$/

it('closes a connection on which a body trickles, and keeps a fast one', async () => {
  await using server = await startListener(async (request, response) => {
    const body = await buffer(request).catch(() => Buffer.alloc(0))
    response.setHeader('Connection', 'close').end(`received ${body.length}`)
  })
  const slow = Promise.all([server.upload('/'), server.upload('/')])
  const fast = server.upload('/', { chunk: 'x'.repeat(1_000), until: slow })
  for (const response of await slow) expect(response).toMatch(CUT_OFF)
  expect(await fast).toMatch(/received \d{4,}/)
})

it('keeps a connection whose body the handler does not read yet', async () => {
  const slow = Promise.withResolvers<void>()
  await using server = await startListener(async (request, response) => {
    if (request.url === '/late') await slow.promise
    const body = await buffer(request).catch(() => Buffer.alloc(0))
    response.setHeader('Connection', 'close').end(`received ${body.length}`)
  })
  const late = server.upload('/late', { begin: 'x'.repeat(MEGABYTE), until: slow.promise })
  expect(await server.upload('/')).toMatch(CUT_OFF)
  slow.resolve()
  expect(await late).toMatch(/received \d{7}/)
})

it('closes a connection whose body trickles behind the response', async () => {
  await using server = await startListener((request, response) => {
    request.resume()
    response.end('refused')
  })
  expect(await server.upload('/')).toMatch(/refused|^cut off$/)
})

it('has one listener on a connection, however long it sends bodies', () => {
  jest.useFakeTimers()
  const [server, connection] = [new EventEmitter(), new EventEmitter()]
  closeSlowBodies(server as Server, { windowMs: 100, minBytesPerSecond: 1_000 })
  for (let count = 0; count < 3; count += 1) {
    server.emit('request', { socket: connection, headers: { 'content-length': '1' }, complete: true }, {})
    jest.advanceTimersByTime(100)
  }
  expect(connection.listenerCount('close')).toBe(1)
  jest.useRealTimers()
})
