import { EventEmitter } from 'node:events'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { expect, it, jest } from '@jest/globals'
import { eventually } from '@meadow/testing'
import { createHttpListener } from '../src/http/http-listener.ts'
import { closeSlowBodies, isBodyTooSlow } from '../src/http/slow-bodies.ts'

const MEGABYTE = 1024 * 1024
/** 1,000 bytes per window. The windows end when a test says so. */
const bodySpeed = { windowMs: 100_000, minBytesPerSecond: 10 }
const timeouts = { idleMs: 60_000, requestMs: 60_000, headersMs: 60_000, checkIntervalMs: 60_000, bodySpeed }

/** Starts a server that closes slow bodies. `endWindow` measures the bodies of the window that ends. */
async function startListener(app: RequestListener) {
  const intervals = jest.spyOn(globalThis, 'setInterval')
  const listener = createHttpListener(app, timeouts)
  const endWindow = intervals.mock.calls.find(([, ms]) => ms === bodySpeed.windowMs)?.[0] as () => void
  intervals.mockRestore()
  const { port } = await listener.listen(0, '127.0.0.1')
  /** Opens an upload. `response` is all that is received until the connection closes. */
  function upload(path: string) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    const send = (data: string) => socket.write(`${data.length.toString(16)}\r\n${data}\r\n`)
    socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`)
    // the operating system may drop the response with the connection while the client still sends
    const response = text(socket).catch(() => 'cut off')
    return { send, end: () => send(''), response }
  }
  return { upload, endWindow, [Symbol.asyncDispose]: () => listener.close(0) }
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
  const received = new Map<string | undefined, number>()
  await using server = await startListener((request, response) => {
    const { url } = request
    request.on('data', ({ length }) => received.set(url, (received.get(url) ?? 0) + length))
    request.on('end', () => response.setHeader('Connection', 'close').end(`received ${received.get(url)}`))
  })
  const [slow, fast] = [server.upload('/slow'), server.upload('/fast')]
  let sentByFast = 0
  for (const length of [1, 1_000]) {
    slow.send('x')
    fast.send('x'.repeat(length))
    sentByFast += length
    await eventually(() => expect([received.get('/fast'), received.has('/slow')]).toEqual([sentByFast, true]))
    server.endWindow()
  }
  expect(await slow.response).toMatch(CUT_OFF)
  fast.end()
  expect(await fast.response).toMatch(/received 1001$/)
})

it('keeps a connection whose body the handler does not read yet', async () => {
  const arrived = Promise.withResolvers<IncomingMessage>()
  const turn = Promise.withResolvers<void>()
  await using server = await startListener(async (request, response) => {
    arrived.resolve(request)
    await turn.promise
    response.setHeader('Connection', 'close').end(`received ${(await buffer(request)).length}`)
  })
  const upload = server.upload('/')
  upload.send('x'.repeat(MEGABYTE))
  const { socket } = await arrived.promise
  await eventually(() => expect(socket.isPaused()).toBe(true))
  for (let windows = 0; windows < 3; windows += 1) server.endWindow()
  turn.resolve()
  upload.end()
  expect(await upload.response).toMatch(/received 1048576$/)
})

it('closes a connection whose body trickles behind the response', async () => {
  const responded = Promise.withResolvers<void>()
  await using server = await startListener((request, response) => {
    request.resume()
    response.end('refused', () => responded.resolve())
  })
  const upload = server.upload('/')
  upload.send('x')
  await responded.promise
  for (let windows = 0; windows < 2; windows += 1) server.endWindow()
  expect(await upload.response).toMatch(/refused|^cut off$/)
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
