import { describe, expect, it } from '@jest/globals'
import { PRESENCE_LEASES_KEY, presenceKey } from '@meadow/presence'
import { newId } from '@meadow/service'
import { alice, bob, carol, type TestMember, usingOnce } from '@meadow/testing'
import fc from 'fast-check'
import request from 'supertest'
import { aStranger, startSocial } from './given.ts'

const started = usingOnce(startSocial)

describe('GET /auth/profile/:idOrUsername', () => {
  it('answers a member by id or username, in any case', async () => {
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

  it('says when they registered, also after they were first heard of otherwise', async () => {
    const { as, hear, facts } = await started()
    const fresh = aStranger()
    const registeredAt = new Date('2026-01-02T03:04:05.678Z')
    expect(await as(fresh).profile(fresh)).toMatchObject({ _id: fresh._id, username: fresh.username })
    await hear(facts.registered(fresh, registeredAt))
    expect(await as(fresh).profile(fresh)).toMatchObject({ createdAt: registeredAt.toISOString() })
  })

  it('says whether they are here, or when they were last, as the chat tells', async () => {
    const { as, shared, given } = await started()
    const [here, gone, never] = [await given.member(), await given.member(), await given.member()]
    const seen = Date.parse('2026-02-03T04:05:06.789Z')
    shared.set(PRESENCE_LEASES_KEY, JSON.stringify({ chat: Date.now() + 3_600_000 }))
    shared.set(presenceKey(here._id), JSON.stringify({ on: ['chat'], seen }))
    shared.set(presenceKey(gone._id), JSON.stringify({ on: [], seen }))
    const lastActive = new Date(seen).toISOString()
    expect(await as(bob).profile(here)).toMatchObject({ isOnline: true, lastActive: null })
    expect(await as(bob).profile(gone)).toMatchObject({ isOnline: false, lastActive })
    expect(await as(bob).profile(never)).toMatchObject({ isOnline: false, lastActive: null })
    shared.set(PRESENCE_LEASES_KEY, 'not what we write')
    expect(await as(bob).profile(here)).toMatchObject({ isOnline: false, lastActive: null })
  })

  it('does not know who is not there for the viewer', async () => {
    const { as, given, hear, facts } = await started()
    const [away, blocker] = [await given.member(), await given.member()]
    await hear(facts.account('memberDeactivated', away))
    await given.block(blocker, carol)
    for (const name of ['nobody', newId(new Date()), away.username, blocker._id, blocker.username, '__proto__']) {
      const answer = await as(carol).get(`/auth/profile/${name}`)
      expect(answer).toMatchObject({ status: 404, body: { code: 'member_not_found' } })
    }
  })

  it('never fails over an odd name', async () => {
    const { as } = await started()
    for (const name of ['%00', 'x'.repeat(101), '%', '%ed%a0%80']) {
      expect((await as(bob).get(`/auth/profile/${name}`)).status).toBe(400)
    }
    for (const name of ["'; drop table members; --", '%25', '$ne', 'İ', '😀']) {
      expect((await as(bob).get(`/auth/profile/${encodeURIComponent(name)}`)).status).toBe(404)
    }
  })

  it('asks who does not sign in to do so', async () => {
    const { service } = await started()
    expect(await request(service.app).get('/auth/profile/alice')).toMatchObject({ status: 401 })
  })
})

describe('the number of posts', () => {
  it('counts every post once, however often and in whatever order it is told', async () => {
    const { as, given, hear, facts } = await started()
    const author = await given.member()
    const [one, two, three] = [newId(new Date()), newId(new Date()), newId(new Date())]
    const [first, second] = [facts.posted(author, one), facts.posted(author, two)]
    await hear(first, second)
    await hear(first, second)
    expect(await as(bob).profile(author)).toMatchObject({ postCount: 2 })
    await hear(facts.posted(author, one)) // told again as a new event
    expect(await as(bob).profile(author)).toMatchObject({ postCount: 2 })
    const deleted = facts.unposted(author, one)
    await hear(deleted)
    await hear(deleted, facts.unposted(author, one))
    expect(await as(bob).profile(author)).toMatchObject({ postCount: 1 })
    await hear(facts.unposted(author, three), facts.posted(author, three))
    expect(await as(bob).profile(author)).toMatchObject({ postCount: 1 })
  })

  it('is the same whether events come together or one by one', async () => {
    const { as, hear, facts } = await started()
    const told = fc.record({ author: fc.nat(2), post: fc.nat(3), isGone: fc.boolean(), again: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(told, { minLength: 1, maxLength: 20 }), async (all) => {
        const tell = () => {
          const authors = [aStranger(), aStranger(), aStranger()] as const
          const posts = authors.map(() => [1, 2, 3, 4].map(() => newId(new Date())))
          const heard = all.flatMap(({ author, post, isGone, again }) => {
            const who = authors[author] ?? authors[0]
            const fact = facts[isGone ? 'unposted' : 'posted'](who, posts[author]?.[post] ?? '')
            return again ? [fact, fact] : [fact]
          })
          return { authors, heard }
        }
        const counts = (authors: readonly TestMember[]) =>
          Promise.all(authors.map(async (author) => (await as(bob).profile(author))?.postCount))
        const [together, oneByOne] = [tell(), tell()]
        await hear(...together.heard)
        for (const fact of oneByOne.heard) await hear(fact)
        expect(await counts(together.authors)).toEqual(await counts(oneByOne.authors))
      }),
      { numRuns: 25 },
    )
  })

  it('makes a profile for an author of whom nothing was heard before', async () => {
    const { as, hear, facts } = await started()
    const author = aStranger()
    await hear(facts.posted(author, newId(new Date())))
    expect(await as(bob).profile(author)).toMatchObject({ username: author.username, postCount: 1 })
  })
})
