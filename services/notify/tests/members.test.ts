import { describe, expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { eraseMemberBatch } from '@meadow/members'
import { newId } from '@meadow/service'
import { alice, bob, carol, shareAcrossTests } from '@meadow/testing'
import { HOUR_MS } from '@meadow/testing/service'
import { openNotify } from './fixtures.ts'

const started = shareAcrossTests(openNotify)

async function setUp() {
  const notify = await started()
  const author = await notify.addMember()
  return {
    ...notify,
    author,
    notifications: () => notify.as(author).notifications(),
    list: () => notify.as(author).list(),
  }
}

describe('a follow', () => {
  it('notifies, each by itself', async () => {
    const { deliverEvents, testEvents, author, notifications } = await setUp()
    await deliverEvents(testEvents.followed(bob, author), testEvents.followed(carol, author))
    expect(await notifications()).toMatchObject([
      { type: 'follow', text: 'started following you', from: { _id: carol._id }, post: null, commentId: null },
      { type: 'follow', from: { _id: bob._id } },
    ])
  })

  it('notifies once in seven days, for repeated unfollows and follows', async () => {
    const { deliverEvents, testEvents, clock, author, notifications } = await setUp()
    const first = testEvents.followed(bob, author)
    await deliverEvents(first, first)
    await deliverEvents(testEvents.unfollowed(bob, author), testEvents.followed(bob, author), testEvents.repeat(first))
    expect(await notifications()).toHaveLength(1)
    await deliverEvents(testEvents.unfollowed(bob, author))
    clock.advance(7 * 24 * HOUR_MS)
    await deliverEvents(testEvents.repeat(first))
    expect(await notifications()).toHaveLength(1)
    await deliverEvents(testEvents.followed(bob, author))
    expect(await notifications()).toHaveLength(2)
  })

  it('does not notify if its unfollow arrived first', async () => {
    const { deliverEvents, testEvents, author, notifications } = await setUp()
    const [followed, unfollowed] = [testEvents.followed(bob, author), testEvents.unfollowed(bob, author)]
    await deliverEvents(unfollowed)
    await deliverEvents(followed)
    expect(await notifications()).toEqual([])
  })
})

describe('a follow request', () => {
  it('notifies the private member, and its acceptance the requester instead', async () => {
    const { deliverEvents, testEvents, addMember, as, author, notifications, list } = await setUp()
    const requester = await addMember()
    const requested = testEvents.followRequested(requester, author)
    await deliverEvents(requested, requested, testEvents.repeat(requested))
    expect(await notifications()).toMatchObject([
      { type: 'follow', followKind: 'requested', text: 'asked to follow you', from: { _id: requester._id } },
    ])
    await deliverEvents(testEvents.followAccepted(requester, author))
    expect(await list()).toMatchObject({ notifications: [], counts: { all: 0 }, unread: { all: 0 } })
    expect(await as(requester).notifications()).toMatchObject([
      { type: 'follow', followKind: 'accepted', text: 'accepted your follow request', from: { _id: author._id } },
    ])
  })

  it('leaves nothing when it ends, and notifies once in seven days', async () => {
    const { deliverEvents, testEvents, clock, addMember, as, author, notifications } = await setUp()
    const requester = await addMember()
    const ask = async () => {
      await deliverEvents(testEvents.followRequested(requester, author))
      return (await notifications()).length
    }
    expect(await ask()).toBe(1)
    await deliverEvents(testEvents.followDeclined(requester, author))
    expect(await notifications()).toEqual([])
    expect(await ask()).toBe(0)
    await deliverEvents(testEvents.followDeclined(requester, author))
    clock.advance(7 * 24 * HOUR_MS)
    expect(await ask()).toBe(1)
    expect(await as(requester).notifications()).toEqual([])
  })

  it('does not notify if its end arrived first', async () => {
    const { deliverEvents, testEvents, author, notifications } = await setUp()
    const [requested, declined] = [testEvents.followRequested(bob, author), testEvents.followDeclined(bob, author)]
    await deliverEvents(declined)
    await deliverEvents(requested)
    expect(await notifications()).toEqual([])
  })
})

it('a comment of a private member notifies followers only, and their like everyone', async () => {
  const { deliverEvents, testEvents, addMember, addPost, author, list } = await setUp()
  const writer = await addMember()
  const post = await addPost(author)
  await deliverEvents(testEvents.privacyUpdated(writer, true))
  await deliverEvents(post.liked(writer), post.commented(writer, 'Private words'))
  expect(await list()).toMatchObject({ notifications: [{ type: 'like' }], counts: { all: 1, comment: 0 } })
  await deliverEvents(testEvents.followAccepted(author, writer))
  expect((await list()).counts).toMatchObject({ like: 1, comment: 1 })
  await deliverEvents(testEvents.unfollowed(author, writer))
  expect((await list()).counts).toMatchObject({ like: 1, comment: 0 })
  await deliverEvents(testEvents.privacyUpdated(writer, false))
  expect((await list()).counts).toMatchObject({ like: 1, comment: 1 })
})

describe('an actor whom the member cannot see', () => {
  it.each([
    ['whom the member blocks', 'author'],
    ['who blocks the member', 'bob'],
  ])('is hidden and not counted: %s', async (_, blocker) => {
    const { deliverEvents, testEvents, addPost, author, list, publishedEvents } = await setUp()
    const ends = blocker === 'author' ? ([author, bob] as const) : ([bob, author] as const)
    const post = await addPost(author)
    await deliverEvents(post.liked(bob), post.commented(bob), post.commented(carol))
    await deliverEvents(testEvents.blocked(...ends))
    expect(await list()).toMatchObject({
      notifications: [{ type: 'comment', from: { _id: carol._id }, actorCount: 1 }],
      counts: { all: 1, like: 0 },
      unread: { all: 1, like: 0 },
    })
    expect((await publishedEvents(author)).at(-1)).toMatchObject({ type: 'notification.removed', data: { unread: 1 } })
    await deliverEvents(post.commented(bob, 'Hidden'), testEvents.followed(bob, author))
    expect(await list()).toMatchObject({ notifications: [{ text: 'commented: “Lovely!”' }], unread: { all: 1 } })
    await deliverEvents(testEvents.unblocked(...ends))
    expect(await list()).toMatchObject({ counts: { all: 3, like: 1, follow: 1 }, unread: { all: 3 } })
  })

  it('is hidden while their account is deactivated', async () => {
    const { deliverEvents, testEvents, addMember, addPost, author, list, as } = await setUp()
    const dan = await addMember()
    const post = await addPost(author)
    await deliverEvents(post.liked(dan), post.liked(bob), testEvents.followed(dan, author))
    await as(author).readAll({ types: ['follow'] })
    await deliverEvents(testEvents.deactivated(dan))
    expect(await list()).toMatchObject({ counts: { all: 1, follow: 0 }, notifications: [{ actorCount: 1 }] })
    await deliverEvents(testEvents.reactivated(dan))
    expect(await list()).toMatchObject({ counts: { all: 2, follow: 1 }, unread: { all: 1, follow: 0 } })
  })

  it('is removed for ever with their account, even if events arrive late', async () => {
    const { deliverEvents, testEvents, addMember, addPost, author, list, publishedEvents, pool } = await setUp()
    const dan = await addMember()
    const post = await addPost(author)
    const late = post.commented(dan)
    await deliverEvents(post.liked(dan), testEvents.followed(dan, author), testEvents.followed(bob, author))
    await deliverEvents(testEvents.erased(dan))
    expect(await list()).toMatchObject({ counts: { all: 1 }, notifications: [{ from: { _id: bob._id } }] })
    expect((await publishedEvents(author)).at(-1)).toMatchObject({ type: 'notification.removed', data: { unread: 1 } })
    await deliverEvents(late, testEvents.followed(dan, author))
    expect(await list()).toMatchObject({ counts: { all: 1 } })
    const { rowCount } = await pool.query('select 1 from notification_actors where actor_id = $1', [dan._id])
    expect(rowCount).toBe(0)
  })
})

describe('a muted member', () => {
  it('notifies nobody who mutes them: nothing is listed or counted, then or later', async () => {
    const { deliverEvents, testEvents, addPost, author, list, publishedEvents } = await setUp()
    const post = await addPost(author)
    await deliverEvents(post.liked(bob))
    await deliverEvents(testEvents.muted(author, bob))
    const published = (await publishedEvents(author)).length
    await deliverEvents(post.commented(bob), testEvents.followed(bob, author))
    expect((await publishedEvents(author)).length).toBe(published)
    const earlier = { counts: { all: 1, like: 1 }, unread: { all: 1 } }
    expect(await list()).toMatchObject(earlier) // what was there before the mute stays
    await deliverEvents(testEvents.unmuted(author, bob))
    expect(await list()).toMatchObject(earlier)
    await deliverEvents(post.commented(bob, 'Again'))
    expect(await list()).toMatchObject({ counts: { all: 2 }, unread: { all: 2 } })
  })

  it('does not hide the others of a group', async () => {
    const { deliverEvents, testEvents, addPost, author, list } = await setUp()
    const post = await addPost(author)
    await deliverEvents(testEvents.muted(author, bob), post.liked(bob), post.liked(carol))
    expect(await list()).toMatchObject({ notifications: [{ from: { _id: carol._id }, actorCount: 1 }] })
  })

  it('notifies again when the time of the mute is over', async () => {
    const { deliverEvents, testEvents, addPost, author, list } = await setUp()
    const post = await addPost(author)
    await deliverEvents(testEvents.muted(author, bob, new Date(Date.now() + HOUR_MS)), post.liked(bob))
    expect(await list()).toMatchObject({ counts: { all: 0 } })
    await deliverEvents(testEvents.muted(author, bob, new Date(Date.now() - 1)), post.commented(bob))
    expect(await list()).toMatchObject({ counts: { all: 1 } })
  })
})

describe('a member who is erased', () => {
  it('has no notifications and receives none', async () => {
    const { deliverEvents, testEvents, addPost, author, as, pool, publishedEvents, store, clock } = await setUp()
    const post = await addPost(author, 'My words')
    await deliverEvents(post.liked(bob), testEvents.followed(bob, author))
    await as(author).changePreferences({ like: { from: 'following' } })
    await deliverEvents(testEvents.erased(author))
    await deliverEvents(post.liked(carol), post.commented(carol), testEvents.followed(carol, author))
    for (const [table, column] of Object.entries({
      notifications: 'member_id',
      counters: 'member_id',
      preferences: 'member_id',
    })) {
      const { rowCount } = await pool.query(`select 1 from ${table} where ${column} = $1`, [author._id])
      expect([table, rowCount]).toEqual([table, 0])
    }
    expect((await pool.query('select excerpt from posts where id = $1', [post._id])).rows).toEqual([{ excerpt: '' }])
    const deps = { service: 'notify' as const, consumerStore: store.ports.consumerStore, now: clock.now, newId }
    while (await eraseMemberBatch(deps));
    expect((await publishedEvents(author)).at(-1)).toMatchObject({
      type: 'member.part-erased',
      data: { service: 'notify', counts: { posts: 1, ownNotifications: 2, settings: 1 } },
    })
    const erased = testEvents.erased(author)
    await deliverEvents(erased, erased, testEvents.erased(author), testEvents.followed(carol, author)) // replays
    while (await eraseMemberBatch(deps));
    const confirmed = (await publishedEvents(author)).filter(({ type }) => type === 'member.part-erased')
    expect(confirmed.slice(1)).toMatchObject([{ data: { service: 'notify', counts: {} } }])
  })
})

describe('names', () => {
  it('are the current ones', async () => {
    const { deliverEvents, testEvents, addMember, addPost, author, notifications } = await setUp()
    const dan = await addMember()
    await deliverEvents((await addPost(author)).liked(dan))
    await deliverEvents(testEvents.updated({ ...dan, fullName: 'Dan Newname', avatar: '/media/p/x' }, 3))
    expect(await notifications()).toMatchObject([{ from: { fullName: 'Dan Newname', avatar: '/media/p/x' } }])
  })

  it('contain the follow of the viewer', async () => {
    const { deliverEvents, testEvents, author, notifications } = await setUp()
    await deliverEvents(testEvents.followed(bob, author), testEvents.followed(author, bob))
    expect(await notifications()).toMatchObject([{ from: { isFollowing: true } }])
  })
})

describe('a snapshot round', () => {
  it('hides members without an owner', async () => {
    const { deliverEvents, testEvents, addMember, author, list, clock } = await setUp()
    const dan = await addMember()
    await deliverEvents(testEvents.followed(dan, author), testEvents.followed(bob, author))
    const { envelope } = testEvents
    const round = newId(clock.now())
    const snapshots = [alice, bob, carol, author].map(({ _id, username, fullName }) =>
      createEvent(events.memberAccountSnapshot, {
        ...envelope(events.memberAccountSnapshot, _id),
        data: { username, fullName, accountVersion: 1, registeredAt: clock.now().toISOString() },
      }),
    )
    await deliverEvents(
      createEvent(events.membersSnapshotRequested, { ...envelope(events.membersSnapshotRequested, round), data: {} }),
      ...snapshots,
      createEvent(events.membersSnapshotCompleted, {
        ...envelope(events.membersSnapshotCompleted, round),
        data: { owner: 'auth' },
      }),
    )
    expect(await list()).toMatchObject({ counts: { all: 1 }, notifications: [{ from: { _id: bob._id } }] })
  })
})
