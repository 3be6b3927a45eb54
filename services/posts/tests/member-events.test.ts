import { describe, expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'
import { alice, bob, carol, eventually, shareAcrossTests, type TestMember } from '@meadow/testing'
import { openPosts } from './fixtures.ts'

type Change = { fullName?: string; avatar?: string; cover?: string; profileVersion: number }

const envelope = ({ _id }: TestMember) => ({ source: 'social', subject: _id, id: newId(new Date()), time: new Date() })

const toEventData = ({ username, fullName }: TestMember, change: Change) => ({
  username,
  fullName,
  avatar: '',
  cover: '',
  isVerified: false,
  ...change,
})

const profileUpdated = (member: TestMember, change: Change) =>
  createEvent(events.memberUpdated, { ...envelope(member), data: toEventData(member, change) })

const profileSnapshot = (member: TestMember, change: Change) =>
  createEvent(events.memberProfileSnapshot, { ...envelope(member), data: toEventData(member, change) })

describe('a profile update', () => {
  const getPosts = shareAcrossTests(() => openPosts())

  it('shows the new name and avatar with all posts and comments of the member', async () => {
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
    // the older claims of the token do not override the update
    expect((await as(alice).post('/posts').send({ content: 'Again' })).body.user).toMatchObject(shown)
    const { body } = await as(alice).post(`/posts/${post._id}/comments`).send({ text: 'Again' })
    expect(body.comment.user).toMatchObject(shown)
  })
})

describe('the pictures of profiles', () => {
  it('are kept while a profile shows them, and deleted a day later', async () => {
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
    await deliverEvents(profileUpdated(carol, { avatar: others.url, profileVersion: 1 })) // not a picture of Carol, so it is ignored
    await deliverEvents(profileUpdated(alice, { avatar: second.url, cover: unposted.url, profileVersion: 2 }))
    await deliverEvents(profileUpdated(alice, { avatar: first.url, cover: cover.url, profileVersion: 1 })) // arrives late
    await deliverEvents(profileSnapshot(bob, { cover: others.url, profileVersion: 1 }))
    await inspect.agePictures(25, fresh._id)
    const readStatuses = async (...pictures: { url: string }[]) =>
      (await Promise.all(pictures.map(({ url }) => as(alice).get(url)))).map(({ status }) => status)
    await service.start(0, '127.0.0.1')
    await eventually(async () => expect(await readStatuses(first, cover, never)).toEqual([404, 404, 404]))
    expect(await readStatuses(second, unposted, others, fresh)).toEqual([200, 200, 200, 200])
  })

  it('are still served shortly after they were replaced', async () => {
    await using posts = await openPosts()
    const { as, inspect, deliverEvents, now, ports, uploadPicture } = posts
    const [old, replacing] = [await uploadPicture(alice, 'avatar'), await uploadPicture(alice, 'avatar')]
    await deliverEvents(profileUpdated(alice, { avatar: old.url, profileVersion: 1 }))
    await inspect.agePictures(365 * 24)
    await deliverEvents(profileUpdated(alice, { avatar: replacing.url, profileVersion: 2 }))
    const day = 86_400_000
    expect(await ports.pictures.deleteUnusedProfilePictures(new Date(now().getTime() - day), now())).toBe(0)
    expect(await ports.pictures.deleteUnusedProfilePictures(new Date(now().getTime() + day), now())).toBe(1)
    expect(await inspect.countRows('media')).toBe(1)
    expect((await as(alice).get(replacing.url)).status).toBe(200)
  })
})
