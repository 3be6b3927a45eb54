import { describe, expect, it } from '@jest/globals'
import { type DomainEvent, events } from '@meadow/contracts'
import { announce } from '@meadow/events'
import { newId } from '@meadow/service'
import { ann, startAuth, until } from './given.ts'

describe('asked to tell again', () => {
  it('tells every account with its version, then that this was all', async () => {
    await using auth = await startAuth()
    await auth.service.start(0, '127.0.0.1')
    const { user } = (await auth.register()).body
    await auth.register({ username: 'ben', email: 'ben@example.org' })
    const heard: DomainEvent[] = []
    const handle = async (batch: readonly { event: unknown }[]) =>
      void heard.push(...batch.map(({ event }) => event as DomainEvent))
    await using _subscription = await auth.bus.subscribe({ group: 'test', topics: ['members'], handle })
    const round = newId(auth.now())
    const asking = { source: 'test', subject: round, data: {}, id: newId(auth.now()), time: auth.now() }
    await auth.bus.publish([announce(events.membersAsked, asking)])
    await until(async () => heard.some(({ type }) => type === 'members.told'))
    const told = heard.filter(({ type }) => type.endsWith('told'))
    const { username, fullName } = ann
    const account = { username, fullName, accountVersion: 1, registeredAt: auth.now().toISOString() }
    expect(told.map(({ type }) => type)).toEqual(['member.account-told', 'member.account-told', 'members.told'])
    expect(told.find(({ subject }) => subject === user._id)).toMatchObject({ data: account })
    expect(told.at(-1)).toMatchObject({ type: 'members.told', subject: round, data: { owner: 'auth' } })
    expect(JSON.stringify(told)).not.toContain('example.org')
    expect((await auth.call().get('/health/ready')).status).toBe(200)
  })
})
