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

/** Stores a message durably before emitting it to its recipient; emits deleted posts to all. */
const requestHandlers: Record<string, (request: IncomingMessage) => Promise<object>> = {
  async POST(request) {
    const { recipientId, content } = (await json(request)) as { recipientId: string; content: string }
    const message = { _id: randomUUID(), recipientId, content, createdAt: new Date() }
    await pool.query({ name: 'insert', text: 'insert into baseline values ($1, $2)', values: [message._id, content] })
    io.to(recipientId).emit('newMessage', message)
    return { message }
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
io.on('connection', (socket) => void socket.join(socket.handshake.auth['member']))
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once('SIGTERM', () => process.exit())
process.once('disconnect', () => process.exit())
