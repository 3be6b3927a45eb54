import { describe, expect, it, jest } from '@jest/globals'
import { eventually, shareAcrossTests } from '@meadow/testing'
import request from 'supertest'
import { openSocial } from './fixtures.ts'

/** More than the connections of the store. */
const REQUESTS = 20
/** The connections of one row, and the one of the lock. */
const BUSY_CONNECTIONS = 3

const started = shareAcrossTests(openSocial)

/** Locks the counts of a member, as a slow transaction of another process would. */
async function lockProfile(memberId: string): Promise<AsyncDisposable> {
  const { servicePool } = await started()
  const client = await servicePool.connect()
  await client.query('begin')
  await client.query('select 1 from profiles where member_id = $1 for update', [memberId])
  return { [Symbol.asyncDispose]: async () => client.release(true) }
}

describe('a member whom everybody follows', () => {
  it('keeps the service ready and leaves connections to other members', async () => {
    const { as, servicePool, relations, service } = await started()
    const [hot, other] = [await relations.addMember(), await relations.addMember()]
    const followers = await Promise.all(Array.from({ length: REQUESTS }, () => relations.addMember()))
    const expectReady = async () =>
      expect(await request(service.app).get('/health/ready')).toMatchObject({ status: 200, body: { failing: [] } })
    await eventually(expectReady) // opens the connection of the probe
    const lock = await lockProfile(hot._id)
    const responses = Promise.all(followers.map((follower) => as(follower).follow(hot, true)))
    await eventually(() =>
      expect([servicePool.totalCount - servicePool.idleCount, servicePool.waitingCount]).toEqual([BUSY_CONNECTIONS, 0]),
    )
    expect(await as(other).edit({ bio: 'Still here' })).toMatchObject({ status: 200 })
    await eventually(expectReady) // on a busy machine a probe may take too long
    await lock[Symbol.asyncDispose]()

    for (const { status, body, headers } of await responses) {
      if (status === 200) continue // on a busy machine the lock may be held for too long
      expect({ status, body }).toMatchObject({ status: 503, body: { code: 'unavailable' } })
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    const followerCount = (await responses).filter(({ status }) => status === 200).length
    expect(await as(other).profile(hot)).toMatchObject({ followerCount })
  })

  it('counts each follower once when some change their mind at the same time', async () => {
    const { as, publishedEvents, relations } = await started()
    const hot = await relations.addMember()
    const followers = await Promise.all(Array.from({ length: 10 }, () => relations.addMember()))
    const calls = followers.flatMap((follower) => [true, false, true].map((state) => as(follower).follow(hot, state)))
    for (const { status, body } of await Promise.all(calls)) expect({ status, body }).toMatchObject({ status: 200 })
    const active = await Promise.all(followers.map(async (one) => (await as(one).profile(hot)).isFollowing))
    const followerCount = active.filter(Boolean).length
    expect(await as(hot).profile(hot)).toMatchObject({ followerCount })
    const events = (await Promise.all(followers.map((one) => publishedEvents(one)))).flat()
    const changes = events.map(({ type }) => (type === 'member.followed' ? 1 : -1))
    expect(changes.reduce((sum, change) => sum + change, 0)).toBe(followerCount)
  })

  it('is unfollowed by the counts of one moment, while another instance follows', async () => {
    const { as, pool, relations, servicePool } = await started()
    const [hot, fan] = [await relations.addMember(), await relations.addMember()]
    const followElsewhere = () =>
      pool.query(`
        insert into follows (from_id, to_id, version, active, at) values ('${fan._id}', '${hot._id}', 1, true, now());
        update profiles set following_count = 1 where member_id = '${fan._id}';
        update profiles set follower_count = 1 where member_id = '${hot._id}'`)
    const connect = servicePool.connect.bind(servicePool)
    const connecting = jest.spyOn(servicePool, 'connect').mockImplementation((async (callback?: never) => {
      if (callback) return connect(callback) // of `pool.query`
      connecting.mockRestore()
      const client = await connect()
      const query = client.query.bind(client) as (config: unknown) => Promise<unknown>
      const querying = jest.spyOn(client, 'query').mockImplementation((async (config: { name?: string }) => {
        if (config.name !== 'read-follow') return query(config)
        querying.mockRestore()
        await followElsewhere()
        return query(config)
      }) as never)
      return client
    }) as never)
    expect(await as(fan).follow(hot, false)).toMatchObject({ status: 200, body: { isFollowing: false } })
    expect(await as(hot).profile(hot)).toMatchObject({ followerCount: 0 })
  })
})
