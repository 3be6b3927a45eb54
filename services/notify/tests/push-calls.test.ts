import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { alice, bob, shareAcrossTests } from '@meadow/testing'
import { openWithPushService } from './push-fixtures.ts'

const started = shareAcrossTests(openWithPushService)

describe('POST /push/subscribe', () => {
  it('stores the subscription of the session, which only this session sees', async () => {
    const { signIn, openDevice } = await started()
    const device = await openDevice(alice)
    const { publicKey, subscription } = await device.config()
    expect(publicKey).toMatch(/^B[\w-]{86}$/)
    expect(subscription).toEqual({ createdAt: expect.any(String), lastSuccessAt: null, lastFailure: null })
    for (const other of [signIn(alice), signIn(bob)])
      expect(await other.config()).toEqual({ publicKey, subscription: null })
  })

  it('renews the subscription of a session, and replaces it when the browser has a new endpoint', async () => {
    const { openDevice, pushService, pool } = await started()
    const device = await openDevice(alice)
    const before = await device.config()
    await device.subscribe({ subscription: device.subscription }).expect(200)
    expect(await device.config()).toEqual(before)
    const { subscription } = pushService.createBrowser()
    expect(await device.subscribe({ subscription })).toMatchObject({ body: { ok: true, publicKey: before.publicKey } })
    const { rows } = await pool.query('select endpoint from push_subscriptions where session_id = $1', [device.sid])
    expect(rows).toEqual([{ endpoint: subscription.endpoint }])
  })

  it('gives an endpoint to its newest session, of whichever member', async () => {
    const { openDevice } = await started()
    const device = await openDevice(alice)
    const next = await openDevice(bob, device.browser)
    expect((await device.config()).subscription).toBeNull()
    expect((await next.config()).subscription).not.toBeNull()
  })

  it('leaves an endpoint to its member when another one names it without its keys', async () => {
    const { openDevice, signIn, pushService } = await started()
    const device = await openDevice(alice)
    const { keys } = pushService.createBrowser().subscription
    const subscription = { endpoint: device.subscription.endpoint, keys }
    expect(await signIn(bob).subscribe({ subscription })).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await device.config()).subscription).not.toBeNull()
  })

  it('keeps the 20 devices of a member that renewed last', async () => {
    const { addMember, openDevice } = await started()
    const member = await addMember()
    const devices = []
    for (let count = 0; count < 22; count += 1) devices.push(await openDevice(member))
    const isSubscribed = await Promise.all(devices.map(async ({ config }) => (await config()).subscription !== null))
    expect(isSubscribed).toEqual(devices.map((_device, index) => index >= 2))
  })

  it('lets only one of two sessions have an endpoint that both subscribe at once', async () => {
    const { signIn, pushService, pool } = await started()
    const { subscription } = pushService.createBrowser()
    const sessions = [alice, bob, alice, bob].map((member) => signIn(member))
    const responses = await Promise.all(sessions.map((session) => session.subscribe({ subscription })))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { rowCount } = await pool.query('select from push_subscriptions where endpoint = $1', [subscription.endpoint])
    expect(rowCount).toBe(1)
  })

  it('takes the member from the session: another `userId` is refused, and the same one is accepted', async () => {
    const { signIn, pushService } = await started()
    const { subscription } = pushService.createBrowser()
    const session = signIn(bob)
    expect(await session.subscribe({ subscription, userId: alice._id })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    expect((await session.config()).subscription).toBeNull()
    await session.subscribe({ subscription, userId: bob._id }).expect(200)
  })

  it('refuses a key that was replaced and is not stored any more', async () => {
    const { signIn, pushService } = await started()
    const { subscription } = pushService.createBrowser()
    const publicKey = subscription.keys.p256dh // of nobody's VAPID key
    const session = signIn(alice)
    const response = await session.subscribe({ subscription, publicKey })
    expect(response).toMatchObject({ status: 409, body: { code: 'push_key_replaced' } })
    await session.subscribe({ subscription, publicKey: (await session.config()).publicKey }).expect(200)
  })

  it.each([
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://localhost/x',
    'https://169.254.169.254/latest/meta-data',
    'https://auth:8080/internal',
    'https://example.org/x',
    'https://fcm.googleapis.com.example.org/x',
  ])('refuses the endpoint %s', async (endpoint) => {
    const { signIn, pushService } = await started()
    const { keys } = pushService.createBrowser().subscription
    const response = await signIn(alice).subscribe({ subscription: { endpoint, keys } })
    expect(response).toMatchObject({ status: 400, body: { code: 'push_service_not_allowed' } })
  })

  const invalidPoint = `B${'A'.repeat(86)}`
  it.each([
    {},
    { subscription: null },
    { subscription: { endpoint: 'http://localhost/x' } },
    { subscription: { keys: {} } },
    { subscription: { keys: { p256dh: 'x', auth: 'x' } } },
    { subscription: { keys: { p256dh: invalidPoint } } },
    { subscription: { keys: { auth: 'A'.repeat(21) } } },
    { subscription: { endpoint: { $ne: null } } },
    { subscription: { endpoint: `https://localhost/${'x'.repeat(2_000)}` } },
    { userId: 'x' },
    { publicKey: 'x' },
  ])('refuses the body %j', async (change) => {
    const { signIn, pushService } = await started()
    const { subscription } = pushService.createBrowser()
    const changed = change.subscription && {
      ...subscription,
      ...change.subscription,
      keys: { ...subscription.keys, ...('keys' in change.subscription ? change.subscription.keys : {}) },
    }
    const isEmpty = Object.keys(change).length === 0
    const body = isEmpty ? {} : { subscription, ...change, ...(changed && { subscription: changed }) }
    const keysOnly =
      change.subscription && 'keys' in change.subscription && Object.keys(change.subscription.keys).length === 0
    const response = await signIn(alice).subscribe(keysOnly ? { subscription: { ...subscription, keys: {} } } : body)
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })
})

