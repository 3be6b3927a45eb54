import { describe, expect, it, jest } from '@jest/globals'
import type { EventOf, events } from '@meadow/contracts'
import { alice, bob, carol, usingOnce } from '@meadow/testing'
import { aStranger, startNotify } from './given.ts'

const started = usingOnce(startNotify)

/** Each test has an author of its own, so that nothing of another is in the way. */
async function setUp() {
  const notify = await started()
  const author = await notify.given.member()
  return { ...notify, author, told: () => notify.as(author).told() }
}

describe('a like', () => {
  it('is told to the author, with the post and who it was', async () => {
    const { hear, given, as, author, announced } = await setUp()
    const post = await given.post(author, 'Autumn on the ridge')
    const liked = post.liked(bob)
    await hear(liked)
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
    expect(await announced(author)).toMatchObject([
      { type: 'notification.created', source: 'notify', data: { notification: body.notifications[0], unread: 1 } },
    ])
  })

  it('of one’s own post is told to nobody', async () => {
    const { hear, given, author, told, announced } = await setUp()
    await hear((await given.post(author)).liked(author))
    expect(await told()).toEqual([])
    expect(await announced(author)).toEqual([])
  })

  it('joins the unread one about the same post, which moves and counts once', async () => {
    const { hear, given, as, author, told, announced, facts } = await setUp()
    const [post, other] = [await given.post(author), await given.post(author)]
    await hear(post.liked(bob))
    const [first] = await told()
    await hear(other.liked(bob))
    const strangers = [await given.member(), await given.member()]
    for (const one of [...strangers, carol]) await hear(post.liked(one))
    const [newest, older] = await told()
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
    expect((await announced(author)).map(({ data }) => (data as { unread: number }).unread)).toEqual([1, 2, 2, 2, 2])
    facts.wait(25)
    await hear(post.liked(await given.member()))
    expect(await as(author).list()).toMatchObject({ counts: { like: 3 }, notifications: [{ actorCount: 1 }, {}, {}] })
  })

  it('begins a new one when the old one was read', async () => {
    const { hear, given, as, author, told } = await setUp()
    const post = await given.post(author)
    await hear(post.liked(bob))
    const [first] = await told()
    await as(author).read({ _id: first?._id ?? '' })
    await hear(post.liked(carol))
    expect(await told()).toMatchObject([
      { isRead: false, actorCount: 1, from: { _id: carol._id } },
      { _id: first?._id, isRead: true, actorCount: 1 },
    ])
  })

  it('that is taken back leaves the unread one, and the last one takes it along', async () => {
    const { hear, given, as, author, told, announced } = await setUp()
    const post = await given.post(author)
    await hear(post.liked(bob), post.liked(carol))
    const [first] = await told()
    await hear(post.unliked(carol))
    expect(await told()).toMatchObject([{ _id: first?._id, from: { _id: bob._id }, text: 'liked your post' }])
    await hear(post.unliked(bob))
    expect(await as(author).list()).toMatchObject({ notifications: [], counts: { all: 0 }, unread: { all: 0 } })
    expect((await announced(author)).at(-1)).toMatchObject({
      type: 'notification.removed',
      data: { ids: [first?._id], unread: 0 },
    })
  })

  it('that is taken back stays told once it was read', async () => {
    const { hear, given, as, author, told } = await setUp()
    const post = await given.post(author)
    await hear(post.liked(bob))
    await as(author).readAll()
    await hear(post.unliked(bob))
    expect(await told()).toMatchObject([{ isRead: true, actorCount: 1 }])
  })

  it('is told once, however often and however late it is heard', async () => {
    const { hear, given, as, author, told, facts } = await setUp()
    const post = await given.post(author)
    const [liked, unliked] = [post.liked(bob), post.unliked(bob)]
    await hear(liked, liked)
    await hear(liked)
    await hear(facts.again(liked))
    expect(await told()).toMatchObject([{ actorCount: 1 }])
    await as(author).readAll()
    facts.wait(30 * 24)
    await hear(facts.again(liked))
    expect(await told()).toHaveLength(1)
    await hear(unliked, facts.again(liked), facts.again(unliked))
    expect(await as(author).list()).toMatchObject({ counts: { all: 1 }, unread: { all: 0 } })
  })

  it('that was taken back before it is heard of is never told', async () => {
    const { hear, given, author, told, announced } = await setUp()
    const post = await given.post(author)
    const [liked, unliked] = [post.liked(bob), post.unliked(bob)]
    await hear(unliked)
    await hear(liked)
    expect(await told()).toEqual([])
    expect(await announced(author)).toEqual([])
  })

  it('of a post one has not heard of is told without its words', async () => {
    const { hear, facts, author, told } = await setUp()
    const post = facts.post(author)
    await hear(post.liked(aStranger()))
    expect(await told()).toMatchObject([{ post: { _id: post._id, content: '', image: '' } }])
  })
})

