import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { json } from 'node:stream/consumers'
import pg from 'pg'
import { Server } from 'socket.io'

const [store] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: store, max: 6 })
const loop = monitorEventLoopDelay({ samplePerIteration: true }) // with the settings of the services
loop.enable()

type NewMessage = { recipientId: string; content: string }

const storeRow = (id: string, text: string) =>
  pool.query({ name: 'insert', text: 'insert into baseline values ($1, $2)', values: [id, text] })

/** Stores a message durably before emitting it to its recipient. */
async function sendMessage({ recipientId, content }: NewMessage): Promise<{ message: object }> {
  const message = { _id: randomUUID(), recipientId, content, createdAt: new Date() }
  await storeRow(message._id, content)
  io.to(recipientId).emit('newMessage', message)
  return { message }
}

/** The requests by method: send a message, mark a conversation as read, delete a post, which is emitted to all. */
const requestHandlers: Record<string, (request: IncomingMessage) => Promise<object>> = {
  POST: async (request) => sendMessage((await json(request)) as NewMessage),
  async PUT({ url = '' }) {
    await storeRow(randomUUID(), url)
    return {}
  },
  async DELETE({ url }) {
    io.emit('postDeleted', { postId: url?.split('/').at(-1) })
    return {}
  },
  /** Returns the longest block (ms) of the event loop since the last call. */
  async GET() {
    const longest = loop.max / 1e6
    loop.reset()
    return { longest }
  },
}

// longer than the proxy's, which must close idle connections first
const server = createServer({ keepAliveTimeout: 65_000 }, async (request, response) => {
  const bytes = Buffer.from(JSON.stringify(await requestHandlers[request.method ?? '']?.(request)))
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes)
})
const io = new Server(server, { serveClient: false, perMessageDeflate: false })
io.on('connection', (socket) => {
  void socket.join(socket.handshake.auth['member'])
  socket.on('sendMessage', async (message: NewMessage, acknowledge: (response: object) => void) =>
    acknowledge(await sendMessage(message)),
  )
  socket.on('typing', ({ recipientId }: { recipientId: string }, acknowledge: (response: object) => void) => {
    io.to(recipientId).emit('typing', { recipientId })
    acknowledge({})
  })
})
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once('SIGTERM', () => process.exit())
process.once('disconnect', () => process.exit())
