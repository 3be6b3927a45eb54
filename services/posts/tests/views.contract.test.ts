import { expect, it } from '@jest/globals'
import { createTestMember, describeOnEachEngine, shareAcrossTests, type TestMember, UNKNOWN_ID } from '@meadow/testing'
import { createTestRelations } from '@meadow/testing/service'
import { createNewPost, createNewShare, createPostDeletion, nextMoment, storeOpeners } from './repository-fixtures.ts'

const MONDAY = new Date('2026-03-02T23:00:00Z')
const TUESDAY = new Date('2026-03-03T01:00:00Z')

describeOnEachEngine(storeOpeners, (open) => {
  const store = shareAcrossTests(open)

  async function setUp() {
    const opened = await store()
    const relations = createTestRelations(opened.members, nextMoment)
    const [author, reader] = [
      await relations.addMember(createTestMember()),
      await relations.addMember(createTestMember()),
    ]
    const addPost = async () => {
      const post = createNewPost(author)
      await opened.posts.add(post)
      return post._id
    }
    const view = (postIds: string[], by: TestMember = reader, at = MONDAY) =>
      opened.views.add({ memberId: by._id, postIds, at })
    const count = async (postId: string) => (await opened.views.find(postId)).count
    return { ...opened, ...relations, author, reader, addPost, view, count }
  }

  it('a member counts once for each post and day, also in batches at the same time', async () => {
    const { addMember, addPost, view, count, views } = await setUp()
    const [one, two] = [await addPost(), await addPost()]
    const other = await addMember(createTestMember())
    expect(await views.find(one)).toEqual({ count: 0, firstDay: null, lastDay: null, isHidden: false })
    await view([one, one])
    await view([one, two])
    expect([await count(one), await count(two)]).toEqual([1, 1])
    await Promise.all([view([two, one], other), view([one, two], other), view([one], other)])
    expect([await count(one), await count(two)]).toEqual([2, 2])
    await view([one], other, TUESDAY)
    expect(await views.find(one)).toEqual({
      count: 3,
      firstDay: '2026-03-02',
      lastDay: '2026-03-03',
      isHidden: false,
    })
  })

  it('many members see the same posts at once, and each is counted', async () => {
    const { addMember, addPost, view, count } = await setUp()
    const postIds = await Promise.all(Array.from({ length: 5 }, addPost))
    const readers = await Promise.all(Array.from({ length: 12 }, () => addMember(createTestMember())))
    await Promise.all(readers.map((by, at) => view(at % 2 ? postIds : postIds.toReversed(), by)))
    expect(await Promise.all(postIds.map(count))).toEqual(Array(5).fill(12))
  })

  it('a large batch is counted in full, also if another has stored a part of it', async () => {
    const { addPost, view, count } = await setUp()
    const postIds = await Promise.all(Array.from({ length: 25 }, addPost))
    await Promise.all([view(postIds), view(postIds.slice(5, 20))])
    await view(postIds.toReversed())
    expect(await Promise.all(postIds.map(count))).toEqual(postIds.map(() => 1))
  })

  it('own posts, and posts that the member cannot see, are not counted, and spoil no batch', async () => {
    const { addMember, addPost, author, reader, view, count, block, setPrivate, follow, consumerStore } = await setUp()
    const [seen, hidden] = [await addPost(), await addPost()]
    await consumerStore.transaction(({ reportedContent }) => reportedContent.setPostHidden(hidden, true, nextMoment()))
    await view([seen], author)
    await view([UNKNOWN_ID, hidden, seen])
    expect([await count(seen), await count(hidden)]).toEqual([1, 0])
    const [blocked, follower] = [await addMember(createTestMember()), await addMember(createTestMember())]
    await block(author, blocked)
    await view([seen], blocked)
    await setPrivate(author, true)
    await follow(follower, author)
    await view([seen], reader, TUESDAY)
    expect(await count(seen)).toBe(1)
    await view([seen], follower)
    expect(await count(seen)).toBe(2)
  })

  it('a member whose account is not active, or whom nobody knows, is not counted', async () => {
    const { addPost, reader, view, count, deactivate } = await setUp()
    const post = await addPost()
    await view([post], createTestMember())
    await deactivate(reader)
    await view([post])
    expect(await count(post)).toBe(0)
  })

  it('a share without a comment is not seen by itself', async () => {
    const { addMember, addPost, reader, view, count, shares, posts } = await setUp()
    const post = await addPost()
    const [sharer, other] = [await addMember(createTestMember()), await addMember(createTestMember())]
    const share = createNewShare(post, sharer)
    await shares.add(share)
    await view([share._id], other)
    expect(await count(share._id)).toBe(0)
    expect(await posts.findMany([post], reader)).toHaveLength(1)
  })

  it('the views of a post go with it, and its viewers may see others in the same batch', async () => {
    const { addPost, author, view, count, posts } = await setUp()
    const [gone, kept] = [await addPost(), await addPost()]
    await view([gone])
    await posts.delete(createPostDeletion(gone, author))
    await view([gone, kept])
    expect([await count(gone), await count(kept)]).toEqual([0, 1])
  })

  it('a post that is deleted at the same time spoils no batch', async () => {
    const { addMember, addPost, author, view, count, posts } = await setUp()
    const kept = await addPost()
    const readers = await Promise.all(Array.from({ length: 20 }, () => addMember(createTestMember())))
    for (const by of readers) {
      const gone = await addPost()
      await Promise.all([posts.delete(createPostDeletion(gone, author)), view([gone, kept], by)])
    }
    expect(await count(kept)).toBe(readers.length)
  })

  it('views are hidden and shown again, before and after the first of them', async () => {
    const { addPost, view, views } = await setUp()
    const post = await addPost()
    await views.setHidden(post, true)
    await view([post])
    expect(await views.find(post)).toEqual({
      count: 1,
      firstDay: '2026-03-02',
      lastDay: '2026-03-02',
      isHidden: true,
    })
    await views.setHidden(post, false)
    expect(await views.find(post)).toMatchObject({ count: 1, isHidden: false })
    await views.setHidden(UNKNOWN_ID, true)
    expect(await views.find(UNKNOWN_ID)).toMatchObject({ isHidden: false })
  })

  it('what members saw before a day is deleted, and the counts stay', async () => {
    const { addPost, reader, view, count, views, ownData } = await setUp()
    const post = await addPost()
    const countViewed = async () =>
      (await ownData.count(reader._id)).kinds.find(({ kind }) => kind === 'viewedPosts')?.count
    for (const at of [MONDAY, TUESDAY]) await view([post], reader, at)
    expect(await countViewed()).toBe(2)
    while (await views.deleteViewedPosts('2026-03-03'));
    expect([await countViewed(), await count(post)]).toEqual([1, 2])
    await view([post], reader, TUESDAY)
    expect(await count(post)).toBe(2)
  })
})
