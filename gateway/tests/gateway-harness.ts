import { createServer, type IncomingHttpHeaders, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { createTestTokens, testLog } from '@meadow/testing'
import { createGateway, type Gateway, type GatewayDeps } from '../src/gateway.ts'
import type { UpstreamName } from '../src/routes.ts'

type Upstream = UpstreamName | 'chat'

/** A request as an upstream received it. */
export type ReceivedRequest = {
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
    chatUrls: [chat],
    publicUrl: undefined,
    trustedProxies: [],
    metricsPort: undefined,
    verifier: createTestTokens().verifier,
    rateLimits: undefined,
    log: testLog,
    now: () => new Date(),
    ...overrides,
  })
  const { port, metricsPort } = await gateway.start(0, '127.0.0.1')
  const stopUpstream = async (name: Upstream) => {
    servers.get(name)?.closeAllConnections()
    await new Promise((resolve) => servers.get(name)?.close(resolve))
  }
  return {
    gateway,
    port,
    metricsPort,
    received,
    behaviour,
    upstreams,
    stopUpstream,
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
