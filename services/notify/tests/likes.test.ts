import { describe, expect, it, jest } from '@jest/globals'
import type { EventOf, events } from '@meadow/contracts'
import { alice, bob, carol, createTestMember, shareAcrossTests } from '@meadow/testing'
import { HOUR_MS } from '@meadow/testing/service'
import { openNotify } from './fixtures.ts'

const started = shareAcrossTests(openNotify)

/** Creates a separate author for each test, which isolates the tests. */
async function setUp() {
  const notify = await started()
  const author = await notify.addMember()
  return { ...notify, author, notifications: () => notify.as(author).notifications() }
}

describe('a like', () => {
  it('notifies the author, with the post and the actor', async () => {
    const { deliverEvents, addPost, as, author, publishedEvents } = await setUp()
    const post = await addPost(author, 'Autumn on the ridge')
    const liked = post.liked(bob)
    await deliverEvents(liked)
    const body = await as(author).list()
    expect(body).toMatchObject({
      notifications: [
        {
          type: 'like',
          text: 'liked your post',
          from: { _id: bob._id, username: 'bob', fullName: 'Bob Rivers', isFollowing: false },
          actors: [{ _id: bob._id }],
          actorCount: 1,
          isRead: false,
          createdAt: liked.time,
          updatedAt: liked.time,
          post: { _id: post._id, content: 'Autumn on the ridge', image: '' },
          commentId: null,
        },
      ],
      pagination: { hasMore: false },
      nextCursor: null,
      counts: { all: 1, like: 1, comment: 0, follow: 0, mention: 0, share: 0 },
      unread: { all: 1, like: 1 },
    })
    expect(await publishedEvents(author)).toMatchObject([
      { type: 'notification.created', source: 'notify', data: { notification: body.notifications[0], unread: 1 } },
    ])
  })

  it('of an own post notifies nobody', async () => {
    const { deliverEvents, addPost, author, notifications, publishedEvents } = await setUp()
    await deliverEvents((await addPost(author)).liked(author))
    expect(await notifications()).toEqual([])
    expect(await publishedEvents(author)).toEqual([])
  })

  it('joins the unread notification of the same post, which moves up and counts once', async () => {
    const { deliverEvents, addMember, addPost, as, author, notifications, publishedEvents, clock } = await setUp()
    const [post, other] = [await addPost(author), await addPost(author)]
    await deliverEvents(post.liked(bob))
    const [first] = await notifications()
    await deliverEvents(other.liked(bob))
    const strangers = [await addMember(), await addMember()]
    for (const one of [...strangers, carol]) await deliverEvents(post.liked(one))
    const [newest, older] = await notifications()
    expect(newest).toMatchObject({
      _id: first?._id,
      from: { _id: carol._id },
      text: 'and 3 others liked your post',
      actorCount: 4,
      createdAt: first?.createdAt,
    })
    expect(newest?.actors.map(({ _id }) => _id)).toEqual([carol, ...strangers.toReversed()].map(({ _id }) => _id))
    expect(older).toMatchObject({ post: { _id: other._id }, text: 'liked your post' })
    expect(await as(author).unread()).toBe(2)
    expect((await publishedEvents(author)).map(({ data }) => (data as { unread: number }).unread)).toEqual([
      1, 2, 2, 2, 2,
    ])
    clock.advance(25 * HOUR_MS)
    await deliverEvents(post.liked(await addMember()))
    expect(await as(author).list()).toMatchObject({ counts: { like: 3 }, notifications: [{ actorCount: 1 }, {}, {}] })
  })

  it('begins a new notification after the old one was read', async () => {
    const { deliverEvents, addPost, as, author, notifications } = await setUp()
    const post = await addPost(author)
    await deliverEvents(post.liked(bob))
    const [first] = await notifications()
    await as(author).read({ _id: first?._id ?? '' })
    await deliverEvents(post.liked(carol))
    expect(await notifications()).toMatchObject([
      { isRead: false, actorCount: 1, from: { _id: carol._id } },
      { _id: first?._id, isRead: true, actorCount: 1 },
    ])
  })

  it('leaves an unread notification when it is withdrawn; the last one removes the notification', async () => {
    const { deliverEvents, addPost, as, author, notifications, publishedEvents } = await setUp()
    const post = await addPost(author)
    await deliverEvents(post.liked(bob), post.liked(carol))
    const [first] = await notifications()
    await deliverEvents(post.unliked(carol))
    expect(await notifications()).toMatchObject([{ _id: first?._id, from: { _id: bob._id }, text: 'liked your post' }])
    await deliverEvents(post.unliked(bob))
    expect(await as(author).list()).toMatchObject({ notifications: [], counts: { all: 0 }, unread: { all: 0 } })
    expect((await publishedEvents(author)).at(-1)).toMatchObject({
      type: 'notification.removed',
      data: { ids: [first?._id], unread: 0 },
    })
  })

  it('stays in a read notification when it is withdrawn', async () => {
    const { deliverEvents, addPost, as, author, notifications } = await setUp()
    const post = await addPost(author)
    await deliverEvents(post.liked(bob))
    await as(author).readAll()
    await deliverEvents(post.unliked(bob))
    expect(await notifications()).toMatchObject([{ isRead: true, actorCount: 1 }])
  })

  it('notifies once, for repeated and late events', async () => {
    const { deliverEvents, addPost, as, author, notifications, testEvents, clock } = await setUp()
    const post = await addPost(author)
    const [liked, unliked] = [post.liked(bob), post.unliked(bob)]
    await deliverEvents(liked, liked)
    await deliverEvents(liked)
    await deliverEvents(testEvents.repeat(liked))
    expect(await notifications()).toMatchObject([{ actorCount: 1 }])
    await as(author).readAll()
    clock.advance(30 * 24 * HOUR_MS)
    await deliverEvents(testEvents.repeat(liked))
    expect(await notifications()).toHaveLength(1)
    await deliverEvents(unliked, testEvents.repeat(liked), testEvents.repeat(unliked))
    expect(await as(author).list()).toMatchObject({ counts: { all: 1 }, unread: { all: 0 } })
  })

  it('never notifies if its withdrawal arrived first', async () => {
    const { deliverEvents, addPost, author, notifications, publishedEvents } = await setUp()
    const post = await addPost(author)
    const [liked, unliked] = [post.liked(bob), post.unliked(bob)]
    await deliverEvents(unliked)
    await deliverEvents(liked)
    expect(await notifications()).toEqual([])
    expect(await publishedEvents(author)).toEqual([])
  })

  it('of an unknown post notifies without the text of the post', async () => {
    const { deliverEvents, testEvents, author, notifications } = await setUp()
    const post = testEvents.post(author)
    await deliverEvents(post.liked(createTestMember()))
    expect(await notifications()).toMatchObject([{ post: { _id: post._id, content: '', image: '' } }])
  })
})

