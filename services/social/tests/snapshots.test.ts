import { describe, expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { readPostgresOutbox } from '@meadow/events/testing'
import { newId } from '@meadow/service'
import { alice, bob, carol, createTestMember } from '@meadow/testing'
import { openSocial } from './fixtures.ts'

const createSnapshotRequest = () => {
  const time = new Date()
  const round = newId(time)
  return createEvent(events.membersSnapshotRequested, {
    source: 'operator',
    subject: round,
    data: {},
    id: newId(time),
    time,
  })
}

describe('members.snapshot-requested', () => {
  it('publishes every edge with its version, including removed ones, then the completed event', async () => {
    await using social = await openSocial()
    const { as, relations, deliverEvents, pool } = social
    await relations.follow(alice, bob)
    await as(bob).follow(alice, true)
    await as(bob).follow(alice, false)
    await relations.block(carol, alice)
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await as(alice).mute(carol, { until }).expect(200)
    const exception = { showOnline: false, showLastSeen: null, showTyping: null, sendReadMarks: null }
    await as(bob).put(`/users/${carol._id}/privacy`).send(exception).expect(200)
    const words = [{ text: 'ham', until, in: ['feed'] }]
    await as(alice).put('/users/muted-words').send({ words }).expect(200)
    await pool.query('delete from outbox')
    const request = createSnapshotRequest()
    await deliverEvents(request, request)
    const snapshot = await readPostgresOutbox(pool)
    const follows = [
      { subject: alice._id, data: { kind: 'follow', to: bob._id, version: 1, active: true, at: expect.any(String) } },
      { subject: bob._id, data: { kind: 'follow', to: alice._id, version: 2, active: false, at: expect.any(String) } },
    ]
    expect(snapshot.map(({ subject, data }) => ({ subject, data }))).toEqual([
      ...follows.toSorted((a, b) => (a.subject < b.subject ? -1 : 1)),
      { subject: carol._id, data: expect.objectContaining({ kind: 'block', to: alice._id, active: true }) },
      { subject: alice._id, data: expect.objectContaining({ kind: 'mute', to: carol._id, active: true, until }) },
      {
        subject: bob._id,
        data: expect.objectContaining({ kind: 'privacy-exception', to: carol._id, active: true, exception }),
      },
      { subject: alice._id, data: { version: 1, words } },
      { subject: request.subject, data: { owner: 'social' } },
    ])
  })

  it('publishes the current state of every profile that was ever changed', async () => {
    await using social = await openSocial()
    const { as, relations, deliverEvents, testEvents, pool } = social
    const erasedMember = await relations.addMember()
    const cover = `/media/p/${alice._id}/${'c'.repeat(32)}`
    await as(alice).edit({ fullName: 'Alice', cover })
    await as(alice).edit({ fullName: 'Alice M.' })
    await as(erasedMember).edit({ fullName: 'Gone' })
    await deliverEvents(testEvents.erased(erasedMember))
    await pool.query('delete from outbox')
    await deliverEvents(createSnapshotRequest())
    const { username, avatar } = alice
    expect((await readPostgresOutbox(pool)).filter(({ type }) => type === 'member.profile-snapshot')).toMatchObject([
      {
        subject: alice._id,
        data: { username, fullName: 'Alice M.', avatar, cover, isVerified: false, profileVersion: 2 },
      },
    ])
  })

  it('publishes more than one page, each edge once', async () => {
    await using social = await openSocial()
    const { deliverEvents, pool } = social
    await pool.query(`insert into follows (from_id, to_id, version, active, at)
      select gen_random_uuid(), gen_random_uuid(), 1, true, now() from generate_series(1, 450)`)
    await deliverEvents(createSnapshotRequest())
    const snapshot = await readPostgresOutbox(pool)
    expect(snapshot).toHaveLength(451)
    expect(new Set(snapshot.map(({ subject }) => subject)).size).toBe(451)
  })

  it('creates the profile of an account whose registration it missed', async () => {
    await using social = await openSocial()
    const { as, testEvents, deliverEvents } = social
    const missed = createTestMember()
    const { source, subject, id, data } = testEvents.registered(missed)
    await deliverEvents(createEvent(events.memberAccountSnapshot, { source, subject, id, data, time: new Date() }))
    expect(await as(alice).profile(missed)).toMatchObject({ username: missed.username, createdAt: data.registeredAt })
  })
})
