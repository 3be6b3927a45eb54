import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { PushPayload } from '@meadow/contracts'
import { alice, bob, createTestMember } from '@meadow/testing'
import { openWithMessage } from './push-message-fixture.ts'
import { accept, respondWith } from './push-service.ts'
import { verifyVapid } from './verify-vapid.ts'

const DAY_MS = 86_400_000

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
