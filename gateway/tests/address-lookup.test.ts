import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { hostname } from 'node:os'
import { describe, expect, it } from '@jest/globals'
import { eventually, testLog } from '@meadow/testing'
import type { LookupAddresses } from '../src/instances/address-lookup.ts'
import { openSocket, startGateway } from './gateway-harness.ts'

const POLL = '/socket.io/?EIO=4&transport=polling'
/** Linux has all addresses of 127.0.0.0/8; elsewhere one machine cannot be several instances at one port. */
const itOnLinux = process.platform === 'linux' ? it : it.skip
const [ONE, TWO, THREE] = ['127.0.0.2', '127.0.0.3', '127.0.0.4'] as const

/** Starts one server per address, all at the same port. Each responds with its address, and echoes on websockets. */
async function startInstances(addresses: readonly string[]) {
  const servers = new Map(
    addresses.map((address) => [address, createServer((_request, response) => response.end(address))]),
  )
  const sockets = new Map<string, Socket>()
  let port = 0
  for (const [address, server] of servers) {
    server.on('upgrade', (_request, socket: Socket) => {
      sockets.set(address, socket)
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
      socket.pipe(socket)
    })
    await new Promise<void>((resolve) => server.listen(port, address, resolve))
    port = (server.address() as AddressInfo).port
  }
  const stop = (address: string) => {
    servers.get(address)?.close().closeAllConnections()
    sockets.get(address)?.destroy()
  }
  return {
    port,
    stop,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const address of addresses) stop(address)
    },
  }
}

/** A name server whose answer the test sets. Undefined: the name does not exist. */
type NameServer = { addresses: readonly string[] | undefined; questions: string[]; lookupAddresses: LookupAddresses }

function createNameServer(addresses?: readonly string[]): NameServer {
  const server: NameServer = {
    addresses,
    questions: [],
    async lookupAddresses(name) {
      server.questions.push(name)
      if (!server.addresses) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' })
      return server.addresses.map((address) => ({ address, family: 4 }))
    },
  }
  return server
}

/** Starts a gateway that finds chat by a name. */
async function startNamedGateway(port: number, names: NameServer, log = testLog) {
  const { lookupAddresses } = names
  const chatUrls = [`http://chat.invalid:${port}`]
  const edge = await startGateway({ chatUrls, lookupAddresses, lookupIntervalMs: 5, metricsPort: 0, log })
  const countInstances = async () =>
    Number((await edge.readMetric('upstream_instances{upstream="chat"}'))[0]?.split(' ')[1])
  return {
    ...edge,
    /** Waits until the gateway knows so many instances. */
    haveInstances: (count: number) => eventually(async () => expect(await countInstances()).toBe(count)),
    /** Sends requests, and returns the instances that have responded. */
    async call(path: string, count: number) {
      const bodies: string[] = []
      for (let index = 0; index < count; index += 1) bodies.push((await edge.request(path)).body)
      return [...new Set(bodies)].toSorted()
    },
    [Symbol.asyncDispose]: edge[Symbol.asyncDispose],
  }
}

const toCookie = (headers: { 'set-cookie'?: string[] | undefined }) =>
  String(headers['set-cookie']?.[0]).split(';', 1)[0] ?? ''

describe('a host name with several addresses', () => {
  itOnLinux('is an instance for each of them, while they come and go', async () => {
    await using instances = await startInstances([ONE, TWO, THREE])
    const names = createNameServer([ONE])
    await using edge = await startNamedGateway(instances.port, names)
    expect(await edge.call('/api/messages', 3)).toEqual([ONE])
    names.addresses = [TWO, ONE, THREE]
    await edge.haveInstances(3)
    for (const path of ['/api/messages', POLL]) expect(await edge.call(path, 3)).toEqual([ONE, TWO, THREE])
    names.addresses = [TWO]
    await edge.haveInstances(1)
    expect(await edge.call('/api/messages', 3)).toEqual([TWO])
    expect(new Set(names.questions)).toEqual(new Set(['chat.invalid']))
  })

  itOnLinux('keeps its addresses while it cannot be resolved, which is logged once', async () => {
    const lines: string[] = []
    const log = Object.assign(Object.create(testLog), {
      warn: (_fields: object, text: string) => lines.push(text),
      info: (_fields: object, text: string) => lines.push(text),
    })
    await using instances = await startInstances([ONE, TWO])
    const names = createNameServer([ONE, TWO])
    await using edge = await startNamedGateway(instances.port, names, log)
    const linesOfNames = () => lines.filter((line) => line.includes('name'))
    names.addresses = undefined
    const asked = names.questions.length
    await eventually(() => expect(names.questions.length).toBeGreaterThan(asked + 3))
    expect(await edge.call('/api/messages', 2)).toEqual([ONE, TWO])
    expect(linesOfNames()).toEqual(['the name of an upstream cannot be resolved'])
    names.addresses = [ONE, TWO]
    await eventually(() => expect(linesOfNames()).toContain('the name of an upstream is resolved again'))
    expect(linesOfNames()).toHaveLength(2)
  })

  itOnLinux('may begin to exist after the gateway: requests wait for it', async () => {
    await using instances = await startInstances([ONE])
    const names = createNameServer()
    await using edge = await startNamedGateway(instances.port, names)
    const response = edge.request('/api/messages')
    await eventually(async () =>
      expect(await edge.readMetric('upstream_repeats_total{upstream="chat"')).toHaveLength(1),
    )
    names.addresses = [ONE]
    expect(await response).toMatchObject({ status: 200, body: ONE })
  })
})

describe('an instance that is no longer listed', () => {
  itOnLinux('keeps its polling clients while it drains; then they connect to another', async () => {
    await using instances = await startInstances([ONE, TWO])
    const names = createNameServer([ONE])
    await using edge = await startNamedGateway(instances.port, names)
    const handshake = await edge.request(POLL)
    const headers = { Cookie: toCookie(handshake.headers) }
    names.addresses = [ONE, TWO]
    await edge.haveInstances(2)
    for (let poll = 0; poll < 3; poll += 1)
      expect(await edge.request(`${POLL}&sid=a`, { headers })).toMatchObject({ body: ONE })
    names.addresses = [TWO]
    await edge.haveInstances(1)
    expect(await edge.request(`${POLL}&sid=a`, { headers })).toMatchObject({ body: ONE })
    expect(await edge.request(POLL, { headers })).toMatchObject({ body: TWO })
    instances.stop(ONE)
    expect(await edge.request(`${POLL}&sid=a`, { headers })).toMatchObject({ status: 503 })
    expect(await edge.request(`${POLL}&sid=a`, { headers })).toMatchObject({ body: TWO })
  })

  itOnLinux('keeps its websockets', async () => {
    await using instances = await startInstances([ONE, TWO])
    const names = createNameServer([ONE])
    await using edge = await startNamedGateway(instances.port, names)
    const socket = await openSocket(edge.port)
    names.addresses = [TWO]
    await eventually(async () => expect(await edge.call('/api/messages', 1)).toEqual([TWO]))
    socket.write('still here')
    expect(String((await once(socket, 'data'))[0])).toBe('still here')
    instances.stop(ONE)
    await once(socket, 'close')
  })
})

it('resolves names as the system does', async () => {
  const chat = createServer((_request, response) => response.end('by name'))
  await new Promise<void>((resolve) => chat.listen(0, resolve))
  const { port } = chat.address() as AddressInfo
  await using edge = await startGateway({ chatUrls: [`http://${hostname()}:${port}`] })
  expect(await edge.request('/api/messages')).toMatchObject({ body: 'by name' })
  chat.close().closeAllConnections()
})
