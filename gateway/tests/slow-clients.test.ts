import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from '@jest/globals'
import { startGateway } from './given.ts'

const patience = { idleMs: 60_000, requestMs: 400, headersMs: 200, checkIntervalMs: 50 }

/** Sends `begin`, then a letter every 20 ms until the other side has had enough; answers what came back. */
async function drip(port: number, begin: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(begin)
  const timer = setInterval(() => socket.write('x'), 20)
  const answer = await text(socket).catch(() => 'cut off')
  clearInterval(timer)
  return answer
}

describe('a caller who takes too long', () => {
  it('over the headers is sent away', async () => {
    await using edge = await startGateway({ patience })
    // who goes on sending may not see the answer: the system drops it with the connection
    expect(await drip(edge.port, 'GET /home HTTP/1.1\r\nHost: a\r\nX: ')).toMatch(/^HTTP\/1.1 408 |^cut off$/)
    expect(edge.heard).toEqual([])
  })

  it('over the body is cut off, and the upstream is let go', async () => {
    await using edge = await startGateway({ patience })
    const left = Promise.withResolvers<string>()
    edge.behaviour.posts = (_response, { body }) => left.resolve(body) // called when the request ends, one way or other
    const begin = 'POST /api/posts HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n'
    expect(await drip(edge.port, begin)).not.toMatch(/ 200 /)
    expect(await left.promise).toBe('')
  })

  it('and says nothing at all is cut off', async () => {
    await using edge = await startGateway({ patience: { ...patience, idleMs: 100 } })
    const socket = connect(edge.port, '127.0.0.1')
    socket.resume()
    await once(socket, 'close')
  })

  it('keeps nobody else waiting', async () => {
    await using edge = await startGateway({ patience })
    const slow = Array.from({ length: 200 }, () => drip(edge.port, 'GET /home HTTP/1.1\r\nHost: a\r\nX: '))
    expect(await edge.ask('/home')).toMatchObject({ status: 200 })
    for (const answer of await Promise.all(slow)) expect(answer).not.toMatch(/ 200 /)
  })
})
