import { describe, expect, it } from '@jest/globals'
import { findFacets } from '@meadow/contracts/find-facets'
import { parseSearch } from '@meadow/contracts/parse-search'
import { alice, bob, carol, describeOnEachEngine, shareAcrossTests, type TestMember } from '@meadow/testing'
import {
  createFirstCursor,
  type FoundPostsWindow,
  findPostsToRank,
  RANKED_POSTS,
  rankPosts,
  type SearchCursor,
  toPostSearch,
  toSearchPage,
} from '../src/search/post-search.ts'
import { toTestActor } from './fixtures.ts'
import {
  createNewPost,
  createNewShare,
  createPostDeletion,
  currentMoment,
  nextMoment,
  storeOpeners,
} from './repository-fixtures.ts'

describeOnEachEngine(storeOpeners, (open) => {
  const store = shareAcrossTests(async () => {
    const opened = await open()
    for (const member of [alice, bob, carol]) await opened.members.upsertActor(toTestActor(member))
    const indexAll = async () => {
      while ((await opened.postIndex.indexNext()) > 0);
    }
    const addPost = async (content: string, by: TestMember = alice, createdAt = nextMoment()) => {
      const facets = findFacets(content).filter(({ username }) => !username)
      const post = { ...createNewPost(by, createdAt), content, facets }
      await opened.posts.add(post)
      await indexAll()
      return post._id
    }
    const search = async (text: string, viewer: TestMember | undefined = bob) => {
      const parsed = toPostSearch(parseSearch(text), text)
      if (!parsed) return []
      const { after } = createFirstCursor('', new Date(currentMoment().getTime() + 1))
      return (await opened.postFinder.find(parsed, viewer, { after, limit: RANKED_POSTS })).map(({ _id }) => _id)
    }
    return { ...opened, addPost, search, indexAll }
  })

  describe('a search of posts', () => {
    it('finds words in any case, accent and form, newest first, and not those of other words', async () => {
      const { addPost, search } = await store()
      const older = await addPost('Walking to the GÄRTEN of Łódź')
      const newer = await addPost('A walk: garten, lodz')
      await addPost('A cartwalker')
      expect(await search('walk garten lodz')).toEqual([newer, older])
    })

    it('finds the beginning of the last word, tags, emoji and scripts without blanks', async () => {
      const { addPost, search } = await store()
      const id = await addPost('Zephyrlike weather in 東京都 #ZephyrDay 🪁')
      for (const text of ['zeph', '#zephyrd', '#ZephyrDay', '東京', '京', '🪁', 'zephyrday weather'])
        expect(await search(text)).toEqual([id])
      for (const text of ['zeph weather', '京東', '#weather', 'zeph ']) expect(await search(text)).toEqual([])
    })

    it('compares phrases, and leaves out posts with excluded words', async () => {
      const { addPost, search } = await store()
      const [quartz] = [await addPost('The quartz vein shines'), await addPost('A vein of quartz')]
      expect(await search('"quartz vein"')).toEqual([quartz])
      expect(await search('quartz -shines')).not.toContain(quartz)
      expect(await search('quartz -"vein of"')).toEqual([quartz])
    })

    it('filters by author, time and picture', async () => {
      const { addPost, search } = await store()
      const [ofAlice, ofBob] = [await addPost('Filterable moss'), await addPost('Filterable fern', bob)]
      expect(await search(`filterable from:@${alice.username}`)).toEqual([ofAlice])
      expect(await search('filterable from:me')).toEqual([ofBob])
      expect(await search('filterable from:nobody_here')).toEqual([])
      expect(await search('filterable after:2026-02-28')).toEqual([ofBob, ofAlice])
      expect(await search('filterable after:2026-03-01')).toEqual([])
      expect(await search('filterable before:2026-03-01')).toEqual([])
      expect(await search('filterable has:picture')).toEqual([])
      expect(await search('filterable has:voice')).toEqual([])
    })

    it('finds posts and quotes of an author, and no shares without a comment', async () => {
      const { addPost, search, shares, indexAll } = await store()
      const original = await addPost('Shared campion', carol)
      const share = async (content: string) => {
        const added = createNewShare(original, bob, content)
        await shares.add(added)
        await indexAll()
        return added._id
      }
      const [plain, quote] = [await share(''), await share('Look at this campion')]
      expect(await search(`campion from:${bob.username}`)).toEqual([quote])
      const ofBob = await search(`from:${bob.username}`)
      expect(ofBob).toContain(quote)
      expect(ofBob).not.toContain(plain)
    })

    it('leaves out what the viewer may not see, and members whom the viewer mutes', async () => {
      const { addPost, search, members } = await store()
      const id = await addPost('Visible heather', carol)
      const change = { from: bob._id, to: carol._id, version: 1, at: nextMoment() }
      expect(await search('heather')).toEqual([id])
      await members.setMute({ ...change, active: true, until: null })
      expect(await search('heather')).toEqual([])
      expect(await search(`heather from:${carol.username}`)).toEqual([id])
      await members.setMute({ ...change, version: 2, active: false, until: null })
      await members.setBlock({ ...change, active: true })
      expect(await search('heather')).toEqual([])
      expect(await search(`heather from:${carol.username}`)).toEqual([])
      await members.setBlock({ ...change, version: 2, active: false })
      await members.applyPrivacy({ _id: carol._id, isPrivate: true, contactPrivacy: {}, privacyVersion: 1 })
      expect(await search('heather')).toEqual([])
      expect(await search('heather', carol)).toEqual([id])
      await members.setFollow({ ...change, active: true })
      expect(await search('heather')).toEqual([id])
    })

    it('finds a post behind many newer ones that the viewer may not see', async () => {
      const { addPost, search, members } = await store()
      const id = await addPost('Deep juniper')
      for (let count = 0; count < 3 * RANKED_POSTS; count += 1) await addPost('Deep juniper', carol)
      const change = { from: carol._id, to: bob._id, version: 1, at: nextMoment() }
      await members.setBlock({ ...change, active: true })
      expect(await search('juniper')).toEqual([id])
      await members.setBlock({ ...change, version: 2, active: false })
      expect(await search('juniper')).toHaveLength(RANKED_POSTS + 1)
    })

    it('finds the text as it is after an edit', async () => {
      const { addPost, search, inspect, indexAll } = await store()
      const id = await addPost('Tansy before')
      await inspect.editPost(id, 'Woad afterwards')
      await indexAll()
      expect(await search('tansy')).toEqual([])
      expect(await search('woad')).toEqual([id])
    })

    it('does not find hidden and deleted posts', async () => {
      const { addPost, search, consumerStore, posts } = await store()
      const id = await addPost('Hidden orchid')
      const setHidden = (isHidden: boolean) =>
        consumerStore.transaction(({ reportedContent }) => reportedContent.setPostHidden(id, isHidden, nextMoment()))
      await setHidden(true)
      expect(await search('orchid')).toEqual([])
      await setHidden(false)
      expect(await search('orchid')).toEqual([id])
      await posts.delete(createPostDeletion(id, alice))
      expect(await search('orchid')).toEqual([])
    })

    it.each([
      "'",
      "''):*",
      '\\',
      "a' | 'b",
      '!a',
      'a & !b',
      'a<->b',
      '$where',
      '^a.*',
      'a\u0000'.slice(0, 1),
      '((((',
      ':*',
      "'a':*",
    ])('answers %j, as any other text', async (text) => {
      const { search } = await store()
      await expect(search(text)).resolves.toEqual(expect.any(Array))
      await expect(search(`"${text}"`)).resolves.toEqual(expect.any(Array))
      await expect(search(`-${text}`)).resolves.toEqual(expect.any(Array))
    })

    it('shows each post once on its pages, also if posts are added meanwhile', async () => {
      const { addPost, postFinder } = await store()
      const ids = []
      for (let index = 0; index < 12; index += 1)
        ids.push(await addPost(`Paged lichen${index % 2 ? 's' : ''} ${index}`))
      const search = toPostSearch(parseSearch('paged lichen '), 'paged lichen ')
      const found: string[] = []
      let cursor: SearchCursor | undefined = createFirstCursor('', new Date(currentMoment().getTime() + 1))
      while (cursor && search) {
        const find = (window: FoundPostsWindow) => postFinder.find(search, bob, window)
        const { page, next } = toSearchPage(await findPostsToRank(find, cursor, 5), cursor, 5)
        found.push(...page.map(({ _id }) => _id))
        cursor = next
        await addPost('Paged lichen that is newer')
      }
      expect(found.toSorted()).toEqual(ids.toSorted())
      expect(found.slice(0, 6)).toEqual(ids.filter((_, index) => index % 2 === 0).toReversed()) // the words as typed are first
    })
  })
})

it('ranks the words as typed before other forms, and a much newer post before an older one', () => {
  const at = new Date('2026-03-01T00:00:00Z')
  const daysAgo = (days: number) => new Date(at.getTime() - days * 86_400_000)
  const ranked = rankPosts(
    [
      { _id: 'form, today', createdAt: at, isExact: false },
      { _id: 'exact, 20 days', createdAt: daysAgo(20), isExact: true },
      { _id: 'exact, 40 days', createdAt: daysAgo(40), isExact: true },
    ],
    at,
  )
  expect(ranked.map(({ _id }) => _id)).toEqual(['exact, 20 days', 'form, today', 'exact, 40 days'])
})
