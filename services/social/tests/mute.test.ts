import { describe, expect, it } from '@jest/globals'
import { MAX_MUTES } from '@meadow/contracts/limits'
import { createTestMember, shareAcrossTests } from '@meadow/testing'
import { HOUR_MS } from '@meadow/testing/service'
import { openSocial } from './fixtures.ts'

const started = shareAcrossTests(openSocial)

async function openPair() {
  const social = await started()
  const [from, to] = [await social.relations.addMember(), await social.relations.addMember()]
  const muted = async (member = from) => (await social.as(member).get('/users/muted')).body.muted
  return { ...social, from, to, muted }
}

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

describe('POST /users/:id/mute', () => {
  it('mutes once, keeps the follows, and lists the member for the one who mutes alone', async () => {
    const { as, relations, publishedEvents, from, to, muted } = await openPair()
    await relations.follow(from, to)
    for (const _again of [1, 2])
      expect(await as(from).mute(to)).toMatchObject({
        status: 200,
        body: { user: { _id: to._id, isFollowing: true }, isMuted: true },
      })
    expect((await publishedEvents(from)).slice(1)).toMatchObject([
      { type: 'member.muted', data: { from: { _id: from._id }, to: { _id: to._id }, version: 1, until: null } },
    ])
    expect(await muted()).toMatchObject([{ _id: to._id, isFollowing: true, mutedUntil: null }])
    expect(await muted(to)).toEqual([])
  })

  it('changes nothing that the muted member can read', async () => {
    const { as, relations, publishedEvents, from, to } = await openPair()
    await relations.follow(to, from)
    const readAsMuted = async () => [
      await as(to).profile(from),
      (await as(to).get(`/auth/users?query=${from.username}`)).body,
      (await as(to).get(`/auth/profile/${from._id}/followers`)).body,
    ]
    const before = await readAsMuted()
    await as(from).mute(to).expect(200)
    expect(await readAsMuted()).toEqual(before)
    expect((await publishedEvents(to)).map(({ type }) => type)).toEqual(['member.followed'])
  })

  it('replaces the end of a mute, in both directions', async () => {
    const { as, publishedEvents, from, to, muted } = await openPair()
    const until = inHours(24)
    for (const end of [until, null, until, until]) await as(from).mute(to, { until: end }).expect(200)
    expect(await muted()).toMatchObject([{ mutedUntil: until }])
    expect((await publishedEvents(from)).map(({ data }) => data)).toMatchObject([
      { version: 1, until },
      { version: 2, until: null },
      { version: 3, until },
    ])
  })

  it('has no effect from its end on, and can begin again', async () => {
    const { as, from, to, muted } = await openPair()
    expect(await as(from).mute(to, { until: inHours(-1) })).toMatchObject({ status: 200, body: { isMuted: false } })
    expect(await muted()).toEqual([])
    expect(await as(from).mute(to, { until: inHours(1) })).toMatchObject({ body: { isMuted: true } })
    expect(await muted()).toHaveLength(1)
  })

  it('ends with an unmute, which repeats without effect', async () => {
    const { as, publishedEvents, from, to, muted } = await openPair()
    await as(from).mute(to, { state: false }).expect(200)
    await as(from).mute(to).expect(200)
    for (const _again of [1, 2])
      expect(await as(from).mute(to, { state: false })).toMatchObject({ status: 200, body: { isMuted: false } })
    expect(await muted()).toEqual([])
    expect((await publishedEvents(from)).map(({ type }) => type)).toEqual(['member.muted', 'member.unmuted'])
  })

  it('can mute as many members as the limit at a time; ended mutes do not count', async () => {
    const { as, pool, from, to } = await openPair()
    await pool.query(
      `insert into mutes (from_id, to_id, version, active, at, until)
       select $1, gen_random_uuid(), 1, true, now(), case when n > 1 then now() + interval '1 hour' else now() end
       from generate_series(1, ${MAX_MUTES}) n`,
      [from._id],
    )
    await as(from).mute(to).expect(200)
    await as(from)
      .mute(to, { until: inHours(1) })
      .expect(200)
    const other = createTestMember()
    await started().then(({ relations }) => relations.addMember(other))
    expect(await as(from).mute(other)).toMatchObject({ status: 409, body: { code: 'mute_limit_reached' } })
  })

  it('keeps one state when many requests change it at a time', async () => {
    const { as, pool, publishedEvents, from, to } = await openPair()
    await Promise.all(Array.from({ length: 10 }, (_, n) => as(from).mute(to, { state: n % 2 === 0 })))
    const { rows } = await pool.query('select version from mutes where from_id = $1', [from._id])
    expect(rows).toEqual([{ version: (await publishedEvents(from)).length }])
  })

  it('refuses oneself, unknown and erased members, and a body that is not a mute', async () => {
    const { as, deliverEvents, testEvents, from, to } = await openPair()
    expect(await as(from).mute(from)).toMatchObject({ status: 400, body: { code: 'cannot_mute_self' } })
    for (const body of [{}, { state: 'true' }, { state: true, until: 'tomorrow' }, { state: true, until: 5 }])
      expect(await as(from).post(`/users/${to._id}/mute`).send(body)).toMatchObject({ status: 400 })
    await deliverEvents(testEvents.erased(to))
    for (const gone of [to, createTestMember()])
      expect(await as(from).mute(gone)).toMatchObject({ status: 404, body: { code: 'member_not_found' } })
  })
})

it('GET /users/muted lists mutes in pages, newest first', async () => {
  const { as, relations, from } = await openPair()
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1) {
    const member = await relations.addMember()
    await as(from).mute(member).expect(200)
    ids.unshift(member._id)
  }
  const found: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await as(from).get(`/users/muted?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    found.push(...body.muted.map(({ _id }: { _id: string }) => _id))
    cursor = body.nextCursor
  }
  expect(found).toEqual(ids)
})
