import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import type { SuggestionView } from '@meadow/contracts'
import { alice, bob, carol } from '@meadow/testing'
import { openSocial } from './fixtures.ts'

const names = (suggestions: SuggestionView[]) => suggestions.map(({ username }) => username)

describe('GET /auth/suggestions', () => {
  it('suggests common follows first, then followers, then members with most followers, then the newest', async () => {
    await using social = await openSocial()
    const { as, relations } = social
    const [friendly, fan, star, fresh] = [
      await relations.addMember(),
      await relations.addMember(),
      await relations.addMember(),
      await relations.addMember(),
    ]
    await relations.follow(alice, bob, carol)
    await relations.follow(bob, friendly)
    await relations.follow(carol, friendly)
    await relations.follow(fan, alice, star)
    const suggestions: SuggestionView[] = await as(alice).suggestions()
    expect(names(suggestions)).toEqual([friendly, fan, star, fresh].map(({ username }) => username))
    expect(suggestions.map(({ reason }) => reason)).toEqual([
      { code: 'followed_by', name: 'Carol Hills', others: 1 },
      { code: 'follows_you' },
      { code: 'popular' },
      { code: 'new' },
    ])
    expect(suggestions[0]).toMatchObject({ _id: friendly._id, followerCount: 2, isFollowing: false, isVerified: false })
  })

  it('prefers members who share interests, and names the first that they share', async () => {
    await using social = await openSocial()
    const { as, relations } = social
    const [one, three, none] = [await relations.addMember(), await relations.addMember(), await relations.addMember()]
    await as(alice).edit({ interests: ['maps', 'bread', 'film'] })
    await as(one).edit({ interests: ['choirs', 'bread'] })
    await as(three).edit({ interests: ['film', 'bread', 'maps'] })
    await as(none).edit({ interests: ['choirs'] })
    await relations.follow(bob, none)
    const suggestions: SuggestionView[] = await as(alice).suggestions()
    expect(names(suggestions).slice(0, 3)).toEqual([three, one, none].map(({ username }) => username))
    expect(suggestions.map(({ reason }) => reason).slice(0, 3)).toEqual([
      { code: 'same_interest', interest: 'maps', others: 2 },
      { code: 'same_interest', interest: 'bread', others: 0 },
      { code: 'popular' },
    ])
  })

  it('names common follows if there are more of them than shared interests', async () => {
    await using social = await openSocial()
    const { as, relations } = social
    const friendly = await relations.addMember()
    await as(alice).edit({ interests: ['maps'] })
    await as(friendly).edit({ interests: ['maps'] })
    await relations.follow(alice, bob, carol)
    await relations.follow(bob, friendly)
    const reasonOf = async () => (await as(alice).suggestions())[0].reason
    expect(await reasonOf()).toEqual({ code: 'followed_by', name: 'Bob Rivers', others: 0 })
    await as(friendly).edit({ interests: ['maps', 'film'] })
    await as(alice).edit({ interests: ['film', 'maps'] })
    expect(await reasonOf()).toEqual({ code: 'same_interest', interest: 'film', others: 1 })
    await relations.follow(carol, friendly)
    expect(await reasonOf()).toEqual({ code: 'followed_by', name: 'Carol Hills', others: 1 })
  })

  it('never suggests the viewer, followed, muted or hidden members', async () => {
    await using social = await openSocial()
    const { as, relations, deliverEvents, testEvents } = social
    const [deactivated, blocker, blocked, muted] = [
      await relations.addMember(),
      await relations.addMember(),
      await relations.addMember(),
      await relations.addMember(),
    ]
    await relations.follow(alice, bob)
    await relations.follow(bob, alice, deactivated, blocker, blocked, muted)
    await as(alice).mute(muted).expect(200)
    await deliverEvents(testEvents.deactivated(deactivated))
    await relations.block(blocker, alice)
    await relations.block(alice, blocked)
    expect(names(await as(alice).suggestions())).toEqual(['carol'])
  })

  it('does not name a blocked member as the reason', async () => {
    await using social = await openSocial()
    const { as, relations } = social
    const friendly = await relations.addMember()
    await relations.follow(alice, bob)
    await relations.follow(bob, friendly)
    await relations.block(bob, alice)
    const suggestions: SuggestionView[] = await as(alice).suggestions()
    expect(suggestions.find(({ _id }) => _id === friendly._id)?.reason).toEqual({ code: 'popular' })
  })

  it('returns five by default, also for a new member, with two queries', async () => {
    await using social = await openSocial()
    const { as, relations, pool } = social
    for (let index = 0; index < 12; index += 1) await relations.addMember()
    const [fresh, many] = [await relations.addMember(), await relations.addMember()]
    const queries = await countQueries(pool, async () => {
      expect((await as(fresh).get('/auth/suggestions')).body.suggestions).toHaveLength(5)
    })
    expect(queries).toBeLessThanOrEqual(2)
    expect(await as(many).suggestions(7)).toHaveLength(7)
  })

  it.each(['0', '51', '-1', 'x', '1e3', '1&limit=2', ''])('refuses limit=%s', async (limit) => {
    await using social = await openSocial()
    expect(await social.as(alice).get(`/auth/suggestions?limit=${limit}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields: { limit: expect.any(String) } },
    })
  })
})

describe('POST /auth/suggestions/:id/dismiss', () => {
  it('keeps a member out of the suggestions of this one only, until it is taken back', async () => {
    await using social = await openSocial()
    const { as, relations } = social
    await relations.follow(alice, bob)
    await relations.follow(bob, carol)
    for (const _again of [1, 2])
      expect(await as(alice).dismiss(carol)).toMatchObject({ status: 200, body: { isDismissed: true } })
    expect(names(await as(alice).suggestions())).toEqual([])
    expect(names(await as(bob).suggestions())).toEqual(['alice'])
    expect(names(await as(await relations.addMember()).suggestions())).toContain('carol')
    for (const _again of [1, 2])
      expect(await as(alice).dismiss(carol, false)).toMatchObject({ status: 200, body: { isDismissed: false } })
    expect(names(await as(alice).suggestions())).toContain('carol')
  })

  it('keeps the newest 1,000 dismissals', async () => {
    await using social = await openSocial()
    const { as, store } = social
    await as(alice).dismiss(bob).expect(200)
    for (let index = 0; index < 999; index += 1)
      await store.ports.suggestions.dismiss(alice._id, randomUUID(), new Date('2100-01-01'))
    expect(names(await as(alice).suggestions())).not.toContain('bob')
    await as(alice).dismiss(carol).expect(200)
    expect(names(await as(alice).suggestions())).toEqual(['bob'])
  })

  it('is 404 for an unknown member', async () => {
    await using social = await openSocial()
    const unknown = await social.as(alice).dismiss({ _id: randomUUID() })
    expect(unknown).toMatchObject({ status: 404, body: { code: 'member_not_found' } })
  })
})

async function countQueries(
  pool: { query: (...args: never[]) => unknown },
  work: () => Promise<void>,
): Promise<number> {
  const real = pool.query
  let count = 0
  pool.query = (...args) => {
    count += 1
    return real.apply(pool, args)
  }
  await work()
  pool.query = real
  return count
}
