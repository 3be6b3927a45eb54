import { describe, expect, it } from '@jest/globals'
import { PRESENCE_LEASES_KEY, presenceKey } from '@meadow/members'
import { newId } from '@meadow/service'
import { alice, bob, carol, createTestMember, shareAcrossTests, type TestMember } from '@meadow/testing'
import fc from 'fast-check'
import request from 'supertest'
import { openSocial } from './fixtures.ts'

const started = shareAcrossTests(openSocial)

describe('GET /auth/profile/:idOrUsername', () => {
  it('requires a sign-in without guest mode', async () => {
    const { service } = await started()
    expect(await request(service.app).get('/auth/profile/alice')).toMatchObject({ status: 401 })
  })

  it('returns a member by id or username, ignoring case', async () => {
    const { as } = await started()
    for (const name of [alice._id, alice._id.toUpperCase(), 'alice', 'ALICE']) {
      expect(await as(bob).get(`/auth/profile/${name}`)).toMatchObject({
        status: 200,
        body: {
          user: {
            ...alice,
            isVerified: false,
            isFollowing: false,
            followerCount: 0,
            followingCount: 0,
            postCount: 0,
            followsYou: false,
          },
          isFollowing: false,
        },
      })
    }
  })

  it('returns everything about themselves to a member whose registration has not arrived yet', async () => {
    const { as } = await started()
    for (const suffix of ['', '/followers', '/following']) {
      for (const toName of [({ _id }: TestMember) => _id, ({ username }: TestMember) => username.toUpperCase()]) {
        const newcomer = createTestMember()
        const { status, body } = await as(newcomer).get(`/auth/profile/${toName(newcomer)}${suffix}`)
        expect({ suffix, status, code: body.code }).toEqual({ suffix, status: 200, code: undefined })
      }
    }
    for (const path of ['/auth/users', '/auth/suggestions'])
      expect(await as(createTestMember()).get(path)).toMatchObject({ status: 200 })
  })

  it('returns the time of registration, also after another event came first', async () => {
    const { as, deliverEvents, testEvents } = await started()
    const fresh = createTestMember()
    const registeredAt = new Date('2026-01-02T03:04:05.678Z')
    expect(await as(fresh).profile(fresh)).toMatchObject({ _id: fresh._id, username: fresh.username })
    await deliverEvents(testEvents.registered(fresh, registeredAt))
    expect(await as(fresh).profile(fresh)).toMatchObject({ createdAt: registeredAt.toISOString() })
  })

  it('returns the presence that chat has written, to mutual followers', async () => {
    const { as, presenceRows, relations } = await started()
    const [online, offline, neverOnline] = [
      await relations.addMember(),
      await relations.addMember(),
      await relations.addMember(),
    ]
    const lastSeenMs = Date.parse('2026-02-03T04:05:06.789Z')
    presenceRows.set(PRESENCE_LEASES_KEY, JSON.stringify({ chat: Date.now() + 3_600_000 }))
    presenceRows.set(presenceKey(online._id), JSON.stringify({ instances: ['chat'], lastSeenMs }))
    presenceRows.set(presenceKey(offline._id), JSON.stringify({ instances: [], lastSeenMs }))
    const lastActive = new Date(lastSeenMs).toISOString()
    const hidden = { isOnline: false, lastActive: null }
    for (const member of [online, offline, neverOnline]) {
      expect(await as(bob).profile(member)).toMatchObject(hidden)
      await relations.follow(bob, member)
      expect(await as(bob).profile(member)).toMatchObject(hidden)
      await relations.follow(member, bob)
    }
    expect(await as(bob).profile(online)).toMatchObject({ isOnline: true, lastActive: null })
    expect(await as(online).profile(online)).toMatchObject({ isOnline: true, lastActive: null })
    expect(await as(bob).profile(offline)).toMatchObject({ isOnline: false, lastActive })
    expect(await as(bob).profile(neverOnline)).toMatchObject({ isOnline: false, lastActive: null })
    presenceRows.set(PRESENCE_LEASES_KEY, 'invalid JSON')
    expect(await as(bob).profile(online)).toMatchObject({ isOnline: false, lastActive: null })
  })

  it('returns 404 for members that the viewer cannot see', async () => {
    const { as, relations, deliverEvents, testEvents } = await started()
    const [deactivated, blocker] = [await relations.addMember(), await relations.addMember()]
    await deliverEvents(testEvents.deactivated(deactivated))
    await relations.block(blocker, carol)
    for (const name of [
      'nobody',
      newId(new Date()),
      deactivated.username,
      blocker._id,
      blocker.username,
      '__proto__',
    ]) {
      const response = await as(carol).get(`/auth/profile/${name}`)
      expect(response).toMatchObject({ status: 404, body: { code: 'member_not_found' } })
    }
  })

  it('never fails for an unusual name', async () => {
    const { as } = await started()
    for (const name of ['%00', 'x'.repeat(101), '%', '%ed%a0%80']) {
      expect((await as(bob).get(`/auth/profile/${name}`)).status).toBe(400)
    }
    for (const name of ["'; drop table members; --", '%25', '$ne', 'İ', '😀']) {
      expect((await as(bob).get(`/auth/profile/${encodeURIComponent(name)}`)).status).toBe(404)
    }
  })
})

