import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { json } from 'node:stream/consumers'
import pg from 'pg'
import { Server } from 'socket.io'

const [store] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: store, max: 6 })
const loop = monitorEventLoopDelay({ samplePerIteration: true }) // as services measure it
loop.enable()

/** A message is stored durably before its recipient hears of it; a post that is deleted is told to all. */
const answers: Record<string, (request: IncomingMessage) => Promise<object>> = {
  async POST(request) {
    const { recipientId, content } = (await json(request)) as { recipientId: string; content: string }
    const message = { _id: randomUUID(), recipientId, content, createdAt: new Date() }
    await pool.query({ name: 'insert', text: 'insert into bare values ($1, $2)', values: [message._id, content] })
    io.to(recipientId).emit('newMessage', message)
    return { message }
  },
  async DELETE({ url }) {
    io.emit('postDeleted', { postId: url?.split('/').at(-1) })
    return {}
  },
  /** The longest time (ms) between two looks at the event loop since this was asked last. */
  async GET() {
    const longest = loop.max / 1e6
    loop.reset()
    return { longest }
  },
}

// the proxy lets go first, else it would ask who is gone
const server = createServer({ keepAliveTimeout: 65_000 }, async (request, response) => {
  const bytes = Buffer.from(JSON.stringify(await answers[request.method ?? '']?.(request)))
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes)
})
const io = new Server(server, { serveClient: false, perMessageDeflate: false })
io.on('connection', (socket) => void socket.join(socket.handshake.auth['member']))
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once('SIGTERM', () => process.exit())
process.once('disconnect', () => process.exit())
