import { describe, expect, it } from '@jest/globals'
import type { DomainEvent } from '@meadow/contracts'
import { alice, bob, createTestMember, eventually } from '@meadow/testing'
import request from 'supertest'
import { openSocial } from './fixtures.ts'

describe('the running service', () => {
  it('consumes a registration and publishes a follow, once, over the bus', async () => {
    await using social = await openSocial()
    const { as, bus, testEvents, service } = social
    const received: DomainEvent[] = []
    await using _listening = await bus.subscribe({
      group: 'test',
      topics: ['members'],
      handle: async (batch) => void received.push(...batch.map(({ event }) => event as DomainEvent)),
    })
    await service.start(0, '127.0.0.1')
    const fresh = createTestMember()
    const registered = testEvents.registered(fresh)
    await bus.publish([registered, registered])
    await eventually(async () => expect(await as(bob).profile(fresh)).toMatchObject({ username: fresh.username }))
    await as(fresh).follow(alice, true)
    await as(fresh).follow(alice, true)
    await as(fresh).follow(alice, false)
    const publishedTypes = () => received.filter(({ source }) => source === 'social').map(({ type }) => type)
    await eventually(() => expect(publishedTypes()).toEqual(['member.followed', 'member.unfollowed']))
    expect(await as(bob).profile(alice)).toMatchObject({ followerCount: 0 })
  })

  it('is ready while its store responds, and reports what else is unavailable', async () => {
    await using social = await openSocial()
    const ready = () => request(social.service.app).get('/health/ready')
    expect(await ready()).toMatchObject({ status: 200, body: { status: 'ready', degraded: [] } })
    await social.bus[Symbol.asyncDispose]()
    expect(await ready()).toMatchObject({ status: 200, body: { degraded: ['bus'] } })
  })
})
