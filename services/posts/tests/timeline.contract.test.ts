import { describe, expect, it } from '@jest/globals'
import { MAX_POST_LIKES_IN_VIEW } from '@meadow/contracts/limits'
import type { KeysetKey } from '@meadow/service'
import {
  alice,
  bob,
  carol,
  createTestMember,
  describeOnEachEngine,
  shareAcrossTests,
  type TestMember,
} from '@meadow/testing'
import type { TimelineScope } from '../src/timelines/timeline.ts'
import { toTestActor } from './fixtures.ts'
import {
  createLikeChange,
  createNewComment,
  createNewPost,
  createPostDeletion,
  createUploadedPicture,
  currentMoment,
  nextMoment,
  storeOpeners,
  toNewPicture,
} from './repository-fixtures.ts'

/** Bob follows Alice. Alice, Bob and Carol have ten posts each. */
describeOnEachEngine(storeOpeners, (open) => {
  const store = shareAcrossTests(async () => {
    const opened = await open()
    for (const member of [alice, bob]) await opened.members.upsertActor(toTestActor(member))
    await opened.members.setFollow({ from: bob._id, to: alice._id, version: 1, active: true, at: nextMoment() })
    const posts: (KeysetKey & { by: TestMember })[] = []
    for (let index = 0; index < 30; index += 1) {
      const by = [alice, bob, carol][index % 3] as TestMember
      // two posts each have the same time
      const post = createNewPost(by, index % 2 ? currentMoment() : nextMoment())
      await opened.posts.add(post)
      posts.push({ _id: post._id, createdAt: post.createdAt, by })
    }
    const newestFirst = posts.toSorted((a, b) => Number(b.createdAt) - Number(a.createdAt) || (a._id < b._id ? 1 : -1))
    const idsBy = (...authors: TestMember[]) =>
      newestFirst.filter(({ by }) => authors.includes(by)).map(({ _id }) => _id)
    return { ...opened, idsBy }
  })

  describe('the home timeline', () => {
    const listAllPages = async (scope: TimelineScope) => {
      const { timeline } = await store()
      const ids: string[] = []
      for (let after: KeysetKey | undefined; ; ) {
        const keys = await timeline.listHome(bob, scope, { limit: 4, after })
        const page = keys.slice(0, 4)
        ids.push(...page.map(({ _id }) => _id))
        after = page.at(-1)
        if (keys.length <= 4) return ids
      }
    }

    it('lists each post of its scope once, newest first', async () => {
      const { idsBy } = await store()
      expect(await listAllPages('following')).toEqual(idsBy(alice, bob))
      expect(await listAllPages('discover')).toEqual(idsBy(carol))
      expect(await listAllPages('all')).toEqual(idsBy(alice, bob, carol))
    })

    it('hides posts across a block and of deactivated members, and shows them again afterwards', async () => {
      const { timeline, members, idsBy } = await store()
      const all = { limit: 50, after: undefined }
      const ids = async (scope: TimelineScope) => (await timeline.listHome(bob, scope, all)).map(({ _id }) => _id)

      await members.setBlock({ from: carol._id, to: bob._id, version: 1, active: true, at: nextMoment() })
      await members.applyAccount({ _id: alice._id, state: 'deactivated', accountVersion: 1 })
      expect(await ids('following')).toEqual(idsBy(bob))
      expect(await ids('discover')).toEqual([])
      expect(await ids('all')).toEqual(idsBy(bob))

      await members.setBlock({ from: carol._id, to: bob._id, version: 2, active: false, at: nextMoment() })
      await members.applyAccount({ _id: alice._id, state: 'active', accountVersion: 2 })
      expect(await ids('all')).toEqual(idsBy(alice, bob, carol))
    })

    it('leaves out a muted member, whose profile and posts stay, until the mute ends', async () => {
      const { timeline, posts, members, idsBy } = await store()
      const all = { limit: 50, after: undefined }
      const ids = async (scope: TimelineScope) => (await timeline.listHome(bob, scope, all)).map(({ _id }) => _id)
      const mute = (version: number, to: TestMember, until: Date | null, active = true) =>
        members.setMute({ from: bob._id, to: to._id, version, active, at: nextMoment(), until })
      for (const muted of [alice, carol])
        await mute(1, muted, muted === alice ? null : new Date(Date.now() + 3_600_000))
      expect(await ids('following')).toEqual(idsBy(bob))
      expect(await ids('discover')).toEqual([])
      expect(await ids('all')).toEqual(idsBy(bob))
      expect((await timeline.listByMember('alice', bob, all)).map(({ _id }) => _id)).toEqual(idsBy(alice))
      expect(await posts.findMany(idsBy(carol).slice(0, 1), bob)).toHaveLength(1)
      const allByAlice = await timeline.listHome(alice, 'all', all)
      expect(allByAlice.map(({ _id }) => _id)).toEqual(idsBy(alice, bob, carol)) // the muted member notices nothing
      await mute(2, alice, new Date(), false)
      await mute(2, carol, new Date(Date.now() - 1))
      expect(await ids('following')).toEqual(idsBy(alice, bob))
      expect(await ids('all')).toEqual(idsBy(alice, bob, carol))
    })

    it('has the posts of the window as the viewer sees them, and one key more', async () => {
      const { timeline, posts, comments, likes, idsBy } = await store()
      const ids = idsBy(alice, bob).slice(0, 4)
      const [first = '', second = ''] = ids
      for (const text of ['one', 'two', 'three', 'four']) await comments.add(createNewComment(first, alice, text))
      for (const by of [alice, bob]) await likes.set(createLikeChange(first, by), true)
      await likes.set(createLikeChange(second, alice), true)

      const entries = await timeline.listHome(bob, 'following', { limit: 3, after: undefined })
      expect(entries.map(({ _id }) => _id)).toEqual(ids)
      const seen = entries.map(({ post }) => post)
      expect(seen).toEqual([...(await posts.findMany(ids.slice(0, 3), bob)), undefined])
      expect(seen[0]).toMatchObject({
        likesCount: 2,
        viewerLiked: true,
        comments: [{ text: 'two' }, {}, { text: 'four' }],
      })
    })

    it('has the pictures of its posts, and always the like of the viewer', async () => {
      const { timeline, posts, pictures, likes } = await store()
      const picture = { ...createUploadedPicture(bob), narrower: [480] }
      await pictures.add(picture)
      const post = { ...createNewPost(bob), pictures: [toNewPicture({ _id: picture._id }, 'A hill')] }
      await posts.add(post)
      await likes.set(createLikeChange(post._id, bob), true)
      for (let count = 0; count < MAX_POST_LIKES_IN_VIEW; count += 1)
        await likes.set(createLikeChange(post._id, createTestMember()), true)

      const find = async (viewer: TestMember | undefined) => {
        const [entry] = await timeline.listHome(viewer, 'all', { limit: 1, after: undefined })
        return entry?.post
      }
      for (const viewer of [bob, alice, undefined])
        expect([await find(viewer)]).toEqual(await posts.findMany([post._id], viewer))
      expect((await find(bob))?.likes).toContain(bob._id)
      expect((await find(bob))?.pictures).toMatchObject([{ _id: picture._id, alt: 'A hill', narrower: [480] }])
      await posts.delete(createPostDeletion(post._id, bob))
    })

    it('lists the posts of all members for a guest', async () => {
      const { timeline, idsBy } = await store()
      const all = { limit: 50, after: undefined }
      expect((await timeline.listHome(undefined, 'all', all)).map(({ _id }) => _id)).toEqual(idsBy(alice, bob, carol))
      expect((await timeline.listHome(undefined, 'discover', all)).map(({ _id }) => _id)).toEqual(
        idsBy(alice, bob, carol),
      )
      expect(await timeline.listHome(undefined, 'following', all)).toEqual([])
    })
  })

  describe('the timeline of a member', () => {
    it('lists their posts, whatever the case of the username', async () => {
      const { timeline, idsBy } = await store()
      const keys = await timeline.listByMember('Carol', bob, { limit: 50, after: undefined })
      expect(keys.map(({ _id }) => _id)).toEqual(idsBy(carol))
    })

    it('is found by a former username until its time ends, unless another member has it now', async () => {
      const { timeline, members, idsBy } = await store()
      const all = { limit: 50, after: undefined }
      const keep = (username: string, ms: number) =>
        members.keepFormerUsername({ username, memberId: carol._id, keptUntil: new Date(Date.now() + ms) })
      await keep('carola', 60_000)
      await keep('caro', -60_000)
      await keep('bob', 60_000)
      const found = await timeline.listByMember('Carola', bob, all)
      expect(found.map(({ _id }) => _id)).toEqual(idsBy(carol))
      await expect(timeline.listByMember('caro', bob, all)).rejects.toMatchObject({ code: 'member_not_found' })
      expect((await timeline.listByMember('bob', bob, all)).map(({ _id }) => _id)).toEqual(idsBy(bob))
    })

    it('is not found for an unknown member or across a block', async () => {
      const { timeline, members } = await store()
      const all = { limit: 50, after: undefined }
      await expect(timeline.listByMember('nobody', bob, all)).rejects.toMatchObject({ code: 'member_not_found' })
      await members.setBlock({ from: alice._id, to: carol._id, version: 1, active: true, at: nextMoment() })
      await expect(timeline.listByMember('alice', carol, all)).rejects.toMatchObject({ code: 'member_not_found' })
      await expect(timeline.listByMember('carol', alice, all)).rejects.toMatchObject({ code: 'member_not_found' })
    })
  })
})
