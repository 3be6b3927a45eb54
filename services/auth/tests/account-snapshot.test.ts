import { describe, expect, it } from '@jest/globals'
import { type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'
import { eventually } from '@meadow/testing'
import { ann, openAuth } from './fixtures.ts'

describe('members.snapshot-requested', () => {
  it('publishes a snapshot of every account, then the completed event', async () => {
    await using auth = await openAuth()
    await auth.service.start(0, '127.0.0.1')
    const { user } = (await auth.register()).body
    await auth.register({ username: 'ben', email: 'ben@example.org' })
    const received: DomainEvent[] = []
    const handle = async (batch: readonly { event: unknown }[]) =>
      void received.push(...batch.map(({ event }) => event as DomainEvent))
    await using _subscription = await auth.bus.subscribe({ group: 'test', topics: ['members'], handle })
    const keptUntil = new Date(auth.now().getTime() + 86_400_000)
    await auth.pool.query('insert into former_usernames (username, account_id, kept_until) values ($1, $2, $3)', [
      'ann.before',
      user._id,
      keptUntil,
    ])
    const round = newId(auth.now())
    const request = { source: 'operator', subject: round, data: {}, id: newId(auth.now()), time: auth.now() }
    await auth.bus.publish([createEvent(events.membersSnapshotRequested, request)])
    await eventually(() => expect(received.at(-1)).toMatchObject({ type: 'members.snapshot-completed' }))
    const snapshot = received.filter(({ type }) => /account-snapshot|completed/.test(type))
    const { username, fullName } = ann
    const account = {
      username,
      fullName,
      accountVersion: 1,
      registeredAt: auth.now().toISOString(),
      isEmailVerified: false,
      formerUsernames: [{ username: 'ann.before', keptUntil: keptUntil.toISOString() }],
    }
    expect(snapshot.map(({ type }) => type)).toEqual([
      'member.account-snapshot',
      'member.account-snapshot',
      'members.snapshot-completed',
    ])
    expect(snapshot.find(({ subject }) => subject === user._id)).toMatchObject({ data: account })
    expect(snapshot.at(-1)).toMatchObject({
      type: 'members.snapshot-completed',
      subject: round,
      data: { owner: 'auth' },
    })
    expect(JSON.stringify(snapshot)).not.toContain('example.org')
    expect((await auth.call().get('/health/ready')).status).toBe(200)
  })
})
