import { describe, expect, it } from '@jest/globals'
import type { SuggestionView } from '@meadow/contracts'
import { alice, bob, carol } from '@meadow/testing'
import { startSocial } from './given.ts'

const names = (suggestions: SuggestionView[]) => suggestions.map(({ username }) => username)

describe('GET /auth/suggestions', () => {
  it('suggests whom one follows follow, then who follows one, then who has most followers, then who is newest', async () => {
    await using social = await startSocial()
    const { as, given } = social
    const [friendly, fan, star, fresh] = [
      await given.member(),
      await given.member(),
      await given.member(),
      await given.member(),
    ]
    await given.follow(alice, bob, carol)
    await given.follow(bob, friendly)
    await given.follow(carol, friendly)
    await given.follow(fan, alice, star)
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

  it('never suggests oneself, who is followed already, or who is hidden', async () => {
    await using social = await startSocial()
    const { as, given, hear, facts } = social
    const [away, blocker, blocked] = [await given.member(), await given.member(), await given.member()]
    await given.follow(alice, bob)
    await given.follow(bob, alice, away, blocker, blocked)
    await hear(facts.account('memberDeactivated', away))
    await given.block(blocker, alice)
    await given.block(alice, blocked)
    expect(names(await as(alice).suggestions())).toEqual(['carol'])
  })

  it('does not name across a block who follows somebody', async () => {
    await using social = await startSocial()
    const { as, given } = social
    const friendly = await given.member()
    await given.follow(alice, bob)
    await given.follow(bob, friendly)
    await given.block(bob, alice)
    const suggestions: SuggestionView[] = await as(alice).suggestions()
    expect(suggestions.find(({ _id }) => _id === friendly._id)?.reason).toEqual({ code: 'popular' })
  })

  it('gives five unless told otherwise, to somebody new too, in a few queries', async () => {
    await using social = await startSocial()
    const { as, given, pool } = social
    for (let index = 0; index < 12; index += 1) await given.member()
    const [fresh, many] = [await given.member(), await given.member()]
    const queries = await countQueries(pool, async () => {
      expect((await as(fresh).get('/auth/suggestions')).body.suggestions).toHaveLength(5)
    })
    expect(queries).toBeLessThanOrEqual(2)
    expect(await as(many).suggestions(7)).toHaveLength(7)
  })

  it.each(['0', '51', '-1', 'x', '1e3', '1&limit=2', ''])('refuses limit=%s', async (limit) => {
    await using social = await startSocial()
    expect(await social.as(alice).get(`/auth/suggestions?limit=${limit}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields: { limit: expect.any(String) } },
    })
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
