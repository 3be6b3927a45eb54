import { expect, it } from '@jest/globals'
import { newId } from '@meadow/service'
import { createTestMember, describeOnEachEngine, shareAcrossTests, type TestMember, UNKNOWN_ID } from '@meadow/testing'
import { createTestRelations } from '@meadow/testing/service'
import { toTestActor } from './fixtures.ts'
import { createNewPost, createPostDeletion, nextMoment, storeOpeners } from './repository-fixtures.ts'

describeOnEachEngine(storeOpeners, (open) => {
  const store = shareAcrossTests(open)

  async function setUp() {
    const opened = await store()
    const relations = createTestRelations(opened.members, nextMoment)
    const author = await relations.addMember(createTestMember())
    const addPost = async () => {
      const post = createNewPost(author)
      await opened.posts.add(post)
      return post
    }
    const set = (postId: string, isPinned = true, by: TestMember = author) => {
      const at = nextMoment()
      return opened.pins.set({ postId, by: toTestActor(by), isPinned, at, eventId: newId(at) })
    }
    const find = () => opened.pins.findByUsername(author.username.toUpperCase(), author)
    const readEvents = async (post: { _id: string }) =>
      (await opened.publishedEvents(post)).flatMap(({ type, data }) =>
        type === 'post.pinned' ? [(data as { isPinned: boolean }).isPinned] : [],
      )
    return { ...opened, ...relations, author, addPost, set, find, readEvents }
  }

  it('a member has one pinned post, and pinning another replaces it', async () => {
    const { addPost, set, find, readEvents } = await setUp()
    const [one, two] = [await addPost(), await addPost()]
    expect(await find()).toBeUndefined()
    await set(one._id)
    await set(one._id)
    expect(await find()).toBe(one._id)
    await set(two._id)
    expect(await find()).toBe(two._id)
    await set(one._id, false) // it is not pinned any longer, so the other one stays
    expect(await find()).toBe(two._id)
    await set(two._id, false)
    expect(await find()).toBeUndefined()
    expect([await readEvents(one), await readEvents(two)]).toEqual([[true], [true, false]])
  })

  it('a pin goes with its post', async () => {
    const { author, addPost, set, find, posts } = await setUp()
    const post = await addPost()
    await set(post._id)
    await posts.delete(createPostDeletion(post._id, author))
    expect(await find()).toBeUndefined()
    await expect(set(post._id)).rejects.toMatchObject({ code: 'post_not_found' })
  })

  it('only the author pins a post, while their account is active', async () => {
    const { author, addMember, addPost, set, find, block, deactivate } = await setUp()
    const [other, blocked] = [await addMember(createTestMember()), await addMember(createTestMember())]
    const post = await addPost()
    await block(author, blocked)
    await expect(set(post._id, true, other)).rejects.toMatchObject({ code: 'not_your_post' })
    await expect(set(post._id, true, blocked)).rejects.toMatchObject({ code: 'post_not_found' })
    await expect(set(UNKNOWN_ID)).rejects.toMatchObject({ code: 'post_not_found' })
    await deactivate(author)
    await expect(set(post._id)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await find()).toBeUndefined()
  })
})
