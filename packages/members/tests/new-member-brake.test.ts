import { describe, expect, it } from '@jest/globals'
import { createThrottle } from '@meadow/service'
import { testLog } from '@meadow/testing'
import { createNewMemberBrake, getNewUntil, type Member } from '../src/index.ts'
import { minutesAfterNoon, noon } from './fixtures.ts'

const DAY_MINUTES = 24 * 60

describe('a member', () => {
  it.each([
    ['of whose registration no event has arrived', undefined, 0, undefined],
    ['who has just registered', noon, 0, minutesAfterNoon(DAY_MINUTES)],
    ['who registered before midnight', minutesAfterNoon(11 * 60), 13 * 60, minutesAfterNoon(11 * 60 + DAY_MINUTES)],
    ['of 24 hours', noon, DAY_MINUTES, undefined],
  ])('%s is new until the right time', (_who, createdAt, minutes, until) =>
    expect(getNewUntil({ createdAt }, minutesAfterNoon(minutes))).toEqual(until),
  )
})

describe('the brake for new members', () => {
  function openBrake(createdAt: Date | undefined, { isAway = false } = {}) {
    let time = noon
    const costs = { finds: 0, counts: 0 }
    const counts = new Map<string, number>()
    const state = {
      async increment(key: string, by: number) {
        costs.counts += 1
        if (isAway) throw new Error('away')
        counts.set(key, (counts.get(key) ?? 0) + by)
        return counts.get(key) ?? 0
      },
    }
    const now = () => time
    const find = async (ids: readonly string[]) => {
      costs.finds += 1
      return new Map(ids.map((id) => [id, { createdAt } as Member]))
    }
    const throttle = createThrottle({ state, log: testLog, now })
    const brake = createNewMemberBrake({ members: { find }, throttle, newMemberLimits: { posts: 2 }, now })
    return {
      brake,
      post: () => brake('posts', 'ann', async () => 'done'),
      setTime: (minutes: number) => {
        time = minutesAfterNoon(minutes)
      },
      getCosts: () => costs,
    }
  }
  const REFUSED = { code: 'new_account_limit' }

  it('counts the first 24 hours as one, also over midnight', async () => {
    const { post, setTime } = openBrake(noon)
    await post()
    setTime(23 * 60)
    await post()
    await expect(post()).rejects.toMatchObject(REFUSED)
    setTime(DAY_MINUTES - 1)
    await expect(post()).rejects.toMatchObject(REFUSED)
    setTime(DAY_MINUTES)
    for (let n = 0; n < 5; n++) await post()
  })

  it('counts each action by itself, and nothing that fails or is left out', async () => {
    const { brake, post } = openBrake(noon)
    const fail = () => brake('posts', 'ann', () => Promise.reject(new Error('refused')))
    for (let n = 0; n < 5; n++) await expect(fail()).rejects.toThrow('refused')
    const leftOut = () =>
      brake(
        'posts',
        'ann',
        async () => 'done',
        async () => false,
      )
    for (let n = 0; n < 5; n++) await leftOut()
    await brake('comments', 'ann', async () => 'done')
    await brake('posts', 'ben', async () => 'done')
    expect([await post(), await post()]).toEqual(['done', 'done'])
    await expect(post()).rejects.toMatchObject(REFUSED)
  })

  it.each([
    ['not new', minutesAfterNoon(-DAY_MINUTES), { finds: 1, counts: 0 }],
    ['new', noon, { finds: 1, counts: 2 }],
  ])('looks up once a member who is %s', async (_who, createdAt, expected) => {
    const { post, getCosts } = openBrake(createdAt)
    for (let n = 0; n < 2; n++) await post()
    expect(getCosts()).toEqual(expected)
  })

  it('lets everybody act while the shared state is away, or before the registration is known', async () => {
    const away = openBrake(noon, { isAway: true })
    const unknown = openBrake(undefined)
    for (let n = 0; n < 5; n++) expect([await away.post(), await unknown.post()]).toEqual(['done', 'done'])
  })
})
