import { expect, it } from '@jest/globals'
import { newId } from '@meadow/service'
import { createTestMember, describeOnEachEngine, shareAcrossTests, type TestMember } from '@meadow/testing'
import { createTestRelations } from '@meadow/testing/service'
import type { DiscoverEntry } from '../src/discover/discover.ts'
import { findCandidates } from '../src/discover/find-candidates.ts'
import {
  createLikeChange,
  createNewPost,
  createNewShare,
  createPostDeletion,
  currentMoment,
  nextMoment,
  storeOpeners,
} from './repository-fixtures.ts'

const DAY_MS = 86_400_000
const ENTRY: DiscoverEntry = {
  postId: 'p',
  authorId: 'a',
  tags: ['moss'],
  reason: { kind: 'popular-tag', tag: 'moss' },
}

describeOnEachEngine(storeOpeners, (open) => {
  const store = shareAcrossTests(open)

  async function setUp() {
    const opened = await store()
    const relations = createTestRelations(opened.members, nextMoment)
    const addMember = () => relations.addMember(createTestMember())
    const reader = await addMember()
    const addPost = async (by: TestMember, change: Partial<ReturnType<typeof createNewPost>> = {}) => {
      const post = { ...createNewPost(by), ...change }
      await opened.posts.add(post)
      return post
    }
    const like = (post: { _id: string }, by: TestMember) => opened.likes.set(createLikeChange(post._id, by), true)
    /** Returns the candidates of the reader among these posts. */
    const find = async (...wanted: { _id: string }[]) => {
      const found = await findCandidates(opened, reader, currentMoment())
      expect(new Set(found.map(({ _id }) => _id)).size).toBe(found.length)
      return wanted.map(({ _id }) => found.find((post) => post._id === _id))
    }
    return { ...opened, ...relations, addMember, reader, addPost, like, find }
  }

  it('candidates are recent public posts by members whom the reader neither follows, mutes nor blocks', async () => {
    const { reader, addMember, addPost, find, follow, mute, block, setPrivate, deactivate, posts, shares } =
      await setUp()
    const authors = await Promise.all(Array.from({ length: 8 }, addMember))
    const [shown, followed, muted, blocked, blocker, isPrivate, gone, deleter] = authors as [
      TestMember,
      ...TestMember[],
    ]
    const made = []
    for (const author of authors) made.push(await addPost(author))
    const own = await addPost(reader)
    const covered = await addPost(shown, {
      settings: { language: null, pictureCover: { kind: 'spoiler', note: '' }, commentAudience: 'everyone' },
    })
    const share = createNewShare(made[0]?._id ?? '', shown)
    await shares.add(share)
    const oldAt = new Date(currentMoment().getTime() - 8 * DAY_MS)
    const old = await addPost(shown, { _id: newId(oldAt), createdAt: oldAt })
    await follow(reader, followed as TestMember)
    await mute(reader, muted as TestMember)
    await block(reader, blocked as TestMember)
    await block(blocker as TestMember, reader)
    await setPrivate(isPrivate as TestMember, true)
    await deactivate(gone as TestMember)
    await posts.delete(createPostDeletion(made.at(-1)?._id ?? '', deleter as TestMember))
    const found = await find(...made, own, covered, share, old)
    expect(found.map((post) => post?._id)).toEqual([made[0]?._id, ...Array(11).fill(undefined)])
    expect(found[0]).toMatchObject({ authorId: shown._id, createdAt: made[0]?.createdAt, likesCount: 0, facets: [] })
  })

  it('names the followed members who like a post, newest like first, and nobody who is muted', async () => {
    const { reader, addMember, addPost, like, find, follow, mute } = await setUp()
    const [author, mara, ben, muted] = [await addMember(), await addMember(), await addMember(), await addMember()]
    for (const followed of [mara, ben, muted]) await follow(reader, followed)
    await mute(reader, muted)
    const post = await addPost(author)
    for (const by of [mara, muted, ben]) await like(post, by)
    expect(await find(post)).toMatchObject([{ likedByFollowed: [ben._id, mara._id], likesCount: 3 }])
  })

  it('counts the likes of members who like what the reader likes: two posts in common, not one', async () => {
    const { reader, addMember, addPost, like, find } = await setUp()
    const [author, similar, other] = [await addMember(), await addMember(), await addMember()]
    const [one, two, liked] = [await addPost(author), await addPost(author), await addPost(author)]
    for (const post of [one, two]) for (const by of [reader, similar]) await like(post, by)
    await like(one, other)
    for (const by of [similar, other]) await like(liked, by)
    expect(await find(liked)).toMatchObject([{ likedBySimilar: 1, likedByFollowed: [] }])
  })

  it('knows the followed tags of a post', async () => {
    const { reader, addMember, addPost, find, tags, postIndex } = await setUp()
    const author = await addMember()
    const facets = [{ start: 0, end: 8, tag: 'mosslike' }]
    const [tagged, plain] = [await addPost(author, { content: '#mosslike', facets }), await addPost(author)]
    while ((await postIndex.indexNext()) > 0);
    await tags.follow(reader._id, 'mosslike', nextMoment())
    const [found, other] = await find(tagged, plain)
    expect(found).toMatchObject({ followedTag: 'mosslike', facets })
    expect(other?.followedTag).toBeUndefined()
  })

  it('a snapshot is the same at each reading, its member has five, and old ones are deleted', async () => {
    const { discover, reader, addMember } = await setUp()
    const stranger = await addMember()
    const add = async () => {
      const createdAt = nextMoment()
      const snapshot = { _id: newId(createdAt), memberId: reader._id, entries: [ENTRY], createdAt }
      await discover.addSnapshot(snapshot)
      return snapshot
    }
    const made = [await add()]
    for (let n = 1; n < 6; n++) made.push(await add())
    const find = (memberId: string) => Promise.all(made.map(({ _id }) => discover.findSnapshot(memberId, _id)))
    expect(await find(reader._id)).toEqual([undefined, ...made.slice(1)])
    expect(await find(stranger._id)).toEqual(Array(6).fill(undefined))
    expect(await discover.deleteSnapshots(made[4]?.createdAt as Date)).toBe(false)
    expect(await find(reader._id)).toEqual([...Array(4).fill(undefined), ...made.slice(4)])
  })

  it('exclusions are stored once, at most 200, newest first, and can be undone', async () => {
    const { discover, reader, addMember } = await setUp()
    const stranger = await addMember()
    const author = { kind: 'author', subject: stranger._id } as const
    const tag = { kind: 'tag', subject: 'moss' } as const
    for (const exclusion of [author, tag, author])
      expect(await discover.addExclusion(reader._id, exclusion, nextMoment())).toBe(true)
    expect(await discover.listExclusions(reader._id)).toEqual([tag, author])
    expect(await discover.listExclusions(stranger._id)).toEqual([])
    for (const _again of [1, 2]) await discover.removeExclusion(reader._id, author)
    expect(await discover.listExclusions(reader._id)).toEqual([tag])
    for (let n = 0; n < 199; n++)
      await discover.addExclusion(reader._id, { kind: 'tag', subject: `t${n}` }, nextMoment())
    expect(await discover.addExclusion(reader._id, author, nextMoment())).toBe(false)
    expect(await discover.addExclusion(reader._id, tag, nextMoment())).toBe(true)
    expect(await discover.listExclusions(reader._id)).toHaveLength(200)
  })

  it('finds the members whom a reader can see', async () => {
    const { discover, reader, addMember, block } = await setUp()
    const [seen, blocker] = [await addMember(), await addMember()]
    await block(blocker, reader)
    const found = await discover.findMembers(reader, [seen._id, blocker._id])
    expect([...found.keys()]).toEqual([seen._id])
    expect(found.get(seen._id)).toMatchObject({ username: seen.username, fullName: seen.fullName })
  })
})
