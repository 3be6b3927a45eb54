import { describe, expect, it } from '@jest/globals'
import type { PrivacyException } from '@meadow/contracts'
import { MAX_PRIVACY_EXCEPTIONS } from '@meadow/contracts/limits'
import { NO_PRIVACY_EXCEPTION, presenceKey } from '@meadow/members'
import { createTestMember, shareAcrossTests, type TestMember } from '@meadow/testing'
import { openSocial } from './fixtures.ts'

const started = shareAcrossTests(openSocial)

async function openPair() {
  const social = await started()
  const [from, to] = [await social.relations.addMember(), await social.relations.addMember()]
  const except = (choices: Partial<PrivacyException>, member = to, by = from) =>
    social
      .as(by)
      .put(`/users/${member._id}/privacy`)
      .send({ ...NO_PRIVACY_EXCEPTION, ...choices })
  const list = async (by = from) => (await social.as(by).get('/users/privacy/exceptions').expect(200)).body.exceptions
  return { ...social, from, to, except, list }
}

const HIDES_ONLINE = { ...NO_PRIVACY_EXCEPTION, showOnline: false }

describe('PUT /users/:id/privacy', () => {
  it('makes an exception once, and lists it for the member who made it alone', async () => {
    const { as, except, list, publishedEvents, from, to } = await openPair()
    await as(from).follow(to).expect(200)
    for (const _again of [1, 2])
      expect(await except({ showOnline: false })).toMatchObject({
        status: 200,
        body: { user: { _id: to._id, isFollowing: true }, exception: HIDES_ONLINE },
      })
    expect((await publishedEvents(from)).slice(1)).toMatchObject([
      {
        type: 'member.privacy-exception-updated',
        data: { from: { _id: from._id }, to: { _id: to._id }, version: 1, exception: HIDES_ONLINE },
      },
    ])
    expect(await list()).toMatchObject([{ _id: to._id, isFollowing: true, exception: HIDES_ONLINE }])
    expect(await list(to)).toEqual([])
    expect(await publishedEvents(to)).toEqual([])
  })

  it('replaces all choices, and ends the exception without a choice', async () => {
    const { except, list, publishedEvents, from } = await openPair()
    const all = { showOnline: true, showLastSeen: true, showTyping: false, sendReadMarks: false }
    await except(all).expect(200)
    expect(await list()).toMatchObject([{ exception: all }])
    await except({ showOnline: false }).expect(200)
    expect(await list()).toMatchObject([{ exception: HIDES_ONLINE }])
    for (const _again of [1, 2]) await except({}).expect(200)
    expect(await list()).toEqual([])
    expect((await publishedEvents(from)).map(({ data }) => data)).toMatchObject([
      { version: 1, exception: all },
      { version: 2, exception: HIDES_ONLINE },
      { version: 3, exception: NO_PRIVACY_EXCEPTION },
    ])
  })

  it('lists the newest first, without members who are gone', async () => {
    const { except, list, relations, deliverEvents, testEvents } = await openPair()
    const members: TestMember[] = []
    while (members.length < 3) members.unshift(await relations.addMember())
    for (const member of members.toReversed()) await except({ showTyping: false }, member).expect(200)
    expect((await list()).map(({ _id }: TestMember) => _id)).toEqual(members.map(({ _id }) => _id))
    const [deactivated, erased, stays] = members as [TestMember, TestMember, TestMember]
    await deliverEvents(testEvents.deactivated(deactivated), testEvents.erased(erased))
    expect(await list()).toMatchObject([{ _id: stays._id }])
  })

  it('can be made for as many members as the limit at a time; ended ones do not count', async () => {
    const { except, pool, from, relations } = await openPair()
    await pool.query(
      `insert into privacy_exceptions (from_id, to_id, version, active, at, exception)
       select $1, gen_random_uuid(), 1, n > 1, now(), $2 from generate_series(1, ${MAX_PRIVACY_EXCEPTIONS}) n`,
      [from._id, JSON.stringify(HIDES_ONLINE)],
    )
    await except({ showOnline: false }).expect(200)
    await except({ showOnline: true }).expect(200)
    const other = await relations.addMember()
    const body = { code: 'privacy_exception_limit_reached' }
    expect(await except({ showOnline: false }, other)).toMatchObject({ status: 409, body })
    await except({}, other).expect(200)
  })

  it('keeps one state when many requests change it at a time', async () => {
    const { except, pool, publishedEvents, from } = await openPair()
    await Promise.all(Array.from({ length: 10 }, (_, n) => except({ showOnline: n % 2 === 0 })))
    const { rows } = await pool.query('select version from privacy_exceptions where from_id = $1', [from._id])
    expect(rows).toEqual([{ version: (await publishedEvents(from)).length }])
  })

  it('refuses oneself, unknown and erased members, and a body that is not an exception', async () => {
    const { as, except, deliverEvents, testEvents, from, to } = await openPair()
    expect(await except({}, from)).toMatchObject({ status: 400, body: { code: 'cannot_hide_from_self' } })
    for (const body of [{}, { ...HIDES_ONLINE, showTyping: 'always' }, { showOnline: true }, []])
      expect(await as(from).put(`/users/${to._id}/privacy`).send(body)).toMatchObject({ status: 400 })
    await deliverEvents(testEvents.erased(to))
    for (const gone of [to, createTestMember()])
      expect(await except({}, gone)).toMatchObject({ status: 404, body: { code: 'member_not_found' } })
  })
})

it('an exception decides at once whether a profile shows presence, in both directions, and is erased with either', async () => {
  const { as, except, from, to, presenceRows, relations, store, pool } = await openPair()
  await relations.follow(from, to)
  await relations.follow(to, from)
  const lastSeenMs = Date.now()
  for (const { _id } of [from, to]) presenceRows.set(presenceKey(_id), JSON.stringify({ instances: [], lastSeenMs }))
  const isShown = async () => [
    (await as(from).profile(to)).lastActive !== null,
    (await as(to).profile(from)).lastActive !== null,
  ]
  expect(await isShown()).toEqual([true, true])
  await except({ showLastSeen: false }).expect(200)
  expect(await isShown()).toEqual([false, false])
  await as(from).put('/users/privacy').send({ showLastSeen: false }).expect(200)
  await except({ showLastSeen: true }).expect(200)
  expect(await isShown()).toEqual([true, true])
  await except({}).expect(200)
  expect(await isShown()).toEqual([false, false])

  await except({ showOnline: false }).expect(200)
  await except({ showOnline: false }, from, to).expect(200)
  const counts = await store.ports.consumerStore.transaction(({ erasures }) => erasures.eraseEdges(from._id, 100))
  expect(counts).toMatchObject({ privacyExceptions: 1, privacyExceptionsByOthers: 1 })
  expect((await pool.query('select from privacy_exceptions where $1 in (from_id, to_id)', [from._id])).rowCount).toBe(0)
})
