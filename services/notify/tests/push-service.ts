import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { PushPayload } from '@meadow/contracts'
import { createTestCertificates } from '@meadow/testing/certificates'
import ece from 'http_ece'

/** A push as the push service received it. */
export type ReceivedPush = { path: string; headers: IncomingHttpHeaders; body: Buffer; at: number }

type Respond = (response: ServerResponse) => void

/** A browser with a subscription: it decrypts what the push service received for it. */
export type TestBrowser = {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** Returns the pushes for this browser, decrypted, in the order of their arrival. */
  pushes(): PushPayload[]
  /** Returns the requests of these pushes. */
  requests(): ReceivedPush[]
}

/** Responds as a push service that has accepted a push. */
export const accept: Respond = (response) => void response.writeHead(201, { Location: '/message' }).end()

/** Responds with a status. */
export const respondWith =
  (status: number, headers: Record<string, string> = {}): Respond =>
  (response) =>
    void response.writeHead(status, headers).end('a reason')

/** Opens a push service at https://localhost, with a certificate of an authority of its own. It accepts everything. */
export async function openPushService() {
  await using opening = new AsyncDisposableStack()
  const certificates = opening.use(createTestCertificates())
  const { cert, key } = certificates.server
  const received: ReceivedPush[] = []
  let respond: Respond = accept
  const server = createServer({ cert: await readFile(cert), key: await readFile(key) }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const push = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks), at: Date.now() }
      received.push(push)
      server.emit('push', push)
      respond(response)
    })
  })
  opening.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const opened = opening.move()

  function createBrowser(): TestBrowser {
    const ecdh = createECDH('prime256v1')
    ecdh.generateKeys()
    const authSecret = randomBytes(16)
    const path = `/push/${randomUUID()}`
    const requests = () => received.filter((push) => push.path === path)
    const decrypt = (body: Buffer) => ece.decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret })
    return {
      subscription: {
        endpoint: `https://localhost:${port}${path}`,
        keys: { p256dh: ecdh.getPublicKey('base64url'), auth: authSecret.toString('base64url') },
      },
      requests,
      pushes: () => requests().map(({ body }) => JSON.parse(decrypt(body).toString('utf8'))),
    }
  }

  return {
    port,
    host: `localhost:${port}`,
    origin: `https://localhost:${port}`,
    ca: await readFile(certificates.ca, 'utf8'),
    received,
    /** Sets the response to all further pushes. */
    setResponse: (next: Respond) => {
      respond = next
    },
    /** Waits for the next push. */
    nextPush: async (): Promise<ReceivedPush> => (await once(server, 'push'))[0],
    createBrowser,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
