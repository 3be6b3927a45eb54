import { describe, expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { readPostgresOutbox } from '@meadow/events/testing'
import { newId } from '@meadow/service'
import { alice, bob, carol } from '@meadow/testing'
import { aStranger, startSocial } from './given.ts'

const asked = () => {
  const time = new Date()
  const round = newId(time)
  return createEvent(events.membersSnapshotRequested, { source: 'test', subject: round, data: {}, id: newId(time), time })
}

describe('asked to tell again', () => {
  it('tells every edge with its version, removed ones too, then that this was all', async () => {
    await using social = await startSocial()
    const { as, given, hear, pool } = social
    await given.follow(alice, bob)
    await as(bob).follow(alice, true)
    await as(bob).follow(alice, false)
    await given.block(carol, alice)
    await pool.query('delete from outbox')
    const asking = asked()
    await hear(asking, asking)
    const told = await readPostgresOutbox(pool)
    expect(told.map(({ subject, data }) => ({ subject, data }))).toEqual([
      ...[
        { subject: alice._id, data: { kind: 'follow', to: bob._id, version: 1, active: true } },
        { subject: bob._id, data: { kind: 'follow', to: alice._id, version: 2, active: false } },
      ]
        .toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
        .map((edge) => ({ ...edge, data: { ...edge.data, at: expect.any(String) } })),
      { subject: carol._id, data: expect.objectContaining({ kind: 'block', to: alice._id, active: true }) },
      { subject: asking.subject, data: { owner: 'social' } },
    ])
  })

  it('tells every profile that was ever changed, as it is now', async () => {
    await using social = await startSocial()
    const { as, given, hear, facts, pool } = social
    const gone = await given.member()
    const cover = `/media/p/${alice._id}/${'c'.repeat(32)}`
    await as(alice).edit({ fullName: 'Alice', cover })
    await as(alice).edit({ fullName: 'Alice M.' })
    await as(gone).edit({ fullName: 'Gone' })
    await hear(facts.account('memberErased', gone))
    await pool.query('delete from outbox')
    await hear(asked())
    const { username, avatar } = alice
    expect((await readPostgresOutbox(pool)).filter(({ type }) => type === 'member.profile-snapshot')).toMatchObject([
      {
        subject: alice._id,
        data: { username, fullName: 'Alice M.', avatar, cover, isVerified: false, profileVersion: 2 },
      },
    ])
  })

  it('tells more than a page, each edge once', async () => {
    await using social = await startSocial()
    const { hear, pool } = social
    await pool.query(`insert into follows (from_id, to_id, version, active, at)
      select gen_random_uuid(), gen_random_uuid(), 1, true, now() from generate_series(1, 450)`)
    await hear(asked())
    const told = await readPostgresOutbox(pool)
    expect(told).toHaveLength(451)
    expect(new Set(told.map(({ subject }) => subject)).size).toBe(451)
  })

  it('makes the profile of an account that it missed', async () => {
    await using social = await startSocial()
    const { as, facts, hear } = social
    const missed = aStranger()
    const { source, subject, id, data } = facts.registered(missed)
    await hear(createEvent(events.memberAccountSnapshot, { source, subject, id, data, time: new Date() }))
    expect(await as(alice).profile(missed)).toMatchObject({ username: missed.username, createdAt: data.registeredAt })
  })
})
