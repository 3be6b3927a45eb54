import { Agent, type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'

type CountedRequest = {
  method?: 'GET' | 'POST'
  path: string
  token?: string
  headers?: Record<string, string>
  /** JSON, or bytes with a content type in `headers`. */
  body?: object | Buffer
}
type CountedResponse = { headers: IncomingMessage['headers']; body: Buffer }

/** An HTTP client that counts the bytes of its connections, as a browser would send and receive them. */
export type CountedClient = Disposable & {
  /** @throws on an error status */
  send(request: CountedRequest): Promise<CountedResponse>
  readBytes(): { sent: number; received: number }
}

/** Creates a client of the product at `url` with at most `maxSockets` connections. */
export function createCountedClient(url: string, maxSockets: number): CountedClient {
  const agent = new Agent({ keepAlive: true, maxSockets })
  const sockets = new Set<Socket>()
  const { hostname, port, host } = new URL(url)
  return {
    send({ method = 'GET', path, token, headers = {}, body }) {
      const isBytes = Buffer.isBuffer(body)
      const bytes = isBytes || body === undefined ? body : Buffer.from(JSON.stringify(body))
      const { promise, resolve, reject } = Promise.withResolvers<CountedResponse>()
      const sent = request({
        agent,
        hostname,
        port,
        path,
        method,
        headers: {
          host,
          accept: '*/*',
          'accept-encoding': 'gzip, deflate, br',
          ...(token && { authorization: `Bearer ${token}` }),
          ...(bytes && { 'content-length': String(bytes.length) }),
          ...(bytes && !isBytes && { 'content-type': 'application/json' }),
          ...headers,
        },
      })
      sent.on('socket', (socket) => sockets.add(socket))
      sent.on('error', reject)
      sent.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const received = Buffer.concat(chunks)
          const isCompressed = response.headers['content-encoding'] === 'br'
          const body = isCompressed ? brotliDecompressSync(received) : received
          if (response.statusCode && response.statusCode < 300) resolve({ headers: response.headers, body })
          else reject(new Error(`${method} ${path} responded with ${response.statusCode}: ${received}`))
        })
      })
      sent.end(bytes)
      return promise
    },
    readBytes() {
      const all = [...sockets]
      return {
        sent: all.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
        received: all.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
      }
    },
    [Symbol.dispose]: () => agent.destroy(),
  }
}
