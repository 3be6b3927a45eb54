import { expect, it } from '@jest/globals'
import { createMetrics } from '@meadow/service'
import { alice, carol, eventually, shareAcrossTests } from '@meadow/testing'
import request from 'supertest'
import { openPosts } from './fixtures.ts'

/** More than the connections of the store, and than one batch. */
const REQUESTS = 80

const getPosts = shareAcrossTests(openPosts)

it('a post that everybody likes keeps the service ready and leaves connections to other posts', async () => {
  const { app, as, addMember, addPost, inspect, store } = await getPosts()
  const metrics = createMetrics()
  for (const source of [store.engine, ...store.ports.writerMetrics]) source.registerMetrics?.(metrics)
  const [hot, other] = [await addPost({ by: alice }), await addPost({ by: alice })]
  const members = await Promise.all(Array.from({ length: REQUESTS }, () => addMember()))
  const expectReady = async () =>
    expect(await request(app).get('/health/ready')).toMatchObject({ status: 200, body: { failing: [] } })
  await eventually(expectReady) // opens the connection of the probe
  const lock = await inspect.lockPost(hot._id)
  const responses = Promise.all(members.map((member) => as(member).post(`/posts/${hot._id}/like`)))
  await eventually(async () => {
    const waiting = (await metrics.render()).matchAll(/^(?:transaction_queue|batch)_waiting\{.*\} (\d+)/gm)
    expect(Math.max(...[...waiting].map(([, count]) => Number(count)))).toBeGreaterThan(1)
  })
  expect(await as(carol).post(`/posts/${other._id}/like`)).toMatchObject({ status: 200, body: { likesCount: 1 } })
  await eventually(expectReady) // on a busy machine a probe may take too long
  await lock[Symbol.asyncDispose]()

  for (const { status, body, headers } of await responses) {
    if (status === 200) continue // on a busy machine the lock may be held for too long
    expect({ status, body }).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  const { likesCount } = (await as(carol).get(`/posts/${hot._id}`)).body
  expect(likesCount).toBe(await inspect.countRows('likes', hot._id))
  expect(likesCount).toBeGreaterThanOrEqual((await responses).filter(({ status }) => status === 200).length)
})
