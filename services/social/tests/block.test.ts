import { describe, expect, it } from '@jest/globals'
import { MAX_BLOCKS } from '@meadow/contracts/limits'
import { createTestMember, shareAcrossTests } from '@meadow/testing'
import { openSocial } from './fixtures.ts'

const started = shareAcrossTests(openSocial)

async function openPair() {
  const social = await started()
  const [from, to] = [await social.relations.addMember(), await social.relations.addMember()]
  return { ...social, from, to }
}

describe('POST /users/:id/block', () => {
  it('ends the follows of both members, changes their counts, and publishes each change once', async () => {
    const { as, relations, publishedEvents, from, to } = await openPair()
    await relations.follow(from, to)
    await relations.follow(to, from)
    for (const _again of [1, 2]) {
      expect(await as(from).block(to)).toMatchObject({
        status: 200,
        body: { user: { _id: to._id, isFollowing: false }, isBlocked: true },
      })
    }
    expect(await as(from).profile(from)).toMatchObject({ followerCount: 0, followingCount: 0, following: [] })
    expect(await as(to).profile(to)).toMatchObject({ followerCount: 0, followingCount: 0, following: [] })
    expect((await publishedEvents(from)).slice(1)).toMatchObject([
      { type: 'member.unfollowed', data: { version: 3, followerCount: 0, followingCount: 0 } },
      { type: 'member.blocked', data: { from: { _id: from._id }, to: { _id: to._id }, version: 1 } },
    ])
    expect((await publishedEvents(to)).slice(1)).toMatchObject([
      { type: 'member.unfollowed', data: { version: 3, followerCount: 0, followingCount: 0 } },
    ])
  })

  it('hides the two from each other until it ends, without the follows of before', async () => {
    const { as, relations, publishedEvents, from, to } = await openPair()
    await relations.follow(from, to)
    await as(from).block(to).expect(200)
    for (const [viewer, hidden] of [
      [from, to],
      [to, from],
    ] as const) {
      const client = as(viewer)
      for (const response of [
        await client.get(`/auth/profile/${hidden.username}`),
        await client.get(`/auth/profile/${hidden._id}/followers`),
        await client.get(`/auth/profile/${hidden._id}/following`),
        await client.follow(hidden, true),
        await client.delete(`/users/${hidden._id}/follower`),
      ]) {
        expect(response).toMatchObject({ status: 404, body: { code: 'member_not_found' } })
      }
      expect((await client.get(`/auth/users?query=${hidden.username}`)).body.users).toEqual([])
    }
    expect(await as(from).block(to, false)).toMatchObject({ status: 200, body: { isBlocked: false } })
    expect(await as(to).profile(from)).toMatchObject({ followsYou: false, isFollowing: false })
    expect((await publishedEvents(from)).at(-1)).toMatchObject({ type: 'member.unblocked', data: { version: 2 } })
    expect(await as(from).follow(to, true)).toMatchObject({ body: { isFollowing: true, followerCount: 1 } })
  })

  it('also protects against a member who blocks the caller, and outlasts the block of that member', async () => {
    const { as, from, to } = await openPair()
    await as(from).block(to).expect(200)
    await as(to).block(from).expect(200)
    await as(from).block(to, false).expect(200)
    expect(await as(from).get(`/auth/profile/${to._id}`)).toMatchObject({ status: 404 })
    expect(await as(to).get('/users/blocked')).toMatchObject({ body: { blocked: [{ _id: from._id }] } })
  })

  it('wins over a follow at the same time, so that no follow crosses a block', async () => {
    const { as, relations, pool } = await started()
    for (let round = 0; round < 10; round += 1) {
      const [from, to] = [await relations.addMember(), await relations.addMember()]
      await Promise.all([as(from).block(to), as(to).follow(from, true), as(from).follow(to, true), as(to).block(from)])
      const { rows } = await pool.query(
        `select 1 from follows where active and (from_id, to_id) in (($1::uuid, $2::uuid), ($2::uuid, $1::uuid))`,
        [from._id, to._id],
      )
      expect(rows).toEqual([])
      const { rows: counts } = await pool.query(
        'select follower_count, following_count from profiles where member_id = any($1::uuid[])',
        [[from._id, to._id]],
      )
      expect(counts).toEqual([1, 2].map(() => ({ follower_count: 0, following_count: 0 })))
    }
  })

  it('refuses oneself, unknown and erased members, and another state than true or false', async () => {
    const { as, deliverEvents, testEvents, from, to } = await openPair()
    expect(await as(from).block(from)).toMatchObject({ status: 400, body: { code: 'cannot_block_self' } })
    await deliverEvents(testEvents.erased(to))
    for (const gone of [to, createTestMember()])
      expect(await as(from).block(gone)).toMatchObject({ status: 404, body: { code: 'member_not_found' } })
    for (const body of [{}, { state: 'true' }, { state: null }, { state: [true] }])
      expect(await as(from).post(`/users/${to._id}/block`).send(body)).toMatchObject({ status: 400 })
  })
})

it('GET /users/blocked lists 1,000 blocks in pages, newest first, to the member alone', async () => {
  const { as, pool, from, to } = await openPair()
  await pool.query(
    `with blocked as (
       insert into members (id, username, full_name, avatar, is_verified, state, account_version, profile_version)
       select gen_random_uuid(), 'blocked' || n, 'Blocked ' || n, '', false, 'active', 1, 1 from generate_series(1, 1000) n
       returning id, username)
     insert into blocks (from_id, to_id, version, active, at)
     select $1, id, 1, true, timestamptz '2026-01-01' + substr(username, 8)::int * interval '1 second' from blocked`,
    [from._id],
  )
  const usernames: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await as(from).get(`/users/blocked?limit=50${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    usernames.push(...body.blocked.map(({ username }: { username: string }) => username))
    cursor = body.nextCursor
  }
  expect(usernames).toEqual(Array.from({ length: 1000 }, (_, index) => `blocked${1000 - index}`))
  expect((await as(to).get('/users/blocked')).body).toEqual({ blocked: [], hasMore: false, nextCursor: null })
})

it('refuses a block beyond the limit, and still takes blocks back', async () => {
  const { as, pool, from, to } = await openPair()
  const other = await started().then(({ relations }) => relations.addMember())
  await as(from).block(other).expect(200)
  await pool.query(
    `insert into blocks (from_id, to_id, version, active, at)
     select $1, gen_random_uuid(), 1, true, now() from generate_series(2, ${MAX_BLOCKS})`,
    [from._id],
  )
  expect(await as(from).block(to)).toMatchObject({ status: 409, body: { code: 'block_limit_reached' } })
  await as(from).block(other, false).expect(200)
  await as(from).block(to).expect(200)
})

it('DELETE /users/:id/follower ends the follow of a follower, and only that', async () => {
  const { as, relations, publishedEvents, from, to } = await openPair()
  await relations.follow(from, to)
  await relations.follow(to, from)
  for (const _again of [1, 2])
    expect(await as(to).delete(`/users/${from._id}/follower`)).toMatchObject({
      status: 200,
      body: { followerCount: 0 },
    })
  expect(await as(to).profile(from)).toMatchObject({ followsYou: false, isFollowing: true, followingCount: 0 })
  expect((await publishedEvents(from)).at(-1)).toMatchObject({ type: 'member.unfollowed', data: { version: 2 } })
  for (const nobody of [to, createTestMember()])
    expect(await as(to).delete(`/users/${nobody._id}/follower`)).toMatchObject({
      status: 404,
      body: { code: 'member_not_found' },
    })
})
