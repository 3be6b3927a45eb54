import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { SOCKET_IDLE_TIMEOUT_MS } from '@meadow/contracts'
import { alice, bob, createSecurityEventLog, eventually, shareAcrossTests } from '@meadow/testing'
import { startChat, writePacket } from './chat-harness.ts'

const chat = shareAcrossTests(() => startChat({ connectTimeoutMs: 500 }))

type Refusal = Error & { data?: { code: string }; context?: { responseText?: string }; description?: unknown }

async function refusalOf(options: Parameters<Awaited<ReturnType<typeof startChat>>['open']>[0]): Promise<Refusal> {
  const { open } = await chat()
  const { promise, resolve, reject } = Promise.withResolvers<Refusal>()
  open(options)
    .socket.once('connect_error', resolve)
    .once('connect', () => reject(new Error('was let in')))
  return promise
}

describe('a handshake', () => {
  it.each([['websocket'], ['polling']])('with a valid token is accepted by %s', async (transport) => {
    const { connect, tokens } = await chat()
    const client = await connect(alice, { transports: [transport], auth: { token: tokens.tokenFor(alice) } })
    expect(client.socket.connected).toBe(true)
  })

  it('upgrades from polling to WebSocket', async () => {
    const { connect } = await chat()
    const { socket } = await connect(alice, { transports: ['polling', 'websocket'] })
    await eventually(() => expect(socket.io.engine.transport.name).toBe('websocket'))
  })

  it('without a token is refused, even if the token is in the URL or a header', async () => {
    const { tokens } = await chat()
    const token = tokens.tokenFor(alice)
    const attempts = [{}, { query: { token } }, { extraHeaders: { Authorization: `Bearer ${token}` } }]
    for (const attempt of attempts) expect((await refusalOf(attempt)).data).toEqual({ code: 'token_missing' })
  })

  it.each([['nonsense'], ['a'.repeat(5_000)], [7], [['a']], [{ $ne: '' }]])(
    'with a malformed token is refused: %p',
    async (token) => {
      expect((await refusalOf({ auth: { token } })).data).toEqual({ code: 'token_invalid' })
    },
  )

  it('with an expired token or of an ended session is refused', async () => {
    const { tokens } = await chat()
    const expired = tokens.tokenFor(alice, { expiresAt: new Date(Date.now() - 1_000) })
    expect((await refusalOf({ auth: { token: expired } })).data).toEqual({ code: 'token_expired' })
    const sid = '0199a000-0000-7000-8000-0000000000f1'
    tokens.endSession(sid)
    expect((await refusalOf({ auth: { token: tokens.tokenFor(alice, { sid }) } })).data).toEqual({
      code: 'token_invalid',
    })
  })

  it('without a token is closed after the time-out', async () => {
    const { instance } = await chat()
    const silent = new WebSocket(`${instance.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
    await new Promise((resolve) => silent.addEventListener('close', resolve))
    expect(silent.readyState).toBe(WebSocket.CLOSED)
  })
})

const UPGRADE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

const at = (url: string, headers: Record<string, string>) =>
  fetch(`${url}/socket.io/?EIO=4&transport=polling`, { headers })

it('by polling is followed by polls that may wait for the next ping', async () => {
  const { instance } = await chat()
  const { sid } = JSON.parse((await (await at(instance.url, {})).text()).slice(1))
  const begun = Promise.withResolvers<{ socket: Socket }>()
  const listener = (message: unknown) => begun.resolve(message as { socket: Socket })
  subscribe('http.server.request.start', listener)
  const poll = fetch(`${instance.url}/socket.io/?EIO=4&transport=polling&sid=${sid}`)
  const { socket } = await begun.promise
  unsubscribe('http.server.request.start', listener)
  expect(socket.timeout).toBe(SOCKET_IDLE_TIMEOUT_MS)
  await poll // until the session ends, as the client never authenticates
})

describe('the origin check', () => {
  it('accepts the own pages and refuses other sites', async () => {
    const { instance } = await chat()
    expect((await at(instance.url, { Origin: instance.url })).status).toBe(200)
    for (const Origin of ['https://evil.example', 'null', 'http://localhost']) {
      const response = await at(instance.url, { Origin })
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ message: 'origin_not_allowed' })
    }
  })

  it('comes before the WebSocket upgrade', async () => {
    const { instance } = await chat()
    const upgradeRequest = request(`${instance.url}/socket.io/?EIO=4&transport=websocket`, {
      headers: { ...UPGRADE, Origin: 'https://evil.example' },
    })
    upgradeRequest.on('upgrade', () => upgradeRequest.destroy(new Error('was let in'))).end()
    const [response] = await once(upgradeRequest, 'response')
    expect(response.statusCode).toBe(400)
  })

  it('compares with the public URL if there is one', async () => {
    await using chat = await startChat({ publicUrl: new URL('https://meadow.example') })
    expect((await at(chat.instance.url, { Origin: 'https://meadow.example' })).status).toBe(200)
    expect((await at(chat.instance.url, { Origin: chat.instance.url })).status).toBe(403)
  })
})

describe('metrics', () => {
  it('count connected sockets and refusals by reason', async () => {
    await using chat = await startChat()
    await chat.connect(bob)
    const { socket } = chat.open({})
    await new Promise((resolve) => socket.once('connect_error', resolve))
    expect(await chat.readMetric('sockets_connected')).toBe(1)
    expect(await chat.readMetric('sockets_refused_total{reason="token"}')).toBe(1)
  })
})

describe('the security log', () => {
  it('has refused tokens, foreign origins and clients that send too much', async () => {
    const { log, securityEvents } = createSecurityEventLog()
    await using chat = await startChat({ log })
    const { tokens, instance } = chat
    const ended = { sid: '0199a000-0000-7000-8000-0000000000f2' }
    tokens.endSession(ended.sid)
    const network = '127.0.0.1'
    const refusals: [string, object][] = [
      ['nonsense', { reason: 'invalid_token' }],
      [tokens.tokenFor(alice, ended), { reason: 'session_ended', actor: alice._id, session: ended.sid }],
    ]
    for (const [token, expected] of refusals) {
      const { socket } = chat.open({ auth: { token }, extraHeaders: { 'X-Forwarded-For': '2001:db8::1' } })
      await new Promise((resolve) => socket.once('connect_error', resolve))
      expect(securityEvents.splice(0)).toMatchObject([
        { event: 'socket.token_refused', ...expected, network: '2001:db8:0:0' },
      ])
    }

    const client = await chat.connect(alice)
    const foreignToken = tokens.tokenFor(bob)
    expect(await client.emit('authenticate', { token: foreignToken })).toMatchObject({
      ok: false,
      code: 'token_invalid',
    })
    const expired = tokens.tokenFor(alice, { expiresAt: new Date(Date.now() - 1_000) })
    expect(await client.emit('authenticate', { token: expired })).toMatchObject({ ok: false, code: 'token_expired' })
    const tokenRefused = { event: 'socket.token_refused', reason: 'invalid_token', actor: bob._id, network }
    expect(securityEvents.splice(0)).toMatchObject([tokenRefused])

    await at(instance.url, { Origin: 'https://evil.example' })
    expect(securityEvents.splice(0)).toMatchObject([{ event: 'socket.origin_refused', network }])

    for (let count = 0; count < 100; count += 1) writePacket(client, '42["join",""]')
    await client.disconnected
    expect(securityEvents).toMatchObject([{ event: 'socket.closed_too_fast', actor: alice._id, network }])
  })
})