describe('the number of posts', () => {
  it('counts every post once, for repeated and reordered events', async () => {
    const { as, relations, deliverEvents, testEvents } = await started()
    const author = await relations.addMember()
    const [one, two, three] = [newId(new Date()), newId(new Date()), newId(new Date())]
    const [first, second] = [testEvents.postCreated(author, one), testEvents.postCreated(author, two)]
    await deliverEvents(first, second)
    await deliverEvents(first, second)
    expect(await as(bob).profile(author)).toMatchObject({ postCount: 2 })
    await deliverEvents(testEvents.postCreated(author, one)) // the same post in a new event
    expect(await as(bob).profile(author)).toMatchObject({ postCount: 2 })
    const deleted = testEvents.postDeleted(author, one)
    await deliverEvents(deleted)
    await deliverEvents(deleted, testEvents.postDeleted(author, one))
    expect(await as(bob).profile(author)).toMatchObject({ postCount: 1 })
    await deliverEvents(testEvents.postDeleted(author, three), testEvents.postCreated(author, three))
    expect(await as(bob).profile(author)).toMatchObject({ postCount: 1 })
  })

  it('stays when the ids of deleted posts are removed after their retention', async () => {
    const { as, relations, deliverEvents, testEvents, store } = await started()
    const { countedPosts } = store.ports
    const author = await relations.addMember()
    const [one, two] = [newId(new Date()), newId(new Date())]
    const deleted = testEvents.postDeleted(author, one)
    await deliverEvents(testEvents.postCreated(author, one), testEvents.postCreated(author, two), deleted)
    const listCounted = async () => {
      const query = 'select post_id from counted_posts where member_id = $1 order by post_id'
      return (await store.pool.query(query, [author._id])).rows.map(({ post_id }) => post_id)
    }
    while (await countedPosts.deleteExpired(new Date(Date.now() - 3_600_000))); // rows have the time of the database
    expect(await listCounted()).toEqual([one, two])
    while (await countedPosts.deleteExpired(new Date(Date.now() + 3_600_000)));
    expect(await listCounted()).toEqual([two])
    await deliverEvents(deleted, testEvents.postDeleted(author, two))
    expect(await as(bob).profile(author)).toMatchObject({ postCount: 0 })
  })

  it('is the same for one batch and for single events', async () => {
    const { as, deliverEvents, testEvents } = await started()
    const change = fc.record({ author: fc.nat(2), post: fc.nat(3), isGone: fc.boolean(), again: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 20 }), async (all) => {
        const createEvents = () => {
          const authors = [createTestMember(), createTestMember(), createTestMember()] as const
          const posts = authors.map(() => [1, 2, 3, 4].map(() => newId(new Date())))
          const received = all.flatMap(({ author, post, isGone, again }) => {
            const member = authors[author] ?? authors[0]
            const event = testEvents[isGone ? 'postDeleted' : 'postCreated'](member, posts[author]?.[post] ?? '')
            return again ? [event, event] : [event]
          })
          return { authors, received }
        }
        const counts = (authors: readonly TestMember[]) =>
          Promise.all(authors.map(async (author) => (await as(bob).profile(author))?.postCount))
        const [together, oneByOne] = [createEvents(), createEvents()]
        await deliverEvents(...together.received)
        for (const event of oneByOne.received) await deliverEvents(event)
        expect(await counts(together.authors)).toEqual(await counts(oneByOne.authors))
      }),
      { numRuns: 25 },
    )
  })

  it('creates the profile of an unknown author', async () => {
    const { as, deliverEvents, testEvents } = await started()
    const author = createTestMember()
    await deliverEvents(testEvents.postCreated(author, newId(new Date())))
    expect(await as(bob).profile(author)).toMatchObject({ username: author.username, postCount: 1 })
  })
})
