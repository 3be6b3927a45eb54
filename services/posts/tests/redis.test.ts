import { expect, it } from '@jest/globals'
import { alice, bob, describeOnEachEngine, eventually } from '@meadow/testing'
import { onOwnRedis } from '@meadow/testing/redis'
import request from 'supertest'
import { openPosts } from './fixtures.ts'

describeOnEachEngine(onOwnRedis, (startRedis) => {
  it('lets members read and publish without limits while Redis is stopped, and counts again after its restart', async () => {
    await using redis = await startRedis()
    await using posts = await openPosts({ urls: { state: redis.url }, limitsPerHour: { posts: 1, comments: 1 } })
    const publish = () => posts.as(alice).post('/posts').send({ content: 'Still here' })
    const statusOf = async () => (await publish()).status
    expect([await statusOf(), await statusOf()]).toEqual([201, 429])

    await redis.stop()
    expect([await statusOf(), await statusOf()]).toEqual([201, 201])
    const read = await posts.as(bob).get(`/posts/user/${alice.username}`)
    expect(read).toMatchObject({ status: 200, body: { posts: [{}, {}, {}] } })
    await eventually(async () => {
      const health = await request(posts.app).get('/health/ready')
      expect(health).toMatchObject({ status: 200, body: { status: 'ready', degraded: ['state'] } })
    })

    await redis.start()
    await eventually(async () => expect(await statusOf()).toBe(429)) // the counters start at zero
  })
})
