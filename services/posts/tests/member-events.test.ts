import { describe, expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'
import { alice, bob, carol, eventually, shareAcrossTests, type TestMember } from '@meadow/testing'
import { openPosts } from './fixtures.ts'

type Change = { fullName?: string; avatar?: string; cover?: string; profileVersion: number }

const envelope = ({ _id }: TestMember) => ({ source: 'social', subject: _id, id: newId(new Date()), time: new Date() })

const dataOf = ({ username, fullName }: TestMember, change: Change) => ({
  username,
  fullName,
  avatar: '',
  cover: '',
  isVerified: false,
  ...change,
})

const profileUpdated = (member: TestMember, change: Change) =>
  createEvent(events.memberUpdated, { ...envelope(member), data: dataOf(member, change) })

const profileSnapshot = (member: TestMember, change: Change) =>
  createEvent(events.memberProfileSnapshot, { ...envelope(member), data: dataOf(member, change) })

describe('a member who changed name and avatar', () => {
  const getPosts = shareAcrossTests(() => openPosts())

  it('is shown so at once with all that they wrote', async () => {
    const { as, deliverEvents, addPost, addComment } = await getPosts()
    const post = await addPost({ by: alice })
    await addComment(post, alice)
    const avatar = `/media/p/${alice._id}/${'a'.repeat(32)}`
    await deliverEvents(profileUpdated(alice, { fullName: 'Alice M.', avatar, profileVersion: 1 }))
    const shown = { fullName: 'Alice M.', avatar }
    const responses = await Promise.all([
      as(bob).get(`/posts/${post._id}`),
      as(bob).get('/posts?scope=all'),
      as(bob).get('/posts/user/alice'),
      as(bob).get(`/posts/${post._id}/comments`),
    ])
    for (const { status, text } of responses) {
      expect(status).toBe(200)
      expect(text).toContain('Alice M.')
      expect(text).not.toContain(alice.fullName)
    }
    // a token that is older than the change brings nothing back
    expect((await as(alice).post('/posts').send({ content: 'Again' })).body.user).toMatchObject(shown)
    const { body } = await as(alice).post(`/posts/${post._id}/comments`).send({ text: 'Again' })
    expect(body.comment.user).toMatchObject(shown)
  })
})

describe('the pictures of profiles', () => {
  it('are kept while a profile shows them, and cleared away a week after none does', async () => {
    await using posts = await openPosts()
    const { as, inspect, deliverEvents, service, uploadPicture } = posts
    const [first, second, cover, never, fresh] = [
      await uploadPicture(alice, 'avatar'),
      await uploadPicture(alice, 'avatar'),
      await uploadPicture(alice, 'cover'),
      await uploadPicture(alice, 'avatar'),
      await uploadPicture(alice, 'cover'),
    ]
    const [unposted, others] = [await uploadPicture(alice), await uploadPicture(bob, 'avatar')]
    await deliverEvents(profileUpdated(alice, { avatar: first.url, cover: unposted.url, profileVersion: 1 }))
    await deliverEvents(profileUpdated(carol, { avatar: others.url, profileVersion: 1 })) // not hers: nothing comes of it
    await deliverEvents(profileUpdated(alice, { avatar: second.url, cover: unposted.url, profileVersion: 2 }))
    await deliverEvents(profileUpdated(alice, { avatar: first.url, cover: cover.url, profileVersion: 1 })) // late
    await deliverEvents(profileSnapshot(bob, { cover: others.url, profileVersion: 1 }))
    await inspect.agePictures(8 * 24, fresh._id)
    const left = async (...pictures: { url: string }[]) =>
      (await Promise.all(pictures.map(({ url }) => as(alice).get(url)))).map(({ status }) => status)
    await service.start(0, '127.0.0.1')
    await eventually(async () => expect(await left(first, cover, never)).toEqual([404, 404, 404]))
    expect(await left(second, unposted, others, fresh)).toEqual([200, 200, 200, 200])
  })

  it('that were replaced a moment ago can still be seen', async () => {
    await using posts = await openPosts()
    const { as, inspect, deliverEvents, now, ports, uploadPicture } = posts
    const [old, replacing] = [await uploadPicture(alice, 'avatar'), await uploadPicture(alice, 'avatar')]
    await deliverEvents(profileUpdated(alice, { avatar: old.url, profileVersion: 1 }))
    await inspect.agePictures(365 * 24)
    await deliverEvents(profileUpdated(alice, { avatar: replacing.url, profileVersion: 2 }))
    const week = 7 * 86_400_000
    expect(await ports.media.deleteUnusedProfilePictures(new Date(now().getTime() - week), now())).toBe(0)
    expect(await ports.media.deleteUnusedProfilePictures(new Date(now().getTime() + week), now())).toBe(1)
    expect(await inspect.countRows('media')).toBe(1)
    expect((await as(alice).get(replacing.url)).status).toBe(200)
  })
})
