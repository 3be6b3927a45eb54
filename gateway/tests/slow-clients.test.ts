import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from '@jest/globals'
import { startGateway } from './gateway-harness.ts'

const timeouts = {
  idleMs: 60_000,
  requestMs: 400,
  headersMs: 200,
  checkIntervalMs: 50,
  bodySpeed: { windowMs: 60_000, minBytesPerSecond: 1 },
}

/** Sends `begin`, then one byte every 20 ms until the connection ends. Returns all received bytes. */
async function sendSlowly(port: number, begin: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(begin)
  const timer = setInterval(() => socket.write('x'), 20)
  const response = await text(socket).catch(() => 'cut off')
  clearInterval(timer)
  return response
}

describe('a slow caller', () => {
  it('gets 408 for slow headers', async () => {
    await using edge = await startGateway({ timeouts })
    // the operating system may drop the response with the connection while the client still sends
    expect(await sendSlowly(edge.port, 'GET /home HTTP/1.1\r\nHost: localhost\r\nX: ')).toMatch(
      /^HTTP\/1.1 408 |^cut off$/,
    )
    expect(edge.received).toEqual([])
  })

  it('is disconnected for a slow body, and the upstream request ends', async () => {
    await using edge = await startGateway({ timeouts })
    const bodies: string[] = []
    edge.behaviour.posts = (_response, { body }) => void bodies.push(body) // called at the end of the request
    const begin = 'POST /api/posts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n'
    // on a busy machine the connection may end before the gateway has begun its request to the upstream
    while (bodies.length === 0) expect(await sendSlowly(edge.port, begin)).not.toMatch(/ 200 /)
    expect(bodies[0]).toBe('')
  })

  it('is disconnected for a slow upload, which ends at the upstream, too', async () => {
    const bodySpeed = { windowMs: 100, minBytesPerSecond: 1_000 }
    await using edge = await startGateway({ timeouts: { ...timeouts, requestMs: 60_000, bodySpeed } })
    const bodies: string[] = []
    edge.behaviour.posts = (_response, { body }) => void bodies.push(body) // called at the end of the request
    const begin = 'POST /api/media HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n'
    // on a busy machine the connection may end before the gateway has begun its request to the upstream
    while (bodies.length === 0) expect(await sendSlowly(edge.port, begin)).toMatch(/^HTTP\/1.1 408 |^cut off$/)
    expect(bodies[0]).not.toHaveLength(100_000)
  })

  it('that sends nothing is disconnected', async () => {
    await using edge = await startGateway({ timeouts: { ...timeouts, idleMs: 100 } })
    const socket = connect(edge.port, '127.0.0.1')
    socket.resume()
    await once(socket, 'close')
  })

  it('that polls chat may wait for the next ping of chat, which comes later', async () => {
    await using edge = await startGateway({ timeouts: { ...timeouts, idleMs: 100 } })
    const polled = Promise.withResolvers<ServerResponse>()
    edge.behaviour.chat = (response) => polled.resolve(response)
    const sendPoll = () => edge.request('/socket.io/?EIO=4&transport=polling&sid=a')
    const isReceived = polled.promise.then(() => true)
    // on a busy machine the connection may be idle for too long before its request is there
    const repeatPoll = async (error: unknown): ReturnType<typeof sendPoll> =>
      (await Promise.race([isReceived, false])) ? Promise.reject(error) : sendPoll().catch(repeatPoll)
    const poll = sendPoll().catch(repeatPoll)
    const response = await polled.promise
    const idle = connect(edge.port, '127.0.0.1')
    idle.resume()
    await once(idle, 'close') // the poll is older
    response.end('2')
    expect(await poll).toMatchObject({ status: 200, body: '2' })
  })

  it('does not delay other callers', async () => {
    await using edge = await startGateway({ timeouts })
    const slow = Array.from({ length: 200 }, () =>
      sendSlowly(edge.port, 'GET /home HTTP/1.1\r\nHost: localhost\r\nX: '),
    )
    expect(await edge.request('/home')).toMatchObject({ status: 200 })
    for (const response of await Promise.all(slow)) expect(response).not.toMatch(/ 200 /)
  })
})
