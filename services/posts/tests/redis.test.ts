import { expect, it } from '@jest/globals'
import { alice, bob, describeOnEachEngine, eventually } from '@meadow/testing'
import { onOwnRedis } from '@meadow/testing/redis'
import request from 'supertest'
import { openPosts } from './fixtures.ts'

describeOnEachEngine(onOwnRedis, (runRedis) => {
  it('while it is away and when it comes back empty, members read and publish, uncounted meanwhile', async () => {
    await using redis = await runRedis()
    await using posts = await openPosts({ urls: { state: redis.url }, limitsPerHour: { posts: 1, comments: 1 } })
    const publish = () => posts.as(alice).post('/posts').send({ content: 'Still here' })
    const statusOf = async () => (await publish()).status
    expect([await statusOf(), await statusOf()]).toEqual([201, 429])

    await redis.stop()
    expect([await statusOf(), await statusOf()]).toEqual([201, 201])
    const read = await posts.as(bob).get(`/posts/user/${alice.username}`)
    expect(read).toMatchObject({ status: 200, body: { posts: [{}, {}, {}] } })
    const health = await request(posts.app).get('/health/ready')
    expect(health).toMatchObject({ status: 200, body: { status: 'ready', degraded: ['state'] } })

    await redis.start()
    await eventually(async () => expect(await statusOf()).toBe(429)) // counted again, from nothing
  })
})