describe('many likes of one post', () => {
  it('cost as few statements as one like', async () => {
    const { deliverEvents, addPost, pool, author, notifications, publishedEvents } = await setUp()
    const post = await addPost(author)
    const client = await pool.connect()
    client.release()
    const sent = jest.spyOn(Object.getPrototypeOf(client), 'query')
    const statements = async (likerCount: number) => {
      sent.mockClear()
      await deliverEvents(...Array.from({ length: likerCount }, () => post.liked(createTestMember())))
      return sent.mock.calls.length
    }
    await statements(1)
    const one = await statements(1)
    expect(await statements(200)).toBe(one)
    expect(one).toBeLessThan(16)
    sent.mockRestore()
    expect(await notifications()).toMatchObject([{ actorCount: 202, text: 'and 201 others liked your post' }])
    expect(await publishedEvents(author)).toHaveLength(3)
  })
})

describe('a post that is deleted', () => {
  it('removes all its notifications, read or unread', async () => {
    const { deliverEvents, addPost, as, author, publishedEvents } = await setUp()
    const [post, other] = [await addPost(author), await addPost(author)]
    await deliverEvents(post.liked(bob))
    await as(author).readAll()
    await deliverEvents(post.liked(carol), post.commented(bob), other.liked(bob))
    const ids = (await as(author).notifications())
      .filter((notification) => notification.post?._id === post._id)
      .map(({ _id }) => _id)
    expect(ids).toHaveLength(3)
    await deliverEvents(post.deleted())
    expect(await as(author).list()).toMatchObject({
      notifications: [{ post: { _id: other._id } }],
      counts: { all: 1, like: 1, comment: 0 },
      unread: { all: 1 },
    })
    const removed = (await publishedEvents(author)).at(-1) as EventOf<typeof events.notificationRemoved>
    expect(removed).toMatchObject({ type: 'notification.removed', data: { unread: 1 } })
    expect(removed.data.ids.toSorted()).toEqual(ids.toSorted())
  })

  it('stays removed when late events arrive', async () => {
    const { deliverEvents, testEvents, author, notifications, pool } = await setUp()
    const post = testEvents.post(author, 'Secret')
    const [liked, commented] = [post.liked(bob), post.commented(bob)]
    await deliverEvents(post.deleted())
    await deliverEvents(post.created, liked, commented)
    expect(await notifications()).toEqual([])
    expect((await pool.query('select excerpt, deleted from posts where id = $1', [post._id])).rows).toEqual([
      { excerpt: '', deleted: true },
    ])
    expect((await pool.query('select 1 from known_likes where post_id = $1', [post._id])).rowCount).toBe(0)
  })
})

describe('a comment', () => {
  it('notifies with its first words and the other commenters', async () => {
    const { deliverEvents, addPost, notifications, author, testEvents } = await setUp()
    const post = await addPost(author)
    const [first, second, third] = [
      post.commented(bob, 'First'),
      post.commented(carol, 'Second'),
      post.commented(bob, 'Third'),
    ]
    await deliverEvents(first)
    expect(await notifications()).toMatchObject([
      { type: 'comment', text: 'commented: “First”', commentId: (first.data as { commentId: string }).commentId },
    ])
    await deliverEvents(second, third, third)
    await deliverEvents(testEvents.repeat(first))
    expect(await notifications()).toMatchObject([
      {
        text: 'and 1 other commented: “Third”',
        commentId: (third.data as { commentId: string }).commentId,
        actorCount: 2,
        from: { _id: bob._id },
      },
    ])
  })

  it('and a like have separate notifications', async () => {
    const { deliverEvents, addPost, as, author } = await setUp()
    const post = await addPost(author)
    await deliverEvents(post.liked(bob), post.commented(bob), post.commented(author))
    expect(await as(author).list('?type=comment')).toMatchObject({
      notifications: [{ type: 'comment' }],
      counts: { all: 2, like: 1, comment: 1 },
    })
  })

  it('of a month ago does not notify again', async () => {
    const { deliverEvents, addPost, as, author, testEvents, clock, notifications } = await setUp()
    const commented = (await addPost(author)).commented(alice)
    await deliverEvents(commented)
    await as(author).readAll()
    clock.advance(31 * 24 * HOUR_MS)
    await deliverEvents(testEvents.repeat(commented))
    expect(await notifications()).toHaveLength(1)
  })
})
