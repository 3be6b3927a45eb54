import { expect, it } from '@jest/globals'
import { createTestMember, describeOnEachEngine, shareAcrossTests, UNKNOWN_ID } from '@meadow/testing'
import { createTestRelations } from '@meadow/testing/service'
import { createNewPost, createPostDeletion, nextMoment, storeOpeners } from './repository-fixtures.ts'

const WINDOW = { limit: 10, after: undefined, skip: 0 }

describeOnEachEngine(storeOpeners, (open) => {
  const store = shareAcrossTests(open)

  async function setUp() {
    const opened = await store()
    const relations = createTestRelations(opened.members, nextMoment)
    const [reader, author] = [
      await relations.addMember(createTestMember()),
      await relations.addMember(createTestMember()),
    ]
    const addPost = async () => {
      const post = createNewPost(author)
      await opened.posts.add(post)
      return post
    }
    const set = (postId: string, folder?: string, memberId = reader._id) =>
      opened.bookmarks.set({ memberId, postId, folder, createdAt: nextMoment() })
    const list = async (folder?: string, window = WINDOW) =>
      (await opened.bookmarks.list(reader, folder, window)).map(({ _id }) => _id)
    return { ...opened, ...relations, reader, author, addPost, set, list }
  }

  it('bookmarks are listed by the time at which they were made, once, and are shown to their member only', async () => {
    const { reader, author, addPost, set, list, bookmarks, posts } = await setUp()
    const [one, two, three] = [await addPost(), await addPost(), await addPost()]
    for (const { _id } of [three, one, two, three]) await set(_id)
    expect(await list()).toEqual([two._id, one._id, three._id])
    const firstPage = await bookmarks.list(reader, undefined, { ...WINDOW, limit: 2 })
    expect(firstPage.map(({ post }) => post?.viewerBookmarked)).toEqual([true, true, undefined])
    const last = firstPage[1]
    expect(await list(undefined, { ...WINDOW, after: last as never })).toEqual([three._id])
    expect(await posts.findMany([one._id], author)).toMatchObject([{ viewerBookmarked: false }])
    await bookmarks.remove(reader._id, one._id)
    await bookmarks.remove(reader._id, one._id)
    expect(await list()).toEqual([two._id, three._id])
    expect(await posts.findMany([one._id, two._id], reader)).toMatchObject([
      { viewerBookmarked: false },
      { viewerBookmarked: true },
    ])
  })

  it('a bookmark is in one folder, stays there when it is set again, and can be moved', async () => {
    const { reader, addPost, set, list, bookmarks } = await setUp()
    const [one, two, three] = [await addPost(), await addPost(), await addPost()]
    await set(one._id, 'Recipes')
    await set(one._id)
    await set(two._id, 'garden')
    await set(three._id)
    expect(await bookmarks.listFolders(reader._id)).toEqual([
      { name: 'garden', count: 1 },
      { name: 'Recipes', count: 1 },
    ])
    expect(await list('Recipes')).toEqual([one._id])
    await set(two._id, 'Recipes')
    expect(await list('Recipes')).toEqual([two._id, one._id])
    await set(one._id, '')
    expect(await bookmarks.listFolders(reader._id)).toEqual([{ name: 'Recipes', count: 1 }])
    expect(await list()).toHaveLength(3)
  })

  it('a member has at most 100 folders, and can use those', async () => {
    const { addPost, set } = await setUp()
    for (let n = 0; n < 100; n++) await set((await addPost())._id, `Folder ${n}`)
    const { _id } = await addPost()
    await expect(set(_id, 'One more')).rejects.toMatchObject({ code: 'folder_limit_reached' })
    await set(_id, 'Folder 7')
    await set((await addPost())._id)
  })

  it('a bookmark waits while its post cannot be seen, and goes with it', async () => {
    const { reader, author, addPost, set, list, block, unblock, posts, bookmarks } = await setUp()
    const [one, two] = [await addPost(), await addPost()]
    for (const { _id } of [one, two]) await set(_id, 'Later')
    await block(author, reader)
    expect(await list()).toEqual([])
    await bookmarks.remove(reader._id, one._id)
    await unblock(author, reader)
    expect(await list()).toEqual([two._id])
    await posts.delete(createPostDeletion(two._id, author))
    expect(await list()).toEqual([])
    expect(await bookmarks.listFolders(reader._id)).toEqual([])
    await expect(set(two._id)).rejects.toMatchObject({ code: 'post_not_found' })
    await expect(set(UNKNOWN_ID)).rejects.toMatchObject({ code: 'post_not_found' })
  })
})
