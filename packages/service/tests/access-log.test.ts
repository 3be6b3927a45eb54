import { connect } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { testLog } from '@meadow/testing'
import { Router } from 'express'
import { currentRequestId, type Logger } from '../src/index.ts'
import { startNotes } from './notes-service.ts'

const requestId = 'ef'.repeat(16)

/** A log that keeps what is said, with the request that was handled then. */
function listening() {
  const lines: unknown[] = []
  const said = Promise.withResolvers<void>()
  const say = (line: object, message: string) => {
    lines.push({ ...line, message, requestId: currentRequestId() })
    if (!message.startsWith('listening')) said.resolve()
  }
  const log: Logger = Object.assign(Object.create(testLog), { info: say, warn: say })
  return { log, lines, said: said.promise }
}

describe('the access log', () => {
  it('says how a request was answered, under its id, and nothing of those who run the process', async () => {
    const { log, lines } = listening()
    const { agent } = startNotes({ log })
    await agent.get('/health/ready')
    await agent.get('/metrics')
    await agent.get('/who?secret=1').set('x-request-id', requestId)
    expect(lines).toMatchObject([{ message: 'answered', method: 'GET', path: '/who', status: 200, requestId }])
  })

  it('knows the id of a request whose caller left', async () => {
    const { log, lines, said } = listening()
    const arrived = Promise.withResolvers<void>()
    const silent = Router().get('/silent', () => arrived.resolve())
    const { service } = startNotes({ log, routers: [silent] })
    await using _ended = service
    const { port } = await service.start(0, '127.0.0.1')
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET /silent HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${requestId}\r\n\r\n`)
    await arrived.promise
    socket.destroy()
    await said
    expect(lines.at(-1)).toMatchObject({ message: 'not answered to the end', path: '/silent', requestId })
  })
})
