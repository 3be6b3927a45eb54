import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { testLog } from '@meadow/testing'
import { isTransientError, openPostgresStore } from '../src/index.ts'

type PoolerOptions = {
  /** Returns the pid of the backend that runs a statement of a connection. Both are counted from 0. */
  chooseBackend(connection: number, statement: number): number
  /** Refuses the parameters that only the connections of a pool have. */
  refusesParameters?: boolean
}

const toMessage = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  const header = Buffer.alloc(5)
  header.write(type)
  header.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}
const toInt16 = (value: number) => Buffer.from([value >> 8, value & 0xff])
const toInt32 = (value: number) => Buffer.concat([toInt16(value >> 16), toInt16(value & 0xffff)])
const toText = (text: string) => Buffer.from(`${text}\0`)

const READY = toMessage('Z', Buffer.from('I'))
const AUTHENTICATED = toMessage('R', toInt32(0))
const INT4_OID = 23
const PID_COLUMN = toMessage(
  'T',
  toInt16(1),
  toText('pid'),
  toInt32(0),
  toInt16(0),
  toInt32(INT4_OID),
  toInt16(4),
  toInt32(-1),
  toInt16(0),
)
const REFUSED = toMessage(
  'E',
  toText('SFATAL'),
  toText('C08P01'),
  toText('Munsupported startup parameter: statement_timeout'),
  Buffer.from([0]),
)

/** Answers each statement with the backend that runs it: the part of a connection pooler that matters here. */
function answerStatement(pid: number): Buffer {
  const value = Buffer.from(String(pid))
  const row = toMessage('D', toInt16(1), toInt32(value.length), value)
  return Buffer.concat([PID_COLUMN, row, toMessage('C', toText('SELECT 1')), READY])
}

/** Starts a connection pooler that speaks the protocol of PostgreSQL without a server behind it. */
async function startPooler({ chooseBackend, refusesParameters = false }: PoolerOptions) {
  let connections = 0
  const server = createServer((socket) => {
    const connection = connections++
    let statements = 0
    let isStarted = false
    let received: Buffer = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      const lengthAt = () => (isStarted ? 1 : 0) // only the first message has no type
      while (received.length >= lengthAt() + 4 && received.length >= received.readInt32BE(lengthAt()) + lengthAt()) {
        const end = received.readInt32BE(lengthAt()) + lengthAt()
        const message = received.subarray(0, end)
        received = received.subarray(end)
        if (!isStarted) {
          isStarted = true
          if (refusesParameters && message.includes('statement_timeout')) socket.end(REFUSED)
          else socket.write(Buffer.concat([AUTHENTICATED, READY]))
        } else if (message.toString('latin1', 0, 1) === 'Q') {
          socket.write(answerStatement(chooseBackend(connection, statements++)))
        } else socket.end()
      }
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://nobody@127.0.0.1:${port}/store`,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describe('a store behind a connection pooler', () => {
  it.each<[string, PoolerOptions]>([
    ['runs the statements of two connections on one backend', { chooseBackend: () => 7 }],
    [
      'runs the statements of a connection on several backends',
      { chooseBackend: (one, n) => 100 * one + (n > 1 ? 1 : 2) },
    ],
    [
      'refuses the parameters of the connections',
      { chooseBackend: (connection) => connection, refusesParameters: true },
    ],
  ])('is refused for good, with a sentence that says what to do, when it %s', async (_title, options) => {
    await using pooler = await startPooler(options)
    for (const autoMigrate of ['on', 'off'] as const) {
      const store = { service: 'any', migrations: [], autoMigrate, log: testLog }
      const error = await openPostgresStore(pooler.url, store).catch((e) => e)
      expect(error).toMatchObject({ message: expect.stringContaining('use the address of PostgreSQL itself') })
      expect(isTransientError(error)).toBe(false)
    }
  })

  it('is opened when each connection has a backend of its own', async () => {
    await using pooler = await startPooler({ chooseBackend: (connection) => connection })
    await using store = await openPostgresStore(pooler.url, { service: 'any', migrations: [], log: testLog })
    expect(store.ended).toBe(false)
  })
})
