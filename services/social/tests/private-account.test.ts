import { describe, expect, it } from '@jest/globals'
import { shareAcrossTests, type TestMember } from '@meadow/testing'
import { openSocial } from './fixtures.ts'

const started = shareAcrossTests(openSocial)

/** Opens social with a private owner, and a viewer who does not follow the owner. */
async function openPair() {
  const social = await started()
  const [owner, viewer] = [await social.relations.addMember(), await social.relations.addMember()]
  const setPrivate = (isPrivate: boolean) => social.as(owner).put('/users/privacy').send({ isPrivate }).expect(200)
  const answer = (requester: TestMember, accept: boolean, by = owner) =>
    social.as(by).post(`/users/requests/${requester._id}`).send({ accept })
  const listRequests = async () => (await social.as(owner).get('/users/requests')).body
  const eventTypes = async (member: TestMember) => (await social.publishedEvents(member)).map(({ type }) => type)
  await setPrivate(true)
  return { ...social, owner, viewer, setPrivate, answer, listRequests, eventTypes }
}

const REQUESTED = { isFollowing: false, isRequested: true, followerCount: 0 }
const NOT_FOLLOWING = { isFollowing: false, isRequested: false, followerCount: 0 }

describe('a follow of a private member', () => {
  it('is a request until it is accepted, and the follower then has all rights', async () => {
    const { as, owner, viewer, answer, listRequests, publishedEvents } = await openPair()
    for (const _again of [1, 2]) expect((await as(viewer).follow(owner, true)).body).toEqual(REQUESTED)
    expect(await as(viewer).profile(owner)).toMatchObject({ isPrivate: true, isRequested: true, isFollowing: false })
    expect(await listRequests()).toMatchObject({ requests: [{ _id: viewer._id, isFollowing: false }], total: 1 })
    for (const _again of [1, 2])
      expect((await answer(viewer, true)).body).toEqual({ isAccepted: true, followerCount: 1 })
    expect(await listRequests()).toEqual({ requests: [], total: 0, hasMore: false, nextCursor: null })
    expect(await as(viewer).profile(owner)).toMatchObject({ isRequested: false, isFollowing: true, followerCount: 1 })
    expect(await as(viewer).get(`/auth/profile/${owner._id}/followers`)).toMatchObject({ status: 200 })
    expect(await publishedEvents(viewer)).toMatchObject([
      { type: 'member.follow-requested', data: { from: { _id: viewer._id }, to: { _id: owner._id }, version: 1 } },
      { type: 'member.followed', data: { version: 2, isAccepted: true, followerCount: 1, followingCount: 1 } },
    ])
  })

  it('is withdrawn by the same toggle, and can be asked for again', async () => {
    const { as, owner, viewer, listRequests, eventTypes } = await openPair()
    expect((await as(viewer).follow(owner)).body).toEqual(REQUESTED)
    expect((await as(viewer).follow(owner)).body).toEqual(NOT_FOLLOWING)
    expect((await listRequests()).total).toBe(0)
    expect((await as(viewer).follow(owner)).body).toEqual(REQUESTED)
    expect(await eventTypes(viewer)).toEqual([
      'member.follow-requested',
      'member.follow-declined',
      'member.follow-requested',
    ])
  })

  it('is declined without a trace, once', async () => {
    const { as, owner, viewer, answer, eventTypes } = await openPair()
    await as(viewer).follow(owner, true).expect(200)
    for (const _again of [1, 2])
      expect((await answer(viewer, false)).body).toEqual({ isAccepted: false, followerCount: 0 })
    expect(await answer(viewer, true)).toMatchObject({ status: 404, body: { code: 'follow_request_not_found' } })
    expect(await as(viewer).profile(owner)).toMatchObject({ isRequested: false, isFollowing: false })
    expect(await eventTypes(viewer)).toEqual(['member.follow-requested', 'member.follow-declined'])
  })

  it('is answered by the private member alone', async () => {
    const { as, relations, owner, viewer, answer } = await openPair()
    const stranger = await relations.addMember()
    await as(viewer).follow(owner, true).expect(200)
    for (const by of [stranger, viewer])
      expect(await answer(by === viewer ? owner : viewer, true, by)).toMatchObject({ status: 404 })
    expect(await answer(owner, true)).toMatchObject({ status: 404 })
    expect((await as(stranger).get('/users/requests')).body.total).toBe(0)
    for (const body of [{}, { accept: 'true' }, { accept: null }])
      expect(await as(owner).post(`/users/requests/${viewer._id}`).send(body)).toMatchObject({ status: 400 })
  })

  it('of a member who is gone is not found', async () => {
    const { as, owner, viewer, answer, deliverEvents, testEvents } = await openPair()
    await as(viewer).follow(owner, true).expect(200)
    await deliverEvents(testEvents.deactivated(viewer))
    for (const accept of [true, false])
      expect(await answer(viewer, accept)).toMatchObject({ status: 404, body: { code: 'member_not_found' } })
  })

  it('is refused across a block, and a block ends the requests of both', async () => {
    const { as, owner, viewer, listRequests, eventTypes } = await openPair()
    await as(viewer).put('/users/privacy').send({ isPrivate: true }).expect(200)
    await as(viewer).follow(owner, true).expect(200)
    await as(owner).follow(viewer, true).expect(200)
    await as(owner).block(viewer).expect(200)
    expect(await as(viewer).follow(owner, true)).toMatchObject({ status: 404, body: { code: 'member_not_found' } })
    await as(owner).block(viewer, false).expect(200)
    expect((await listRequests()).total).toBe(0)
    expect((await as(viewer).get('/users/requests')).body.total).toBe(0)
    expect(await eventTypes(viewer)).toContain('member.follow-declined')
    expect(await eventTypes(owner)).toContain('member.follow-declined')
  })

  it('that is withdrawn while it is accepted is either a follow or nothing, with the right count', async () => {
    const { as, owner, viewer, answer, listRequests } = await openPair()
    for (let round = 0; round < 10; round += 1) {
      await as(viewer).follow(owner, true).expect(200)
      await Promise.all([answer(viewer, true), as(viewer).follow(owner, false)])
      const { isFollowing, isRequested, followerCount } = await as(viewer).profile(owner)
      expect({ isRequested, followerCount }).toEqual({ isRequested: false, followerCount: Number(isFollowing) })
      expect((await listRequests()).total).toBe(0)
      await as(viewer).follow(owner, false).expect(200)
    }
  })
})

