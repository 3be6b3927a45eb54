import { createServer, type IncomingHttpHeaders, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { createTestTokens, testLog } from '@meadow/testing'
import { createGateway, type Gateway, type GatewayDeps } from '../src/gateway.ts'
import type { UpstreamName } from '../src/routes.ts'

type Upstream = UpstreamName | 'chat'

/** A request as an upstream received it. */
type ReceivedRequest = {
  upstream: Upstream
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

type UpstreamBehaviour = (response: ServerResponse, received: ReceivedRequest) => void

const respondWithTarget: UpstreamBehaviour = (response, { upstream, url }) => {
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify({ upstream, url }))
}

/** Starts a gateway with real HTTP upstreams. They respond with their name and the path unless `behaviour` is set. */
export async function startGateway(overrides: Partial<GatewayDeps> = {}) {
  const received: ReceivedRequest[] = []
  const behaviour: Partial<Record<Upstream, UpstreamBehaviour>> = {}
  const servers = new Map<Upstream, Server>()
  const upstreams = { auth: '', social: '', posts: '', notify: '', frontends: '', chat: '' }
  for (const upstream of Object.keys(upstreams) as Upstream[]) {
    const server = createServer(async (request, response) => {
      const { method = '', url = '', headers } = request
      const body = await text(request).catch(() => '')
      const receivedRequest = { upstream, method, url, headers, body }
      if (url !== '/health/ready') received.push(receivedRequest)
      ;(behaviour[upstream] ?? respondWithTarget)(response, receivedRequest)
    })
    upstreams[upstream] = `http://127.0.0.1:${await listenOnAnyPort(server)}`
    servers.set(upstream, server)
  }
  const { chat, ...serviceUrls } = upstreams
  const gateway: Gateway = createGateway({
    upstreams: serviceUrls,
    frontendUrls: {},
    chatUrls: [chat],
    publicUrl: undefined,
    trustedProxies: [],
    metricsPort: undefined,
    verifier: createTestTokens().verifier,
    rateLimits: undefined,
    connectionLimits: { total: 10_000, perAddress: 10_000 },
    retryWindowMs: 60_000, // so that a busy machine changes no result
    securityContact: undefined,
    log: testLog,
    now: () => new Date(),
    ...overrides,
  })
  const { port, metricsPort } = await gateway.start(0, '127.0.0.1')
  const stopUpstream = async (name: Upstream) => {
    servers.get(name)?.closeAllConnections()
    await new Promise((resolve) => servers.get(name)?.close(resolve))
  }
  const restartUpstream = (name: Upstream) =>
    new Promise<void>((resolve) => {
      servers.get(name)?.listen(Number(new URL(upstreams[name]).port), '127.0.0.1', resolve)
    })
  return {
    gateway,
    port,
    metricsPort,
    received,
    behaviour,
    upstreams,
    stopUpstream,
    restartUpstream,
    readMetric: async (name: string) => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      return text.split('\n').filter((line) => line.startsWith(name))
    },
    request: (path: string, options: RequestOptions = {}) => sendRequest(port, path, options),
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]()
      await Promise.all(Object.keys(upstreams).map((name) => stopUpstream(name as Upstream)))
    },
  }
}

async function listenOnAnyPort(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

type RequestOptions = { method?: string; headers?: Record<string, string>; body?: string | Buffer }
type TestResponse = { status: number; headers: IncomingHttpHeaders; body: string }

/** Sends a request with exactly this path and these headers. `fetch` would normalize them. */
function sendRequest(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: RequestOptions,
): Promise<TestResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<TestResponse>()
  const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, async (response) => {
    const { statusCode: status = 0, headers } = response
    resolve({ status, headers, body: await text(response).catch(() => 'cut off') })
  })
  sent.on('error', reject)
  sent.end(body)
  return promise
}

/** Sends bytes and returns all received bytes until the connection ends. */
export async function sendBytes(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}

export const SOCKET_PATH = '/socket.io/?EIO=4&transport=websocket'
export const UPGRADE_HEADERS = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

/** Requests an upgrade. Returns the socket, or the status of the response if it was refused. */
export async function requestUpgrade(
  port: number,
  path = SOCKET_PATH,
  headers: Record<string, string> = {},
): Promise<Socket | number> {
  const upgradeRequest = request({
    host: '127.0.0.1',
    port,
    path,
    headers: { ...UPGRADE_HEADERS, ...headers },
    agent: false,
  }).end()
  const { promise, resolve, reject } = Promise.withResolvers<Socket | number>()
  upgradeRequest.on('upgrade', (_response, socket: Socket) => resolve(socket))
  upgradeRequest.on('response', (response) => resolve(response.resume().statusCode ?? 0))
  upgradeRequest.on('error', reject)
  return promise
}

/** Opens a websocket. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = await requestUpgrade(port)
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`)
  return socket
}
