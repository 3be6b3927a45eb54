import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import type { MediaStore } from '@meadow/media'
import { newId } from '@meadow/service'
import { alice, bob, createTestMember, shareAcrossTests } from '@meadow/testing'
import request from 'supertest'
import { openPosts } from './fixtures.ts'

/** Files that cannot be removed at the first attempt. */
function stubborn(files: MediaStore): MediaStore {
  let attempts = 0
  return {
    ...files,
    remove(path) {
      attempts += 1
      return attempts === 1 ? Promise.reject(new Error('away')) : files.remove(path)
    },
  }
}

const getPosts = shareAcrossTests(async () => {
  const posts = await openPosts({ wrapMediaStore: stubborn })
  await posts.service.start(0, '127.0.0.1')
  return posts
})

/** Asks until it is so. */
async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(20)
}

const registered = (subject: string, username: string): DomainEvent =>
  createEvent(events.memberRegistered, {
    source: 'auth',
    subject,
    id: newId(new Date()),
    time: new Date(),
    data: { username, fullName: 'Dave Woods', accountVersion: 1, registeredAt: new Date().toISOString() },
  })

describe('the running service', () => {
  it('tells the bus what happened, each fact once and in order', async () => {
    const { as, bus, publishedEvents, addPost, addComment } = await getPosts()
    const heard: DomainEvent[] = []
    await using _ = await bus.subscribe({
      group: 'a listener',
      topics: ['posts'],
      handle: async (batch) => void heard.push(...batch.map(({ event }) => event as DomainEvent)),
    })
    const post = await addPost({ by: alice })
    await as(bob).post(`/posts/${post._id}/like`).send({ state: true })
    await as(bob).post(`/posts/${post._id}/like`).send({ state: true })
    await addComment(post, bob)
    await as(alice).delete(`/posts/${post._id}`)
    const about = () => heard.filter(({ subject }) => subject === post._id).map(({ type }) => type)
    await eventually(async () => about().includes('post.deleted') && (await publishedEvents(post)).length === 0)
    expect(about()).toEqual(['post.created', 'post.liked', 'post.commented', 'post.deleted'])
  })

  it('learns from the bus who members are and whom they follow', async () => {
    const { as, bus, addPost } = await getPosts()
    const dave = createTestMember()
    await bus.publish([registered(dave._id, 'dave')])
    await eventually(async () => (await as(bob).get('/posts/user/dave')).status === 200)

    const post = await addPost({ by: alice })
    const actor = (member: typeof dave) => ({ ...member, profileVersion: 1 })
    const follow = createEvent(events.memberFollowed, {
      source: 'social',
      subject: dave._id,
      id: newId(new Date()),
      time: new Date(),
      data: { from: actor(dave), to: actor(alice), version: 1, followerCount: 1, followingCount: 1 },
    })
    await bus.publish([follow])
    await eventually(async () => (await as(dave).get('/posts')).body.posts.length > 0)
    expect((await as(dave).get('/posts')).body.posts[0]).toMatchObject({ _id: post._id, user: { isFollowing: true } })
  })

  it('does not mind an event that comes twice, or late', async () => {
    const { as, deliverEvents, members } = await getPosts()
    const erin = createTestMember()
    const event = registered(erin._id, erin.username)
    await members.applyProfile({ ...erin, fullName: 'Erin Newest', isVerified: false, profileVersion: 3 })
    await deliverEvents(event, event)
    await deliverEvents(event)
    await as(erin).post('/posts').send({ content: 'Hello' })
    const { body } = await as(bob).get(`/posts/user/${erin.username}`)
    expect(body.posts).toMatchObject([{ user: { _id: erin._id, fullName: 'Erin Newest' } }])
  })

  it('removes the picture of a deleted post, in the end', async () => {
    const { as, inspect, countFiles, uploadPicture, addPost } = await getPosts()
    const picture = await uploadPicture(alice)
    const post = await addPost({ by: alice, image: picture._id })
    expect(await countFiles()).toBe(1)
    await as(alice).delete(`/posts/${post._id}`)
    await eventually(async () => (await inspect.countFailedRemovals()) === 1)
    expect(await countFiles()).toBe(1)

    await eventually(async () => {
      // the clock of this service goes on by a second with each look, so the second attempt becomes due
      const { _id } = await addPost({ by: alice })
      await as(alice).delete(`/posts/${_id}`)
      return (await inspect.countRows('media_to_remove')) === 0
    })
    expect(await countFiles()).toBe(0)
  })

  it('is ready while its store is there', async () => {
    const { service } = await getPosts()
    expect((await request(service.app).get('/health/ready')).body).toMatchObject({ status: 'ready', degraded: [] })
  })
})