describe('DELETE /push/subscribe', () => {
  it('deletes the subscription of the session, and nothing twice', async () => {
    const { openDevice } = await started()
    const device = await openDevice(alice)
    expect(await device.unsubscribe()).toMatchObject({ status: 200, body: { ok: true } })
    expect((await device.config()).subscription).toBeNull()
    expect(await device.unsubscribe({})).toMatchObject({ status: 200, body: { ok: true } })
  })

  it('deletes only the endpoint that it names, and never the one of another session', async () => {
    const { openDevice, signIn, pushService } = await started()
    const device = await openDevice(alice)
    const { endpoint } = device.subscription
    for (const other of [signIn(alice), signIn(bob)]) await other.unsubscribe({ endpoint }).expect(200)
    await device.unsubscribe({ endpoint: pushService.createBrowser().subscription.endpoint }).expect(200)
    expect((await device.config()).subscription).not.toBeNull()
    await device.unsubscribe({ endpoint }).expect(200)
    expect((await device.config()).subscription).toBeNull()
  })
})

describe('POST /push/test', () => {
  it('sends a push to the subscription of the session only, and returns its id', async () => {
    const { openDevice, sendPushes } = await started()
    const [device, other] = [await openDevice(alice), await openDevice(alice)]
    const { status, body } = await device.test()
    expect([status, body]).toEqual([202, { id: expect.any(String) }])
    await sendPushes()
    const test = {
      version: 1,
      type: 'test',
      tag: 'test',
      id: body.id,
      memberId: alice._id,
      path: '/settings/notifications',
    }
    expect(device.pushes()).toMatchObject([test])
    expect(other.pushes()).toEqual([])
    expect((await device.config()).subscription).toMatchObject({ lastSuccessAt: expect.any(String), lastFailure: null })
  })

  it('is refused without a subscription, and after twenty tests', async () => {
    const { openDevice, signIn } = await started()
    expect(await signIn(alice).test()).toMatchObject({ status: 404, body: { code: 'push_subscription_not_found' } })
    const device = await openDevice(alice)
    for (let count = 0; count < 20; count += 1) await device.test().expect(202)
    expect(await device.test()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  })
})

describe('a session that ends', () => {
  it('ends its subscription, and no other', async () => {
    const { openDevice, deliverEvents, sessionEnded, sendPushes, conversation } = await started()
    const [device, other] = [await openDevice(alice), await openDevice(alice)]
    const ended = sessionEnded(device.sid, alice)
    await deliverEvents(ended, sessionEnded(randomUUID(), alice))
    await deliverEvents(ended)
    expect((await device.config()).subscription).toBeNull()
    await deliverEvents(conversation(alice, bob).sent(bob))
    await sendPushes()
    expect([device.pushes().length, other.pushes().length]).toEqual([0, 1])
  })

  it('ends with the others that ended together, and leaves the one that ended them', async () => {
    const { addMember, openDevice, deliverEvents, createSessionsEnded } = await started()
    const member = await addMember()
    const devices = []
    for (let count = 0; count < 3; count += 1) devices.push(await openDevice(member))
    const [, kept] = devices
    await deliverEvents(createSessionsEnded(member, kept?.sid ?? ''))
    const isSubscribed = await Promise.all(devices.map(async ({ config }) => (await config()).subscription !== null))
    expect(isSubscribed).toEqual([false, true, false])
  })

  it('ends with the account', async () => {
    const { openDevice, deliverEvents, addMember, testEvents, as } = await started()
    const member = await addMember()
    const device = await openDevice(member)
    await as(member).put('/posts/notifications/preferences').send({ hidePushText: true })
    await deliverEvents(testEvents.erased(member))
    expect((await device.config()).subscription).toBeNull()
    expect((await as(member).get('/posts/notifications/preferences')).body.hidePushText).toBe(false)
  })
})
