import { createHash, createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { PushPayload } from '@meadow/contracts'
import { alice, bob, createTestMember, shareAcrossTests } from '@meadow/testing'
import { createTestClock } from '@meadow/testing/service'
import { createPushClient, type PushClientOptions } from '../src/push/sending/push-client.ts'
import { openWithPushService } from './push-fixtures.ts'
import { accept, respondWith } from './push-service.ts'

const DAY_MS = 86_400_000

const shared = shareAcrossTests(() =>
  openWithPushService({ clock: createTestClock({ startsAt: new Date('2026-03-01T12:00:00Z') }) }),
)

/**
 * Prepares the shared service without subscriptions, with a sender and a client of its own, and a message of Bob for Alice's new
 * device. The clock continues from the test before.
 */
async function openWithMessage(clientOptions: Partial<PushClientOptions> = {}) {
  const notify = await shared()
  const { pushService, clock, pool } = notify
  await pool.query('delete from push_subscriptions')
  pushService.received.length = 0
  pushService.setResponse(accept)
  const { host, ca } = pushService
  const client = createPushClient({ hosts: [host], privateAddresses: ['127.0.0.1'], ca, ...clientOptions })
  const sender = notify.createSender(client)
  const device = await notify.openDevice(alice)
  const messages = notify.conversation(alice, bob)
  const sent = messages.sent(bob)
  await notify.deliverEvents(sent)
  const findFailure = async () => (await device.config()).subscription?.lastFailure
  return {
    ...notify,
    startsAt: clock.now(),
    device,
    messages,
    sent,
    findFailure,
    createSender: () => notify.createSender(client),
    sendPushes: () => sender.drain(),
    [Symbol.dispose]: () => client[Symbol.dispose](),
  }
}

/** Verifies a VAPID token (RFC 8292) with the key of the header. @throws Error if it is not valid at `at` */
function verifyVapid(authorization = '', at: Date) {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(authorization) ?? []
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const [header = '', payload = '', signature = ''] = token.split('.')
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  const signed = Buffer.from(`${header}.${payload}`)
  const isValid = verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  const claims: { aud: string; sub: string; exp: number } = parse(payload)
  if (!isValid || parse(header).alg !== 'ES256' || claims.exp * 1_000 <= at.getTime()) throw new Error('not valid')
  return { publicKey, claims }
}

describe('a push', () => {
  it('is encrypted for its browser, and signed with the VAPID key of its subscription', async () => {
    using notify = await openWithMessage()
    const { device, pushService, sendPushes, clock, startsAt } = notify
    await sendPushes()
    const [push] = device.pushes()
    expect(PushPayload.parse(push)).toEqual(push)
    expect(push).toMatchObject({ type: 'message', tag: `message-${bob._id}`, memberId: alice._id, userId: bob._id })
    const [request] = device.requests()
    expect(request?.body.includes('Bob Rivers')).toBe(false)
    expect(request?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' })
    const { publicKey, claims } = verifyVapid(request?.headers.authorization, clock.now())
    expect(publicKey).toBe((await device.config()).publicKey)
    expect(claims).toMatchObject({ aud: pushService.origin, sub: 'mailto:operator@example.org' })
    expect(claims.exp * 1_000).toBe(startsAt.getTime() + DAY_MS / 2)
  })

  it('has a topic by which it replaces an undelivered one of the same conversation, and which says nothing', async () => {
    using notify = await openWithMessage()
    const { device, deliverEvents, messages, conversation, sendPushes } = notify
    const carol = createTestMember()
    await notify.addMember(carol)
    for (const event of [messages.sent(bob), conversation(alice, carol).sent(carol)]) {
      await sendPushes()
      await deliverEvents(event)
    }
    await sendPushes()
    const [first, second, other] = device.requests().map(({ headers }) => headers['topic'])
    expect(first).toMatch(/^[\w-]{32}$/)
    expect(second).toBe(first)
    expect(other).not.toBe(first)
    const plain = createHash('sha256').update(`message-${bob._id}`).digest('base64url')
    expect(plain.startsWith(String(first))).toBe(false)
  })

  it('has the time to live that is left', async () => {
    using notify = await openWithMessage()
    notify.clock.advance(3_600_000)
    await notify.sendPushes()
    expect(notify.device.requests()[0]?.headers['ttl']).toBe('82800')
  })

  it('is sent with a new token after six hours', async () => {
    using notify = await openWithMessage()
    const { device, deliverEvents, messages, sendPushes, clock } = notify
    await sendPushes()
    for (const hours of [5, 2]) {
      clock.advance(hours * 3_600_000)
      await deliverEvents(messages.sent(bob))
      await sendPushes()
    }
    const [first, second, third] = device.requests().map(({ headers }) => headers.authorization)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
    expect(() => verifyVapid(third, clock.now())).not.toThrow()
  })
})

describe('a push service', () => {
  it.each([404, 410])('ends a subscription with %d', async (status) => {
    using notify = await openWithMessage()
    const { device, pushService, sendPushes, deliverEvents, messages } = notify
    pushService.setResponse(respondWith(status))
    await sendPushes()
    expect((await device.config()).subscription).toBeNull()
    await deliverEvents(messages.sent(bob))
    await sendPushes()
    expect(device.requests()).toHaveLength(1)
  })

  it('that is busy (429) gets the push again when it says so', async () => {
    using notify = await openWithMessage()
    const { device, pushService, sendPushes, clock, findFailure, startsAt } = notify
    pushService.setResponse(respondWith(429, { 'Retry-After': '120' }))
    await sendPushes()
    expect(await findFailure()).toEqual({ at: startsAt.toISOString(), code: 'too_many_requests', status: 429 })
    pushService.setResponse(accept)
    clock.advance(119_000)
    await sendPushes()
    expect(device.requests()).toHaveLength(1)
    clock.advance(1_000)
    await sendPushes()
    expect(device.requests()).toHaveLength(2)
    expect((await device.config()).subscription).toMatchObject({ lastSuccessAt: clock.now().toISOString() })
  })

  it('that fails (500) gets the push again after 5, 10 and 20 s; a push that arrives meanwhile waits with it', async () => {
    using notify = await openWithMessage()
    const { device, pushService, sendPushes, clock, findFailure, deliverEvents, testEvents } = notify
    pushService.setResponse(respondWith(500))
    await sendPushes()
    for (const [seconds, count] of [
      [4, 1],
      [1, 2],
      [9, 2],
      [1, 3],
    ] as const) {
      clock.advance(seconds * 1_000)
      await sendPushes()
      expect(device.requests()).toHaveLength(count)
    }
    expect(await findFailure()).toMatchObject({ code: 'service_error', status: 500 })
    await deliverEvents(testEvents.followed(bob, alice))
    await sendPushes()
    expect(device.requests()).toHaveLength(3)
    pushService.setResponse(accept)
    clock.advance(20_000)
    await sendPushes()
    expect(
      device
        .pushes()
        .map(({ type }) => type)
        .slice(3),
    ).toEqual(['message', 'follow'])
  })

  it('that does not respond is given up after the time-out', async () => {
    using notify = await openWithMessage({ timeoutMs: 200 })
    const { pushService, sendPushes, findFailure } = notify
    pushService.setResponse(() => {})
    await sendPushes()
    expect(await findFailure()).toMatchObject({ code: 'timed_out', status: null })
  })

  it('that sends its response without end is not read to the end', async () => {
    using notify = await openWithMessage()
    const { pushService, sendPushes, device } = notify
    const closed = new Promise<void>((resolve) => {
      pushService.setResponse((response) => {
        response.writeHead(201)
        const write = (): void => void response.write(Buffer.alloc(65_536), (error) => (error ? undefined : write()))
        response.on('close', resolve)
        write()
      })
    })
    await sendPushes()
    await closed
    expect((await device.config()).subscription).toMatchObject({ lastFailure: null, lastSuccessAt: expect.any(String) })
  })

  it('that is away gets the push again, until it is a day old', async () => {
    using notify = await openWithMessage()
    const { device, pushService, sendPushes, clock, findFailure, pool } = notify
    pushService.setResponse((response) => response.socket?.destroy())
    await sendPushes()
    expect(await findFailure()).toMatchObject({ code: 'unreachable', status: null })
    pushService.setResponse(accept)
    clock.advance(DAY_MS)
    await sendPushes()
    expect(device.requests()).toHaveLength(1)
    expect((await pool.query('select from pushes')).rowCount).toBe(0)
  })

  it.each([400, 401, 403, 413])(
    'that refuses a push (%d) does not get it again, but gets the next one',
    async (status) => {
      using notify = await openWithMessage()
      const { device, pushService, sendPushes, findFailure, deliverEvents, messages, clock } = notify
      pushService.setResponse(respondWith(status))
      await sendPushes()
      expect(await findFailure()).toMatchObject({ code: 'refused', status })
      pushService.setResponse(accept)
      clock.advance(DAY_MS / 2)
      await sendPushes()
      expect(device.requests()).toHaveLength(1)
      await deliverEvents(messages.sent(bob))
      await sendPushes()
      expect(device.requests()).toHaveLength(2)
    },
  )

  it('that redirects to another address does not make us go there', async () => {
    using notify = await openWithMessage()
    const { pushService, sendPushes, findFailure } = notify
    for (const status of [301, 302, 307, 308]) {
      pushService.setResponse(respondWith(status, { Location: `${pushService.origin}/internal` }))
      await notify.deliverEvents(notify.messages.sent(bob))
      await sendPushes()
      expect(await findFailure()).toMatchObject({ code: 'refused', status })
    }
    expect(pushService.received.map(({ path }) => path)).not.toContain('/internal')
  })
})

describe('the address of an endpoint', () => {
  it.each([['127.0.0.1'], ['10.0.0.1', '142.250.74.10'], ['::ffff:127.0.0.1'], ['fe80::1'], ['169.254.169.254']])(
    'must be public, whatever its name: %s',
    async (...addresses) => {
      using notify = await openWithMessage({ privateAddresses: [], lookUp: async () => addresses })
      const { pushService, sendPushes, findFailure } = notify
      await sendPushes()
      expect(pushService.received).toEqual([])
      expect(await findFailure()).toMatchObject({ code: 'not_allowed', status: null })
    },
  )

  it('is looked up once for a connection, so that a second answer cannot differ', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    const asked: string[] = []
    using notify = await openWithMessage({
      async lookUp(hostname) {
        asked.push(hostname)
        return answers.shift() ?? []
      },
    })
    await notify.sendPushes()
    expect(asked).toEqual(['localhost'])
    expect(notify.device.requests()).toHaveLength(1)
  })

  it('must have a certificate of a trusted authority', async () => {
    using notify = await openWithMessage({ ca: undefined })
    await notify.sendPushes()
    expect(notify.pushService.received).toEqual([])
    expect(await notify.findFailure()).toMatchObject({ code: 'unreachable' })
  })

  it('must still be on the list when the push is sent', async () => {
    using notify = await openWithMessage()
    const { pool, sendPushes, findFailure, pushService } = notify
    await pool.query(`update push_subscriptions set endpoint = 'https://127.0.0.1:${pushService.port}/x'`)
    await sendPushes()
    expect(pushService.received).toEqual([])
    expect(await findFailure()).toMatchObject({ code: 'not_allowed' })
  })
})

describe('the sender', () => {
  it('sends a push once although several instances send', async () => {
    using notify = await openWithMessage()
    const { device, createSender, openDevice } = notify
    const devices = [device, ...(await Promise.all(Array.from({ length: 9 }, () => openDevice(alice))))]
    await notify.deliverEvents(notify.messages.sent(bob))
    await Promise.all(Array.from({ length: 4 }, () => createSender().drain()))
    expect(devices.map(({ requests }) => requests().length)).toEqual(Array(10).fill(1))
  })

  it('is not stopped by an endpoint that does not respond', async () => {
    using notify = await openWithMessage()
    const { device, pushService, openDevice, sendPushes, conversation, deliverEvents } = notify
    await sendPushes()
    const silent = await openDevice(alice)
    const silentPath = new URL(silent.subscription.endpoint).pathname
    const other = Promise.withResolvers<void>()
    pushService.setResponse(async (response) => {
      if (response.req.url === silentPath) {
        await other.promise // until the other device has its push
        response.socket?.destroy()
        return
      }
      accept(response)
      other.resolve()
    })
    await deliverEvents(conversation(alice, bob).sent(bob))
    await sendPushes()
    expect(device.requests()).toHaveLength(2)
    expect((await silent.config()).subscription.lastFailure).toMatchObject({ code: 'unreachable' })
  })

  it('sends the newer of two pushes of a conversation that wait', async () => {
    using notify = await openWithMessage()
    const { device, deliverEvents, messages, sendPushes } = notify
    const newer = messages.sent(bob)
    await deliverEvents(newer)
    await sendPushes()
    expect(device.pushes()).toMatchObject([{ id: (newer.data as { messageId: string }).messageId }])
  })

  it('sends the newer push that arrives while the older one is under way', async () => {
    using notify = await openWithMessage()
    const { device, deliverEvents, messages, sendPushes, pushService } = notify
    const newer = messages.sent(bob)
    pushService.setResponse(async (response) => {
      if (device.requests().length === 1) await deliverEvents(newer)
      accept(response)
    })
    await sendPushes()
    expect(device.pushes()).toMatchObject([{}, { id: (newer.data as { messageId: string }).messageId }])
  })
})

describe('the VAPID keys', () => {
  it('are created once although several instances start, and stored encrypted', async () => {
    await using notify = await openWithPushService()
    await Promise.all(Array.from({ length: 5 }, () => notify.signIn(alice).config()))
    const { rows } = await notify.pool.query('select private_jwk from vapid_keys')
    expect(rows).toEqual([
      {
        private_jwk: {
          kty: 'EC',
          crv: 'P-256',
          x: expect.any(String),
          y: expect.any(String),
          encrypted_d: expect.stringMatching(/^v1\./),
        },
      },
    ])
  })

  it('are rotated: older subscriptions keep their key until they subscribe again', async () => {
    await using notify = await openWithPushService({ clock: createTestClock() })
    const { pool, openDevice, sendPushes, deliverEvents, conversation, clock } = notify
    const device = await openDevice(alice)
    const messages = conversation(alice, bob)
    await deliverEvents(messages.sent(bob))
    const { publicKey: first } = await device.config()
    await pool.query(`update vapid_keys set created_at = now() - interval '180 days'`)
    const { publicKey: second } = await device.config()
    expect(second).not.toBe(first)
    const next = await openDevice(alice)
    await deliverEvents(messages.sent(bob))
    await sendPushes()
    const keyOf = ({ requests }: typeof device) =>
      verifyVapid(requests()[0]?.headers.authorization, clock.now()).publicKey
    expect([keyOf(device), keyOf(next)]).toEqual([first, second])
    const { subscription } = device
    expect((await device.subscribe({ subscription, publicKey: first })).body).toEqual({ ok: true, publicKey: second })
    expect((await device.subscribe({ subscription, publicKey: second })).body).toEqual({ ok: true, publicKey: second })
  })
})
