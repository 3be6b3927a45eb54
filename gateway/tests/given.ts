import { createServer, type IncomingHttpHeaders, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { createTestTokens, testLog } from '@meadow/testing'
import { createGateway, type Gateway, type GatewayParts } from '../src/gateway.ts'
import type { Upstream as Called } from '../src/routes.ts'

type Upstream = Called | 'chat'

/** What an upstream heard. */
export type Heard = { to: Upstream; method: string; url: string; headers: IncomingHttpHeaders; body: string }

type Behaviour = (response: ServerResponse, heard: Heard) => void

const tellWhoHeard: Behaviour = (response, { to, url }) => {
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify({ to, url }))
}

/** A gateway with real upstreams, which say who they are unless told otherwise. */
export async function startGateway(parts: Partial<GatewayParts> = {}) {
  const heard: Heard[] = []
  const behaviour: Partial<Record<Upstream, Behaviour>> = {}
  const servers = new Map<Upstream, Server>()
  const upstreams = { auth: '', social: '', posts: '', notify: '', frontends: '', chat: '' }
  for (const to of Object.keys(upstreams) as Upstream[]) {
    const server = createServer(async (asked, response) => {
      const { method = '', url = '', headers } = asked
      const body = await text(asked).catch(() => '')
      const what = { to, method, url, headers, body }
      if (url !== '/health/ready') heard.push(what)
      ;(behaviour[to] ?? tellWhoHeard)(response, what)
    })
    upstreams[to] = `http://127.0.0.1:${await listen(server)}`
    servers.set(to, server)
  }
  const { chat, ...called } = upstreams
  const gateway: Gateway = createGateway({
    upstreams: called,
    chat: [chat],
    publicUrl: undefined,
    trustedProxies: [],
    metricsPort: undefined,
    verifier: createTestTokens().verifier,
    rateLimits: undefined,
    log: testLog,
    now: () => new Date(),
    ...parts,
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
    heard,
    behaviour,
    upstreams,
    stopUpstream,
    ask: (path: string, options: Asking = {}) => ask(port, path, options),
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]()
      await Promise.all(Object.keys(upstreams).map((name) => stopUpstream(name as Upstream)))
    },
  }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

type Asking = { method?: string; headers?: Record<string, string>; body?: string | Buffer }
type Answered = { status: number; headers: IncomingHttpHeaders; body: string }

/** A request whose path and headers arrive as they are written here, unlike what `fetch` makes of them. */
function ask(port: number, path: string, { method = 'GET', headers = {}, body }: Asking): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
  const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, async (answer) => {
    const { statusCode: status = 0, headers } = answer
    resolve({ status, headers, body: await text(answer).catch(() => 'cut off') })
  })
  asked.on('error', reject)
  asked.end(body)
  return promise
}

/** Sends bytes and answers all that comes back until the connection ends. */
export async function sendBytes(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}
