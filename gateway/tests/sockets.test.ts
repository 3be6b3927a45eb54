import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { openSocket, requestUpgrade, SOCKET_PATH, sendBytes, startGateway, UPGRADE_HEADERS } from './gateway-harness.ts'

const POLL = '/socket.io/?EIO=4&transport=polling'

/** Starts an instance of chat that accepts every upgrade and echoes all bytes. */
async function startChat() {
  const received: IncomingHttpHeaders[] = []
  const server = createServer((_request, response) => void response.end(String((server.address() as AddressInfo).port)))
  const open = new Set<Socket>()
  server.on('upgrade', ({ headers }, socket: Socket) => {
    received.push(headers)
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    socket.pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    received,
    open,
    port,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      server.close().closeAllConnections()
    },
  }
}

const nameOf = (url: string) => createHash('sha256').update(url).digest('base64url').slice(0, 8)

describe('a websocket', () => {
  it('is connected with chat in both directions, and closes with it', async () => {
    await using chat = await startChat()
    await using edge = await startGateway({ chatUrls: [chat.url] })
    const socket = await openSocket(edge.port)
    socket.write('hello')
    expect(String((await once(socket, 'data'))[0])).toBe('hello')
    for (const upstream of chat.open) upstream.end('bye')
    expect(String((await once(socket, 'data'))[0])).toBe('bye')
    await once(socket, 'close')
  })

  it('closes at chat when the caller disconnects', async () => {
    await using chat = await startChat()
    await using edge = await startGateway({ chatUrls: [chat.url] })
    const socket = await openSocket(edge.port)
    const [upstream] = chat.open
    const closed = upstream && once(upstream, 'close')
    socket.destroy()
    expect(await closed).toBeDefined()
  })

  it('has the identity headers of the gateway', async () => {
    await using chat = await startChat()
    await using edge = await startGateway({ chatUrls: [chat.url] })
    const forged = {
      'X-User-Id': '1',
      'X-Forwarded-For': '9.9.9.9',
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'a',
    }
    const socket = await requestUpgrade(edge.port, SOCKET_PATH, { ...forged, Host: 'meadow.local', Origin: 'http://a' })
    if (typeof socket !== 'number') socket.destroy()
    const [headers = {}] = chat.received
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'meadow.local',
      origin: 'http://a',
      upgrade: 'websocket',
      'sec-websocket-key': UPGRADE_HEADERS['Sec-WebSocket-Key'],
    })
    for (const name of ['x-user-id', 'forwarded']) expect(headers).not.toHaveProperty(name)
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
  })

  it.each([
    ['elsewhere', '/home', 404],
    ['at a call', '/api/posts', 404],
    ['at the health', '/api/health', 404],
    ['below the path of sockets', '/socket.io/admin', 404],
    ['by an unclear path', '/socket.io/..%2f', 400],
  ])('is refused %s', async (_where, path, status) => {
    await using edge = await startGateway()
    expect(await requestUpgrade(edge.port, path)).toBe(status)
    expect(edge.received).toEqual([])
  })

  it('is refused at another host, and with another method', async () => {
    await using chat = await startChat()
    await using edge = await startGateway({ chatUrls: [chat.url], publicUrl: 'http://meadow.example' })
    expect(await requestUpgrade(edge.port, SOCKET_PATH, { Host: 'evil.example' })).toBe(404)
    const head = `TRACE ${SOCKET_PATH} HTTP/1.1\r\nHost: meadow.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
    expect(await sendBytes(edge.port, head)).toMatch(/^HTTP\/1.1 404 /)
    expect(chat.received).toEqual([])
  })

  it('fails while chat is away, and a poll gets 503', async () => {
    await using edge = await startGateway()
    await edge.stopUpstream('chat')
    await expect(requestUpgrade(edge.port)).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(await edge.request(POLL)).toMatchObject({ status: 503 })
    expect(await edge.request('/home')).toMatchObject({ status: 200 })
  })

  it('closes when the gateway shuts down, as polls do', async () => {
    await using chat = await startChat()
    await using edge = await startGateway({ chatUrls: [chat.url] })
    const sockets = await Promise.all(Array.from({ length: 120 }, () => openSocket(edge.port)))
    const closed = sockets.map((socket) => once(socket.resume(), 'close'))
    await edge.gateway[Symbol.asyncDispose]()
    await Promise.all(closed)
  })

  it('does not delay the shutdown of the gateway by a waiting poll', async () => {
    await using edge = await startGateway()
    const requestWaiting = Promise.withResolvers<void>()
    edge.behaviour.chat = () => requestWaiting.resolve()
    const poll = edge.request(`${POLL}&sid=a`)
    await requestWaiting.promise
    await edge.gateway[Symbol.asyncDispose]()
    await expect(poll).rejects.toMatchObject({ code: 'ECONNRESET' })
  })
})

describe('long polling', () => {
  it('needs no cookie with one instance', async () => {
    await using edge = await startGateway()
    const response = await edge.request(POLL)
    expect(response.status).toBe(200)
    expect(response.headers).not.toHaveProperty('set-cookie')
  })

  it('goes to the instances in turn, and stays at one by a cookie', async () => {
    await using one = await startChat()
    await using two = await startChat()
    await using edge = await startGateway({ chatUrls: [one.url, two.url], publicUrl: 'https://127.0.0.1' })
    const Host = '127.0.0.1'
    const first = [await edge.request(POLL, { headers: { Host } }), await edge.request(POLL, { headers: { Host } })]
    expect(first.map(({ body }) => body).toSorted()).toEqual([one.port, two.port].map(String).toSorted())
    for (const chat of [one, two]) {
      const cookie = `meadow-chat=${nameOf(chat.url)}`
      const [set] = first.find(({ body }) => body === String(chat.port))?.headers['set-cookie'] ?? []
      expect(set).toBe(`${cookie}; Path=/socket.io; HttpOnly; SameSite=Strict; Secure`)
      for (const path of [`${POLL}&sid=a`, `${POLL}&sid=a`, POLL]) {
        const response = await edge.request(path, { headers: { Host, Cookie: `a=1; ${cookie}` } })
        expect(response.body).toBe(String(chat.port))
        if (path !== POLL) expect(response.headers).not.toHaveProperty('set-cookie')
      }
    }
  })

  it('starts at another instance when its own has failed', async () => {
    await using chat = await startChat()
    const unreachableUrl = 'http://127.0.0.1:1'
    await using edge = await startGateway({ chatUrls: [unreachableUrl, chat.url] })
    const headers = { Cookie: `meadow-chat=${nameOf(unreachableUrl)}` }
    expect(await edge.request(POLL, { headers })).toMatchObject({ status: 503 })
    expect(await edge.request(POLL, { headers })).toMatchObject({ status: 200, body: String(chat.port) })
  })
})
