import { describe, expect, it } from '@jest/globals'
import { findFacets } from '@meadow/contracts/find-facets'
import { newId } from '@meadow/service'
import {
  alice,
  bob,
  carol,
  createTestMember,
  describeOnEachEngine,
  shareAcrossTests,
  type TestMember,
} from '@meadow/testing'
import { rankTrends } from '../src/tags/tag.ts'
import { toTestActor } from './fixtures.ts'
import { createNewPost, createPostDeletion, nextMoment, storeOpeners } from './repository-fixtures.ts'

const FIRST_PAGE = { limit: 5, after: undefined, skip: 0 }

describeOnEachEngine(storeOpeners, (open) => {
  const store = shareAcrossTests(async () => {
    const opened = await open()
    for (const member of [alice, bob, carol]) await opened.members.upsertActor(toTestActor(member))
    return {
      ...opened,
      async addPost(content: string, by: TestMember = alice, createdAt = nextMoment()) {
        const post = { ...createNewPost(by, createdAt), _id: newId(createdAt), content, facets: findFacets(content) }
        await opened.posts.add(post)
        while ((await opened.postIndex.indexNext()) > 0);
        return post._id
      },
      list: async (tag: string, viewer: TestMember | undefined = bob) =>
        (await opened.tags.listPosts(tag, viewer, FIRST_PAGE)).map(({ _id }) => _id),
    }
  })

  describe('the posts of a tag', () => {
    it('are listed newest first, page by page, in any case and width of the tag', async () => {
      const { addPost, tags } = await store()
      const ids = []
      for (const text of ['#Heath', '#heath #HEATH', '＃ｈｅａｔｈ', '#heather', '`#heath`'])
        ids.push(await addPost(text))
      const [one, two, three] = ids
      const first = await tags.listPosts('heath', bob, { ...FIRST_PAGE, limit: 2 })
      expect(first.map(({ _id }) => _id)).toEqual([three, two, one])
      expect(first[0]?.post).toMatchObject({ _id: three, user: { _id: alice._id } })
      const next = await tags.listPosts('heath', bob, { ...FIRST_PAGE, limit: 2, after: first[1] })
      expect(next.map(({ _id }) => _id)).toEqual([one])
      expect(await tags.countPosts('heath')).toBe(3)
    })

    it('leave out what is hidden from the viewer, and are counted as everyone sees them', async () => {
      const { addPost, list, members, tags, posts, consumerStore, inspect, postIndex } = await store()
      const [ofCarol, ofAlice] = [await addPost('#fen', carol), await addPost('#fen')]
      const change = { from: bob._id, to: carol._id, version: 1, at: nextMoment() }
      await members.setMute({ ...change, active: true, until: null })
      expect(await list('fen')).toEqual([ofAlice])
      await members.setMute({ ...change, version: 2, active: false, until: null })
      await members.setBlock({ ...change, active: true })
      expect(await list('fen')).toEqual([ofAlice])
      expect(await list('fen', alice)).toEqual([ofAlice, ofCarol])
      await members.applyPrivacy({ _id: carol._id, isPrivate: true, contactPrivacy: {}, privacyVersion: 1 })
      expect(await list('fen', alice)).toEqual([ofAlice])
      expect(await tags.countPosts('fen')).toBe(1)
      await consumerStore.transaction(({ reportedContent }) =>
        reportedContent.setPostHidden(ofAlice, true, nextMoment()),
      )
      expect([await list('fen', alice), await tags.countPosts('fen')]).toEqual([[], 0])
      await consumerStore.transaction(({ reportedContent }) =>
        reportedContent.setPostHidden(ofAlice, false, nextMoment()),
      )
      await inspect.editPost(ofAlice, 'no facet is stored for this')
      while ((await postIndex.indexNext()) > 0);
      await posts.delete(createPostDeletion(ofAlice, alice))
      expect(await list('fen', alice)).toEqual([])
    })
  })

  it('the tags of the newest posts of a member are listed, the latest first, each once', async () => {
    const { addPost, tags, members } = await store()
    const writer = createTestMember()
    await members.upsertActor(toTestActor(writer))
    expect(await tags.listUsed(writer._id)).toEqual([])
    for (const text of ['#first and #second', 'no tag', '#third', 'again #FIRST']) await addPost(text, writer)
    expect(await tags.listUsed(writer._id)).toEqual(['first', 'third', 'second'])
    await addPost(Array.from({ length: 30 }, (_, index) => `#many${index}`).join(' '), writer)
    expect(await tags.listUsed(writer._id)).toEqual(Array.from({ length: 20 }, (_, index) => `many${index}`))
  })

  it('tags are found by their beginning, those with most posts first', async () => {
    const { addPost, tags } = await store()
    for (const text of ['#bramble', '#bramble', '#bram', '#bramley 100%', '#br_ook']) await addPost(text)
    expect(await tags.findByPrefix('bram', 2)).toEqual([
      { tag: 'bramble', postsCount: 2 },
      { tag: 'bram', postsCount: 1 },
    ])
    for (const prefix of ['bram%', '%', '.*', 'bram\\', '_']) expect(await tags.findByPrefix(prefix, 5)).toEqual([])
  })

  it('tags are followed once, and no longer', async () => {
    const { tags } = await store()
    const member = createTestMember()
    for (const tag of ['moss', 'fern', 'moss']) expect(await tags.follow(member._id, tag, nextMoment())).toBe(true)
    expect(await tags.listFollowed(member._id)).toEqual(['fern', 'moss'])
    for (const _again of [1, 2]) await tags.unfollow(member._id, 'fern')
    expect([await tags.listFollowed(member._id), await tags.isFollowed(member._id, 'moss')]).toEqual([['moss'], true])
    await Promise.all(Array.from({ length: 499 }, (_, n) => tags.follow(member._id, `tag${n}`, nextMoment())))
    expect(await tags.follow(member._id, 'one_more', nextMoment())).toBe(false)
    expect(await tags.follow(member._id, 'moss', nextMoment())).toBe(true)
  })

  it('uses of a tag count once for a member and hour, without new accounts, private members and hidden posts', async () => {
    const { addPost, tags, members, consumerStore } = await store()
    const at = new Date('2026-06-10T12:30:00Z')
    const hoursBefore = (hours: number) => new Date(at.getTime() - hours * 3_600_000)
    const addMember = async (createdAt: Date) => {
      const member = createTestMember()
      await members.upsertActor(toTestActor(member))
      await members.applyAccount({ _id: member._id, accountVersion: 1, state: 'active', createdAt } as never)
      return member
    }
    const old = hoursBefore(1_000)
    const [one, two, three, secret] = [
      await addMember(old),
      await addMember(old),
      await addMember(old),
      await addMember(old),
    ]
    const fresh = await addMember(hoursBefore(2))
    await members.applyPrivacy({ _id: secret._id, isPrivate: true, contactPrivacy: {}, privacyVersion: 1 })
    for (const by of [one, two, three, secret, fresh]) await addPost('#aurora', by, hoursBefore(1))
    for (let n = 0; n < 5; n += 1) await addPost('#aurora #spam', one, new Date(hoursBefore(1).getTime() + n))
    await addPost('#aurora', one, hoursBefore(3))
    for (const by of [one, two]) await addPost('#aurora', by, hoursBefore(50))
    const hidden = await addPost('#aurora', two, hoursBefore(5))
    await consumerStore.transaction(({ reportedContent }) => reportedContent.setPostHidden(hidden, true, at))
    expect(rankTrends(await tags.countUses(at))).toEqual([
      { tag: 'aurora', uses: 4, authorsCount: 3, postsCount: 9, earlierUses: 2 },
    ])
    await members.applyAccount({ _id: three._id, accountVersion: 2, state: 'deactivated' })
    expect(rankTrends(await tags.countUses(at))).toEqual([])
  })
})
