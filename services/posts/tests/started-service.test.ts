import { describe, expect, it } from '@jest/globals'
import { type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import type { MediaStore } from '@meadow/media'
import { newId } from '@meadow/service'
import { alice, bob, createTestMember, eventually, shareAcrossTests } from '@meadow/testing'
import request from 'supertest'
import { openPosts } from './fixtures.ts'

/** Makes the first removal of a file fail. */
function failFirstRemoval(files: MediaStore): MediaStore {
  let attempts = 0
  return {
    ...files,
    remove(path) {
      attempts += 1
      return attempts === 1 ? Promise.reject(new Error('unavailable')) : files.remove(path)
    },
  }
}

const getPosts = shareAcrossTests(async () => {
  const posts = await openPosts({ wrapMediaStore: failFirstRemoval })
  await posts.service.start(0, '127.0.0.1')
  return posts
})

const registered = (subject: string, username: string): DomainEvent =>
  createEvent(events.memberRegistered, {
    source: 'auth',
    subject,
    id: newId(new Date()),
    time: new Date(),
    data: { username, fullName: 'Dave Woods', accountVersion: 1, registeredAt: new Date().toISOString() },
  })

describe('the started service', () => {
  it('erases a member as soon as it is told, and confirms it', async () => {
    const { bus } = await getPosts()
    const member = createTestMember()
    const received: DomainEvent[] = []
    await using _ = await bus.subscribe({
      group: 'test of erasures',
      topics: ['members'],
      handle: async (batch) => void received.push(...batch.map(({ event }) => event as DomainEvent)),
    })
    const envelope = { source: 'auth' as const, subject: member._id, id: newId(new Date()), time: new Date() }
    await bus.publish([createEvent(events.memberErased, { ...envelope, data: { accountVersion: 2 } })])
    await eventually(() =>
      expect(received).toContainEqual(expect.objectContaining({ type: 'member.part-erased', subject: member._id })),
    )
  })

  it('publishes each event once and in order', async () => {
    const { as, bus, publishedEvents, addPost, addComment } = await getPosts()
    const received: DomainEvent[] = []
    await using _ = await bus.subscribe({
      group: 'test subscriber',
      topics: ['posts'],
      handle: async (batch) => void received.push(...batch.map(({ event }) => event as DomainEvent)),
    })
    const post = await addPost({ by: alice })
    await as(bob).post(`/posts/${post._id}/like`).send({ state: true })
    await as(bob).post(`/posts/${post._id}/like`).send({ state: true })
    await addComment(post, bob)
    await as(alice).delete(`/posts/${post._id}`)
    const receivedTypes = () => received.filter(({ subject }) => subject === post._id).map(({ type }) => type)
    await eventually(async () => {
      expect(receivedTypes()).toEqual(['post.created', 'post.liked', 'post.commented', 'post.deleted'])
      expect(await publishedEvents(post)).toEqual([])
    })
  })

  it('consumes events about members and follows', async () => {
    const { as, bus, addPost } = await getPosts()
    const dave = createTestMember()
    await bus.publish([registered(dave._id, 'dave')])
    await eventually(() => as(bob).get('/posts/user/dave').expect(200))

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
    await eventually(async () => {
      const { body } = await as(dave).get('/posts')
      expect(body.posts[0]).toMatchObject({ _id: post._id, user: { isFollowing: true } })
    })
  })

  it('ignores an event that arrives twice or late', async () => {
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

  it('retries to remove the picture of a deleted post', async () => {
    const { as, inspect, countFiles, uploadPicture, addPost } = await getPosts()
    const picture = await uploadPicture(alice)
    const post = await addPost({ by: alice, image: picture._id })
    expect(await countFiles()).toBe(1)
    await as(alice).delete(`/posts/${post._id}`)
    await eventually(async () => expect(await inspect.countFailedRemovals()).toBe(1))
    expect(await countFiles()).toBe(1)

    await eventually(async () => {
      // each reading advances the clock of the service by a second, until the second attempt is due
      const { _id } = await addPost({ by: alice })
      await as(alice).delete(`/posts/${_id}`)
      expect(await inspect.countRows('media_to_remove')).toBe(0)
    })
    expect(await countFiles()).toBe(0)
  })

  it('is ready while its store is available', async () => {
    const { app } = await getPosts()
    await eventually(async () => {
      const { body } = await request(app).get('/health/ready')
      expect(body).toMatchObject({ status: 'ready', degraded: [] })
    })
  })
})
