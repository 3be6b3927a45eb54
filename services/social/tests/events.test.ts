import { describe, expect, it } from '@jest/globals'
import type { DomainEvent } from '@meadow/contracts'
import { alice, bob, eventually } from '@meadow/testing'
import request from 'supertest'
import { aStranger, startSocial } from './given.ts'

describe('the running service', () => {
  it('hears of a registration and tells of a follow, once, over the bus', async () => {
    await using social = await startSocial()
    const { as, bus, facts, service } = social
    const heard: DomainEvent[] = []
    await using _listening = await bus.subscribe({
      group: 'test',
      topics: ['members'],
      handle: async (batch) => void heard.push(...batch.map(({ event }) => event as DomainEvent)),
    })
    await service.start(0, '127.0.0.1')
    const fresh = aStranger()
    const registered = facts.registered(fresh)
    await bus.publish([registered, registered])
    await eventually(async () => expect(await as(bob).profile(fresh)).toMatchObject({ username: fresh.username }))
    await as(fresh).follow(alice, true)
    await as(fresh).follow(alice, true)
    await as(fresh).follow(alice, false)
    const told = () => heard.filter(({ source }) => source === 'social').map(({ type }) => type)
    await eventually(() => expect(told()).toEqual(['member.followed', 'member.unfollowed']))
    expect(await as(bob).profile(alice)).toMatchObject({ followerCount: 0 })
  }, 20_000)

  it('is ready while its store answers, and says what else is missing', async () => {
    await using social = await startSocial()
    const ready = () => request(social.service.app).get('/health/ready')
    expect(await ready()).toMatchObject({ status: 200, body: { status: 'ready', degraded: [] } })
    await social.bus[Symbol.asyncDispose]()
    expect(await ready()).toMatchObject({ status: 200, body: { degraded: ['bus'] } })
  })
})
