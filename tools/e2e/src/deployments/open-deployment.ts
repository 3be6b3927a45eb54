import { once } from 'node:events'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createFrontendHandler } from '@meadow/frontend-server'

const FRONTENDS = resolve(import.meta.dirname, '../../../../frontends')
/** What the gateway of the product answers. */
const GATEWAY_PATH = /^\/(api|media|socket\.io)(\/|$)/

/** A copy of the built front ends at an address of its own, in front of the services of a product. */
export type Deployment = AsyncDisposable & {
  url: string
  /** The folder of the build of a front end. */
  distOf(name: string): string
  /** Replaces the service worker by one that removes itself. */
  switchServiceWorkerOff(): void
}

/** Copies the built front ends and serves them with the headers of the product's gateway, to which it passes all calls. */
export async function openDeployment(productUrl: string): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-deployment-'))
  for (const name of await readdir(FRONTENDS))
    await cp(join(FRONTENDS, name, 'dist'), join(folder, name, 'dist'), { recursive: true })
  let hasServiceWorker = true
  const serveFile = createFrontendHandler(folder, { hasServiceWorker: () => hasServiceWorker })
  const policy = (await fetch(`${productUrl}/home`)).headers.get('content-security-policy') ?? ''
  const gateway = new URL(productUrl)
  const sockets = new Set<Socket>()

  const server = createServer((request, response) => {
    if (GATEWAY_PATH.test(request.url ?? '')) return passOn(request, response, gateway)
    response.setHeader('Content-Security-Policy', policy)
    serveFile(request, response)
  })
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) =>
    passUpgradeOn(request, socket, head, gateway),
  )
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    distOf: (name) => join(folder, name, 'dist'),
    switchServiceWorkerOff: () => {
      hasServiceWorker = false
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The headers of a request as if the page were of the gateway's origin. */
const toGatewayHeaders = ({ headers }: IncomingMessage, gateway: URL) => ({
  ...headers,
  host: gateway.host,
  ...(headers.origin && { origin: gateway.origin }),
})

function passOn(request: IncomingMessage, response: ServerResponse, gateway: URL): void {
  const { method, url: path } = request
  const { hostname, port } = gateway
  const upstream = sendRequest({ hostname, port, method, path, headers: toGatewayHeaders(request, gateway) })
  upstream.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  upstream.on('error', () => response.destroy())
  response.on('close', () => upstream.destroy())
  request.pipe(upstream)
}

function passUpgradeOn(request: IncomingMessage, socket: Socket, head: Buffer, gateway: URL): void {
  const upstream = connect(Number(gateway.port), gateway.hostname)
  const lines = Object.entries(toGatewayHeaders(request, gateway)).map(([name, value]) => `${name}: ${value}`)
  upstream.write([`${request.method} ${request.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  upstream.write(head)
  upstream.pipe(socket).pipe(upstream)
  upstream.on('error', () => socket.destroy())
  socket.on('error', () => upstream.destroy())
}
