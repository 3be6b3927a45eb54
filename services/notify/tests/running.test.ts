import { describe, expect, it } from '@jest/globals'
import type { DomainEvent } from '@meadow/contracts'
import { CONSUMED_TOPICS } from '@meadow/events/testing'
import { alice, bob, createTestTokens, eventually, shareAcrossTests, UNKNOWN_ID } from '@meadow/testing'
import request from 'supertest'
import { notifyEventHandlers } from '../src/event-handlers.ts'
import { openNotify } from './fixtures.ts'

const started = shareAcrossTests(openNotify)

it('may read each topic whose events it handles, where the bus knows its role', () => {
  const topics = new Set(notifyEventHandlers.map(({ definition }) => definition.topic))
  expect([...topics].toSorted()).toEqual(CONSUMED_TOPICS.notify.toSorted())
})

describe('the running service', () => {
  it('consumes a like and publishes its notification, once, over the bus', async () => {
    await using notify = await openNotify()
    const { as, bus, testEvents, service } = notify
    const received: DomainEvent[] = []
    await using _listening = await bus.subscribe({
      group: 'test',
      topics: ['notifications'],
      handle: async (batch) => void received.push(...batch.map(({ event }) => event as DomainEvent)),
    })
    await service.start(0, '127.0.0.1')
    const post = testEvents.post(alice)
    const liked = post.liked(bob)
    await bus.publish([post.created, liked, liked])
    await eventually(async () => expect(await as(alice).unread()).toBe(1))
    await as(alice).readAll()
    await bus.publish([post.deleted()])
    const types = ['notification.created', 'notification.read', 'notification.removed']
    await eventually(() => expect(received.map(({ type }) => type)).toEqual(types))
    expect(received).toMatchObject([{ data: { unread: 1 } }, { data: { unread: 0 } }, { data: { unread: 0 } }])
    expect(received.map(({ subject }) => subject)).toEqual([alice._id, alice._id, alice._id])
  })

  it('is ready while its store responds, and reports what else is unavailable', async () => {
    await using notify = await openNotify({ busUrl: 'postgres://127.0.0.1:1/nobody' })
    const health = await request(notify.service.app).get('/health/ready')
    expect(health).toMatchObject({ status: 200, body: { status: 'ready', degraded: ['bus'] } })
    expect(await notify.as(alice).unread()).toBe(0)
  })
})

describe('every call', () => {
  it.each([
    ['get', '/posts/notifications'],
    ['get', '/posts/notifications/unread-count'],
    ['put', `/posts/notifications/${UNKNOWN_ID}/read`],
    ['put', '/posts/notifications/read-all'],
    ['put', '/posts/notifications/seen'],
    ['get', '/posts/notifications/preferences'],
    ['put', '/posts/notifications/preferences'],
    ['get', '/push/config'],
    ['post', '/push/subscribe'],
    ['delete', '/push/subscribe'],
    ['post', '/push/test'],
  ] as const)('%s %s requires a sign-in', async (method, path) => {
    const { service, tokens } = await started()
    expect(await request(service.app)[method](path)).toMatchObject({ status: 401, body: { code: 'token_missing' } })
    const expired = tokens.tokenFor(alice, { expiresAt: new Date(Date.now() - 1_000) })
    const refused = [
      ['x.y.z', 'token_invalid'],
      [createTestTokens().tokenFor(alice), 'token_expired'], // of an unknown key
      [expired, 'token_expired'],
    ]
    for (const [token, code] of refused) {
      const response = await request(service.app)[method](path).set('Authorization', `Bearer ${token}`)
      expect(response).toMatchObject({ status: 401, body: { code } })
    }
  })
})