it('requests count against the limit of follows', async () => {
  const { as, owner, viewer, pool } = await openPair()
  await pool.query(
    `insert into follow_requests (from_id, to_id, at) select $1, gen_random_uuid(), now() from generate_series(1, 7500)`,
    [viewer._id],
  )
  expect(await as(viewer).follow(owner, true)).toMatchObject({ status: 409, body: { code: 'follow_limit_reached' } })
})

describe('a member who becomes', () => {
  it('private keeps the followers, and other members see the card only', async () => {
    const { as, relations, owner, viewer, setPrivate } = await openPair()
    const follower = await relations.addMember()
    await setPrivate(false)
    await relations.follow(follower, owner)
    await relations.follow(owner, follower)
    await as(owner).edit({ bio: 'Walks', hometown: 'Hof' })
    await setPrivate(true)
    expect(await as(follower).profile(owner)).toMatchObject({ isFollowing: true, hometown: 'Hof', followerCount: 1 })
    const card = { bio: 'Walks', hometown: '', following: [], followerCount: 1, isPrivate: true }
    expect(await as(viewer).profile(owner)).toMatchObject(card)
    for (const list of ['followers', 'following']) {
      expect(await as(viewer).get(`/auth/profile/${owner.username}/${list}`)).toMatchObject({
        status: 403,
        body: { code: 'private_account' },
      })
      for (const member of [follower, owner])
        expect(await as(member).get(`/auth/profile/${owner.username}/${list}`)).toMatchObject({ status: 200 })
    }
    const { body } = await as(viewer).get(`/auth/users?query=${owner.username}`)
    expect(body.users).toMatchObject([{ _id: owner._id, isPrivate: true, isRequested: false }])
  })

  it('public accepts all waiting requests, and drops those of members who are gone', async () => {
    const { as, relations, owner, viewer, deliverEvents, testEvents, setPrivate, listRequests, pool } = await openPair()
    const [second, gone] = [await relations.addMember(), await relations.addMember()]
    for (const requester of [viewer, second, gone]) await as(requester).follow(owner, true).expect(200)
    await deliverEvents(testEvents.deactivated(gone))
    expect(await listRequests()).toMatchObject({ total: 2 })
    await setPrivate(false)
    for (const requester of [viewer, second])
      expect(await as(requester).profile(owner)).toMatchObject({ isFollowing: true, followerCount: 2 })
    const { rows } = await pool.query('select 1 from follow_requests where to_id = $1', [owner._id])
    expect(rows).toEqual([])
  })

  it('public at the moment of a follow leaves no request behind', async () => {
    const { as, owner, viewer, setPrivate, listRequests } = await openPair()
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([setPrivate(false), as(viewer).follow(owner, true)])
      expect((await listRequests()).total).toBe(0)
      expect(await as(viewer).profile(owner)).toMatchObject({ isFollowing: true, isRequested: false })
      await as(viewer).follow(owner, false).expect(200)
      await setPrivate(true)
    }
  })

  it('private or public publishes it with a version, and nothing else publishes', async () => {
    const { as, owner, setPrivate, publishedEvents } = await openPair()
    await setPrivate(true)
    await as(owner).put('/users/privacy').send({ isSuggested: false }).expect(200)
    await setPrivate(false)
    const published = await publishedEvents(owner)
    expect(published.map(({ type, data }) => ({ type, data }))).toMatchObject([
      { type: 'member.privacy-updated', data: { privacyVersion: 1, isPrivate: true } },
      { type: 'member.privacy-updated', data: { privacyVersion: 2, isPrivate: false } },
    ])
  })
})

it('an erased member leaves no request', async () => {
  const { as, owner, viewer, deliverEvents, testEvents, pool } = await openPair()
  await as(viewer).follow(owner, true).expect(200)
  await deliverEvents(testEvents.erased(viewer))
  expect((await pool.query('select 1 from follow_requests where from_id = $1', [viewer._id])).rows).toEqual([])
})
