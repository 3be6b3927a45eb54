import { expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { deliverEvents } from '@meadow/events/testing'
import { eraseMemberBatch } from '@meadow/members'
import { newId } from '@meadow/service'
import { createTestMember, describeOnEachEngine, shareAcrossTests, type TestMember } from '@meadow/testing'
import { postsEventHandlers } from '../src/event-handlers.ts'
import {
  addUploadedVideo,
  createCommentChange,
  createLikeChange,
  createNewComment,
  createNewPost,
  createPostDraft,
  createUploadedPicture,
  nextMoment,
  storeOpeners,
  toNewPicture,
} from './repository-fixtures.ts'

describeOnEachEngine(storeOpeners, (open) => {
  const store = shareAcrossTests(open)

  async function setUp() {
    const opened = await store()
    const [leaver, neighbour] = [createTestMember(), createTestMember()]
    const addPost = async (by: TestMember, pictures: ReturnType<typeof toNewPicture>[] = []) => {
      const post = { ...createNewPost(by), pictures }
      await opened.posts.add(post)
      return post
    }
    const begin = () =>
      opened.consumerStore.transaction(async ({ erasures, members }) => {
        await members.applyAccount({ _id: leaver._id, accountVersion: 9, state: 'erased' })
        await erasures.begin({ memberId: leaver._id, keepsMessages: false, counts: {} })
      })
    const eraseBatch = () =>
      eraseMemberBatch({ service: 'posts', consumerStore: opened.consumerStore, now: nextMoment, newId })
    const erase = async () => {
      await begin()
      while (await eraseBatch());
    }
    const findConfirmations = async () =>
      (await opened.publishedEvents(leaver)).filter(({ type }) => type === 'member.part-erased')
    return { ...opened, leaver, neighbour, addPost, begin, eraseBatch, erase, findConfirmations }
  }

  it('erases posts with their pictures, comments, likes and unused pictures of a member, and confirms it once', async () => {
    const { addPost, leaver, neighbour, comments, likes, pictures, posts, publishedEvents, erase, inspect, ...rest } =
      await setUp()
    const [shown, unused] = [createUploadedPicture(leaver), createUploadedPicture(leaver)]
    for (const picture of [shown, unused]) await pictures.add(picture)
    const video = await addUploadedVideo(rest.videos, leaver)
    const own = await addPost(leaver, [toNewPicture({ random: shown.random })])
    const other = await addPost(neighbour)
    const kept = createNewComment(other._id, neighbour)
    const left = createNewComment(other._id, leaver)
    for (const comment of [kept, left, createNewComment(other._id, neighbour)]) await comments.add(comment, undefined)
    await comments.add({ ...createNewComment(other._id, neighbour), parentId: left._id }, undefined) // goes with its comment
    for (const by of [leaver, neighbour]) await comments.setLike(createCommentChange(kept, by), true)
    for (const by of [leaver, neighbour]) await likes.set(createLikeChange(other._id, by), true)
    for (const by of [leaver, neighbour]) await rest.tags.follow(by._id, 'moss', nextMoment())
    const mute = { kind: 'tag', target: 'moss', wanted: { until: null } } as const
    const mutedAt = nextMoment()
    await rest.mutedContent.change({ ...mute, memberId: leaver._id, at: mutedAt, eventId: newId(mutedAt) })
    const bookmark = { memberId: leaver._id, postId: other._id, folder: undefined, createdAt: nextMoment() }
    await rest.bookmarks.set(bookmark)
    await rest.pins.set({
      postId: own._id,
      by: own.author,
      isPinned: true,
      at: nextMoment(),
      eventId: newId(nextMoment()),
    })
    await rest.views.add({ memberId: leaver._id, postIds: [other._id], at: nextMoment() })
    await rest.drafts.save(createPostDraft(leaver))
    await rest.discover.addExclusion(leaver._id, { kind: 'tag', subject: 'moss' }, nextMoment())
    const snapshot = { _id: newId(nextMoment()), memberId: leaver._id, entries: [], createdAt: nextMoment() }
    await rest.discover.addSnapshot(snapshot)
    await rest.readingPositions.advance(leaver._id, mutedAt)
    const at = nextMoment()
    const edit = { postId: own._id, by: own.author, content: 'Changed', facets: [], rev: 1, at, eventId: newId(at) }
    await rest.edits.edit(edit)
    const mediaBefore = await inspect.countRows('media')
    const since = own.createdAt.toISOString()
    const before = await rest.ownData.count(leaver._id)
    expect(before.kinds).toMatchObject([
      { kind: 'posts', count: 1, since },
      { kind: 'earlierTexts', count: 1, since },
      { kind: 'comments', count: 1 },
      { kind: 'likes', count: 1 },
      { kind: 'commentLikes', count: 1 },
      { kind: 'pinnedPosts', count: 1 },
      { kind: 'bookmarks', count: 1 },
      { kind: 'drafts', count: 1 },
      { kind: 'discoverExclusions', count: 1 },
      { kind: 'pictures', count: 2, since: shown.createdAt.toISOString() },
      { kind: 'videos', count: 1, since: video.createdAt.toISOString() },
      { kind: 'followedTags', count: 1 },
      { kind: 'mutedContent', count: 1, since: mutedAt.toISOString() },
      { kind: 'viewedPosts', count: 1 },
      { kind: 'readingPositions', count: 1, since: mutedAt.toISOString() },
    ])
    await erase()
    expect((await rest.ownData.count(leaver._id)).kinds.filter(({ count, since }) => count > 0 || since)).toEqual([])
    expect(await posts.findMany([own._id], undefined)).toEqual([])
    expect(await rest.discover.findSnapshot(leaver._id, snapshot._id)).toBeUndefined()
    expect(await inspect.countRows('media')).toBe(mediaBefore - 2)
    expect((await publishedEvents(own)).at(-1)).toMatchObject({ type: 'post.deleted', data: { rev: 4 } })
    expect([await rest.tags.listFollowed(leaver._id), await rest.tags.listFollowed(neighbour._id)]).toEqual([
      [],
      ['moss'],
    ])
    const [after] = await posts.findMany([other._id], neighbour)
    expect(after).toMatchObject({ commentsCount: 2, likesCount: 1, likes: [neighbour._id] })
    expect(after?.comments).toMatchObject([
      { user: { _id: neighbour._id }, likesCount: 1 },
      { user: { _id: neighbour._id }, likesCount: 0 },
    ])
    const counts = {
      posts: 1,
      comments: 1,
      likes: 1,
      commentLikes: 1,
      pictures: 1,
      videos: 1,
      followedTags: 1,
      mutedContent: 1,
      readingPositions: 1,
    }
    expect(await rest.findConfirmations()).toMatchObject([{ source: 'posts', data: { service: 'posts', counts } }])
  })

  it('goes on after each batch, as after a kill, and again when the event is replayed', async () => {
    const { addPost, begin, eraseBatch, erase, findConfirmations, leaver } = await setUp()
    for (let count = 0; count < 130; count++) await addPost(leaver)
    await begin()
    expect(await eraseBatch()).toBe(true)
    await begin() // a replay while it works
    await erase()
    await erase()
    const confirmations = await findConfirmations()
    expect(confirmations.map(({ data }) => data)).toMatchObject([{ counts: { posts: 130 } }, { counts: {} }])
  })

  it('takes the event twice, also after the confirmation, and erases what came between', async () => {
    const { addPost, leaver, pictures, eraseBatch, findConfirmations, consumerStore, ownData, members } = await setUp()
    await addPost(leaver)
    /** Delivers `member.erased` with an id of its own, which no inbox knows, twice, and erases all that it leads to. */
    const deliverErased = async () => {
      const time = nextMoment()
      const envelope = { source: 'auth' as const, subject: leaver._id, id: newId(time), time }
      const erased = createEvent(events.memberErased, { ...envelope, data: { accountVersion: 9 } })
      await deliverEvents(postsEventHandlers, consumerStore, [erased, erased])
      while (await eraseBatch());
    }
    await deliverErased()
    await pictures.add(createUploadedPicture(leaver)) // by an upload that began before
    await deliverErased()
    await deliverErased()
    const confirmed = (await findConfirmations()).map(({ data }) => data)
    expect(confirmed).toMatchObject([{ counts: { posts: 1 } }, { counts: { pictures: 1 } }, { counts: {} }])
    expect((await ownData.count(leaver._id)).kinds.filter(({ count }) => count > 0)).toEqual([])
    expect((await members.find([leaver._id])).get(leaver._id)).toMatchObject({ state: 'erased', username: '' })
  })
})
