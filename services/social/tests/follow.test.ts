import { describe, expect, it } from '@jest/globals'
import { MAX_FOLLOWS } from '@meadow/contracts/limits'
import { alice, bob, carol, createTestMember, shareAcrossTests } from '@meadow/testing'
import { openSocial } from './fixtures.ts'

const started = shareAcrossTests(openSocial)

describe('POST /users/:id/follow', () => {
  it('follows, counts on both sides and publishes an event', async () => {
    const { as, relations, publishedEvents, findActor } = await started()
    const [from, to] = [await relations.addMember(), await relations.addMember()]
    const response = await as(from).follow(to)
    expect(response).toMatchObject({ status: 200, body: { isFollowing: true, followerCount: 1 } })
    expect(await as(from).profile(to)).toMatchObject({ isFollowing: true, followsYou: false, followerCount: 1 })
    expect(await as(to).profile(from)).toMatchObject({ isFollowing: false, followsYou: true, followingCount: 1 })
    expect(await publishedEvents(from)).toMatchObject([
      {
        type: 'member.followed',
        source: 'social',
        traceparent: expect.stringContaining(response.headers['x-request-id'] ?? 'none'),
        data: { from: await findActor(from), to: await findActor(to), version: 1, followerCount: 1, followingCount: 1 },
      },
    ])
  })

  it('toggles without a wanted state, with a version for every change', async () => {
    const { as, relations, publishedEvents } = await started()
    const [from, to] = [await relations.addMember(), await relations.addMember()]
    for (const isFollowing of [true, false, true]) {
      expect((await as(from).post(`/users/${to._id}/follow`)).body).toMatchObject({ isFollowing })
    }
    expect(await publishedEvents(from)).toMatchObject([
      { type: 'member.followed', data: { version: 1, followerCount: 1 } },
      { type: 'member.unfollowed', data: { version: 2, followerCount: 0 } },
      { type: 'member.followed', data: { version: 3, followerCount: 1 } },
    ])
  })

  it('changes and publishes nothing if the state is already as wanted', async () => {
    const { as, relations, publishedEvents } = await started()
    const [from, to] = [await relations.addMember(), await relations.addMember()]
    expect((await as(from).follow(to, false)).body).toEqual({
      isFollowing: false,
      isRequested: false,
      followerCount: 0,
    })
    expect(await publishedEvents(from)).toEqual([])
    for (const _again of [1, 2, 3]) {
      expect((await as(from).follow(to, true)).body).toEqual({
        isFollowing: true,
        isRequested: false,
        followerCount: 1,
      })
    }
    expect(await publishedEvents(from)).toHaveLength(1)
  })

  it('ends consistent after 50 concurrent toggles', async () => {
    const { as, relations, publishedEvents } = await started()
    const [from, to] = [await relations.addMember(), await relations.addMember()]
    const responses = await Promise.all(Array.from({ length: 50 }, () => as(from).follow(to)))
    const done = responses.filter(({ status }) => status === 200) // on a busy machine some requests time out and are refused
    const published = await publishedEvents(from)
    expect(published.map(({ data }) => (data as { version: number }).version)).toEqual(
      published.map((_, index) => index + 1),
    )
    expect(published).toHaveLength(done.length)
    expect(done.filter(({ body }) => body.isFollowing)).toHaveLength(Math.ceil(done.length / 2))
    const isFollowing = done.length % 2 === 1
    expect(await as(from).profile(to)).toMatchObject({ isFollowing, followerCount: Number(isFollowing) })
    expect(await as(to).profile(from)).toMatchObject({ followingCount: Number(isFollowing) })
  })

  it('accepts two members who follow each other at the same time', async () => {
    const { as, relations } = await started()
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = [await relations.addMember(), await relations.addMember()]
      const responses = await Promise.all([as(one).follow(other, true), as(other).follow(one, true)])
      expect(responses.map(({ status }) => status)).toEqual([200, 200])
      expect(await as(one).profile(other)).toMatchObject({ isFollowing: true, followsYou: true, followerCount: 1 })
    }
  })

  it('accepts a caller whose registration has not arrived yet', async () => {
    const { as, publishedEvents } = await started()
    const fresh = createTestMember()
    expect(await as(fresh).follow(alice)).toMatchObject({ status: 200, body: { isFollowing: true } })
    expect(await publishedEvents(fresh)).toMatchObject([
      { data: { from: { username: fresh.username, profileVersion: 0 } } },
    ])
  })

  it('refuses oneself, unknown members, and too many follows', async () => {
    const { as, relations, pool } = await started()
    const eager = await relations.addMember()
    expect(await as(eager).follow(eager)).toMatchObject({ status: 400, body: { code: 'cannot_follow_self' } })
    expect(await as(eager).follow(createTestMember())).toMatchObject({
      status: 404,
      body: { code: 'member_not_found' },
    })
    await pool.query('update profiles set following_count = $2 where member_id = $1', [eager._id, MAX_FOLLOWS])
    expect(await as(eager).follow(bob)).toMatchObject({ status: 409, body: { code: 'follow_limit_reached' } })
  })

  it('returns 404 for hidden members: deactivated, erased, or blocked in either direction', async () => {
    const { as, relations, deliverEvents, testEvents } = await started()
    const [deactivated, erased, blocker, blocked] = [
      await relations.addMember(),
      await relations.addMember(),
      await relations.addMember(),
      await relations.addMember(),
    ]
    await deliverEvents(testEvents.deactivated(deactivated), testEvents.erased(erased))
    await relations.block(blocker, carol)
    await relations.block(carol, blocked)
    for (const hidden of [deactivated, erased, blocker, blocked]) {
      expect(await as(carol).follow(hidden)).toMatchObject({ status: 404, body: { code: 'member_not_found' } })
    }
    expect(await as(erased).follow(alice)).toMatchObject({ status: 403 })
  })

  it.each([
    ['/users/7/follow', {}, 'id'],
    ['/users/%00/follow', {}, 'id'],
    [`/users/${alice._id.toUpperCase()}/follow`, {}, 'id'],
    [`/users/${alice._id}/follow`, { state: 'true' }, 'state'],
    [`/users/${alice._id}/follow`, { state: { $ne: null } }, 'state'],
    [`/users/${alice._id}/follow`, [true], 'body'],
  ])('refuses %s with %j', async (path, body, field) => {
    const { as } = await started()
    const response = await as(bob).post(path).send(body)
    expect(response).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields: { [field]: expect.any(String) } },
    })
  })
})

it('counts the follows of a new member, and not what ends one', async () => {
  await using social = await openSocial({ newFollows: 2 })
  const { as, deliverEvents, testEvents, relations, now } = social
  const others = [alice, bob, carol] as const
  const newcomer = await relations.addMember()
  expect((await as(newcomer).follow(alice, true)).status).toBe(200)
  expect((await as(newcomer).follow(alice, false)).status).toBe(200)
  expect((await as(newcomer).follow(newcomer, true)).status).toBe(400) // not counted
  expect((await as(newcomer).follow(bob, true)).status).toBe(200)
  expect(await as(newcomer).follow(carol, true)).toMatchObject({ status: 403, body: { code: 'new_account_limit' } })
  expect((await as(newcomer).follow(bob, false)).status).toBe(200)
  const old = createTestMember()
  await deliverEvents(testEvents.registered(old, new Date(now().getTime() - 24 * 3_600_000)))
  for (const other of others) expect((await as(old).follow(other, true)).status).toBe(200)
})
