import { describe, expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { deliverEvents } from '@meadow/events/testing'
import { newId } from '@meadow/service'
import { alice, bob, carol, eventually, shareAcrossTests, type TestMember } from '@meadow/testing'
import { postsEventHandlers } from '../src/event-handlers.ts'
import { startPosts } from './fixtures.ts'

type Change = { fullName?: string; avatar?: string; cover?: string; profileVersion: number }

const fact = ({ _id }: TestMember) => ({ source: 'social', subject: _id, id: newId(new Date()), time: new Date() })

const dataOf = ({ username, fullName }: TestMember, change: Change) => ({
  username,
  fullName,
  avatar: '',
  cover: '',
  isVerified: false,
  ...change,
})

const updated = (member: TestMember, change: Change) =>
  createEvent(events.memberUpdated, { ...fact(member), data: dataOf(member, change) })

const told = (member: TestMember, change: Change) =>
  createEvent(events.memberProfileSnapshot, { ...fact(member), data: dataOf(member, change) })

async function openPosts() {
  const posts = await startPosts()
  const hear = (...heard: Parameters<typeof deliverEvents>[2]) => deliverEvents(postsEventHandlers, posts.store, heard)
  return { ...posts, hear }
}

describe('a member who changed name and avatar', () => {
  const started = shareAcrossTests(openPosts)

  it('is shown so at once with all that they wrote', async () => {
    const { as, given, hear } = await started()
    const post = await given.post({ by: alice })
    await given.comment(post, alice)
    const avatar = `/media/p/${alice._id}/${'a'.repeat(32)}`
    await hear(updated(alice, { fullName: 'Alice M.', avatar, profileVersion: 1 }))
    const shown = { fullName: 'Alice M.', avatar }
    const answers = await Promise.all([
      as(bob).get(`/posts/${post._id}`),
      as(bob).get('/posts?scope=all'),
      as(bob).get('/posts/user/alice'),
      as(bob).get(`/posts/${post._id}/comments`),
    ])
    for (const { status, text } of answers) {
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
    const { as, behind, given, hear, service } = posts
    const [first, second, cover, never, fresh] = [
      await given.picture(alice, 'avatar'),
      await given.picture(alice, 'avatar'),
      await given.picture(alice, 'cover'),
      await given.picture(alice, 'avatar'),
      await given.picture(alice, 'cover'),
    ]
    const [unposted, others] = [await given.picture(alice), await given.picture(bob, 'avatar')]
    await hear(updated(alice, { avatar: first.url, cover: unposted.url, profileVersion: 1 }))
    await hear(updated(carol, { avatar: others.url, profileVersion: 1 })) // not hers: nothing comes of it
    await hear(updated(alice, { avatar: second.url, cover: unposted.url, profileVersion: 2 }))
    await hear(updated(alice, { avatar: first.url, cover: cover.url, profileVersion: 1 })) // late
    await hear(told(bob, { cover: others.url, profileVersion: 1 }))
    await behind.agePictures(8 * 24, fresh._id)
    const left = async (...pictures: { url: string }[]) =>
      (await Promise.all(pictures.map(({ url }) => as(alice).get(url)))).map(({ status }) => status)
    await service.start(0, '127.0.0.1')
    await eventually(async () => expect(await left(first, cover, never)).toEqual([404, 404, 404]))
    expect(await left(second, unposted, others, fresh)).toEqual([200, 200, 200, 200])
  })

  it('that were replaced a moment ago can still be seen', async () => {
    await using posts = await openPosts()
    const { as, behind, given, hear, media, now } = posts
    const [old, replacing] = [await given.picture(alice, 'avatar'), await given.picture(alice, 'avatar')]
    await hear(updated(alice, { avatar: old.url, profileVersion: 1 }))
    await behind.agePictures(365 * 24)
    await hear(updated(alice, { avatar: replacing.url, profileVersion: 2 }))
    const week = 7 * 86_400_000
    expect(await media.deleteUnusedProfilePictures(new Date(now().getTime() - week), now())).toBe(0)
    expect(await media.deleteUnusedProfilePictures(new Date(now().getTime() + week), now())).toBe(1)
    expect(await behind.count('media')).toBe(1)
    expect((await as(alice).get(replacing.url)).status).toBe(200)
  })
})