describe('a crowd that likes one post', () => {
  it('costs as few statements as one who does', async () => {
    const { hear, given, pool, author, told, announced } = await setUp()
    const post = await given.post(author)
    const client = await pool.connect()
    client.release()
    const sent = jest.spyOn(Object.getPrototypeOf(client), 'query')
    const statements = async (crowd: number) => {
      sent.mockClear()
      await hear(...Array.from({ length: crowd }, () => post.liked(aStranger())))
      return sent.mock.calls.length
    }
    await statements(1)
    const one = await statements(1)
    expect(await statements(200)).toBe(one)
    expect(one).toBeLessThan(16)
    sent.mockRestore()
    expect(await told()).toMatchObject([{ actorCount: 202, text: 'and 201 others liked your post' }])
    expect(await announced(author)).toHaveLength(3)
  })
})

describe('a post that is deleted', () => {
  it('takes along all that tells of it, read or not', async () => {
    const { hear, given, as, author, announced } = await setUp()
    const [post, other] = [await given.post(author), await given.post(author)]
    await hear(post.liked(bob))
    await as(author).readAll()
    await hear(post.liked(carol), post.commented(bob), other.liked(bob))
    const ids = (await as(author).told()).filter((told) => told.post?._id === post._id).map(({ _id }) => _id)
    expect(ids).toHaveLength(3)
    await hear(post.deleted())
    expect(await as(author).list()).toMatchObject({
      notifications: [{ post: { _id: other._id } }],
      counts: { all: 1, like: 1, comment: 0 },
      unread: { all: 1 },
    })
    const fact = (await announced(author)).at(-1) as EventOf<typeof events.notificationRemoved>
    expect(fact).toMatchObject({ type: 'notification.removed', data: { unread: 1 } })
    expect(fact.data.ids.toSorted()).toEqual(ids.toSorted())
  })

  it('brings nothing back, whatever is heard later of it', async () => {
    const { hear, facts, author, told, pool } = await setUp()
    const post = facts.post(author, 'Secret')
    const [liked, commented] = [post.liked(bob), post.commented(bob)]
    await hear(post.deleted())
    await hear(post.created, liked, commented)
    expect(await told()).toEqual([])
    expect((await pool.query('select excerpt, deleted from posts where id = $1', [post._id])).rows).toEqual([
      { excerpt: '', deleted: true },
    ])
    expect((await pool.query('select 1 from known_likes where post_id = $1', [post._id])).rowCount).toBe(0)
  })
})

describe('a comment', () => {
  it('is told with how it begins, and with the others who commented', async () => {
    const { hear, given, told, author, facts } = await setUp()
    const post = await given.post(author)
    const [first, second, third] = [
      post.commented(bob, 'First'),
      post.commented(carol, 'Second'),
      post.commented(bob, 'Third'),
    ]
    await hear(first)
    expect(await told()).toMatchObject([
      { type: 'comment', text: 'commented: “First”', commentId: (first.data as { commentId: string }).commentId },
    ])
    await hear(second, third, third)
    await hear(facts.again(first))
    expect(await told()).toMatchObject([
      {
        text: 'and 1 other commented: “Third”',
        commentId: (third.data as { commentId: string }).commentId,
        actorCount: 2,
        from: { _id: bob._id },
      },
    ])
  })

  it('and a like are told apart', async () => {
    const { hear, given, as, author } = await setUp()
    const post = await given.post(author)
    await hear(post.liked(bob), post.commented(bob), post.commented(author))
    expect(await as(author).list('?type=comment')).toMatchObject({
      notifications: [{ type: 'comment' }],
      counts: { all: 2, like: 1, comment: 1 },
    })
  })

  it('of a read month ago is not told again', async () => {
    const { hear, given, as, author, facts, told } = await setUp()
    const said = (await given.post(author)).commented(alice)
    await hear(said)
    await as(author).readAll()
    facts.wait(31 * 24)
    await hear(facts.again(said))
    expect(await told()).toHaveLength(1)
  })
})
