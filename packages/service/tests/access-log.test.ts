import { connect } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { testLog } from '@meadow/testing'
import { Router } from 'express'
import { getRequestId, type Logger } from '../src/index.ts'
import { startNotes } from './notes-service.ts'

const requestId = 'ef'.repeat(16)

/** Creates a logger that records its lines with the request id of the moment. */
function createRecordingLog() {
  const lines: unknown[] = []
  const firstLine = Promise.withResolvers<void>()
  const record = (line: object, message: string) => {
    lines.push({ ...line, message, requestId: getRequestId() })
    if (!message.startsWith('listening')) firstLine.resolve()
  }
  const log: Logger = Object.assign(Object.create(testLog), { info: record, warn: record })
  return { log, lines, logged: firstLine.promise }
}

describe('the access log', () => {
  it('logs a completed request with its id, and leaves out health checks and metrics', async () => {
    const { log, lines } = createRecordingLog()
    const { agent } = startNotes({ log })
    await agent.get('/health/ready')
    await agent.get('/metrics')
    await agent.get('/who?secret=1').set('x-request-id', requestId)
    expect(lines).toMatchObject([{ message: 'request completed', method: 'GET', path: '/who', status: 200, requestId }])
  })

  it('cuts a path after 200 characters', async () => {
    const { log, lines } = createRecordingLog()
    const { agent } = startNotes({ log })
    await agent.get(`/${'a'.repeat(10_000)}`)
    expect(lines).toMatchObject([{ path: `/${'a'.repeat(199)}`, status: 404 }])
  })

  it('logs the request id when the caller disconnects before the response', async () => {
    const { log, lines, logged } = createRecordingLog()
    const arrived = Promise.withResolvers<void>()
    const silent = Router().get('/silent', () => arrived.resolve())
    const { service } = startNotes({ log, routers: [silent] })
    await using _ended = service
    const { port } = await service.start(0, '127.0.0.1')
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET /silent HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${requestId}\r\n\r\n`)
    await arrived.promise
    socket.destroy()
    await logged
    expect(lines.at(-1)).toMatchObject({ message: 'response not completed', path: '/silent', requestId })
  })
})
