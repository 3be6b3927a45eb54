import { describe, expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'
import { alice, bob, carol, usingOnce } from '@meadow/testing'
import { startNotify } from './given.ts'

const started = usingOnce(startNotify)

async function setUp() {
  const notify = await started()
  const author = await notify.given.member()
  return { ...notify, author, told: () => notify.as(author).told(), list: () => notify.as(author).list() }
}

describe('a follow', () => {
  it('is told, each by itself', async () => {
    const { hear, facts, author, told } = await setUp()
    await hear(facts.followed(bob, author), facts.followed(carol, author))
    expect(await told()).toMatchObject([
      { type: 'follow', text: 'started following you', from: { _id: carol._id }, post: null, commentId: null },
      { type: 'follow', from: { _id: bob._id } },
    ])
  })

  it('is told once in seven days, however often it is given up and begun again', async () => {
    const { hear, facts, author, told } = await setUp()
    const first = facts.followed(bob, author)
    await hear(first, first)
    await hear(facts.unfollowed(bob, author), facts.followed(bob, author), facts.again(first))
    expect(await told()).toHaveLength(1)
    await hear(facts.unfollowed(bob, author))
    facts.wait(7 * 24)
    await hear(facts.again(first))
    expect(await told()).toHaveLength(1)
    await hear(facts.followed(bob, author))
    expect(await told()).toHaveLength(2)
  })

  it('that was given up before it is heard of is not told', async () => {
    const { hear, facts, author, told } = await setUp()
    const [followed, unfollowed] = [facts.followed(bob, author), facts.unfollowed(bob, author)]
    await hear(unfollowed)
    await hear(followed)
    expect(await told()).toEqual([])
  })
})

describe('who may not be seen', () => {
  it.each([
    ['whom the member blocks', 'author'],
    ['who blocks the member', 'bob'],
  ])('is not told of, nor counted, while it is so: %s', async (_, blocker) => {
    const { hear, facts, given, author, list, announced } = await setUp()
    const ends = blocker === 'author' ? ([author, bob] as const) : ([bob, author] as const)
    const post = await given.post(author)
    await hear(post.liked(bob), post.commented(bob), post.commented(carol))
    await hear(facts.blocked(...ends))
    expect(await list()).toMatchObject({
      notifications: [{ type: 'comment', from: { _id: carol._id }, actorCount: 1 }],
      counts: { all: 1, like: 0 },
      unread: { all: 1, like: 0 },
    })
    expect((await announced(author)).at(-1)).toMatchObject({ type: 'notification.removed', data: { unread: 1 } })
    await hear(post.commented(bob, 'Hidden'), facts.followed(bob, author))
    expect(await list()).toMatchObject({ notifications: [{ text: 'commented: “Lovely!”' }], unread: { all: 1 } })
    await hear(facts.unblocked(...ends))
    expect(await list()).toMatchObject({ counts: { all: 3, like: 1, follow: 1 }, unread: { all: 3 } })
  })

  it('is not told of while their account is deactivated', async () => {
    const { hear, facts, given, author, list, as } = await setUp()
    const dan = await given.member()
    const post = await given.post(author)
    await hear(post.liked(dan), post.liked(bob), facts.followed(dan, author))
    await as(author).readAll({ types: ['follow'] })
    await hear(facts.deactivated(dan))
    expect(await list()).toMatchObject({ counts: { all: 1, follow: 0 }, notifications: [{ actorCount: 1 }] })
    await hear(facts.reactivated(dan))
    expect(await list()).toMatchObject({ counts: { all: 2, follow: 1 }, unread: { all: 1, follow: 0 } })
  })

  it('is gone for ever with their account, whatever comes late', async () => {
    const { hear, facts, given, author, list, announced, pool } = await setUp()
    const dan = await given.member()
    const post = await given.post(author)
    const late = post.commented(dan)
    await hear(post.liked(dan), facts.followed(dan, author), facts.followed(bob, author))
    await hear(facts.erased(dan))
    expect(await list()).toMatchObject({ counts: { all: 1 }, notifications: [{ from: { _id: bob._id } }] })
    expect((await announced(author)).at(-1)).toMatchObject({ type: 'notification.removed', data: { unread: 1 } })
    await hear(late, facts.followed(dan, author))
    expect(await list()).toMatchObject({ counts: { all: 1 } })
    const { rowCount } = await pool.query('select 1 from notification_actors where actor_id = $1', [dan._id])
    expect(rowCount).toBe(0)
  })
})

describe('a member who is erased', () => {
  it('leaves nothing that they were told, and is told nothing more', async () => {
    const { hear, facts, given, author, as, pool } = await setUp()
    const post = await given.post(author, 'My words')
    await hear(post.liked(bob), facts.followed(bob, author))
    await as(author).prefer({ like: { from: 'following' } })
    await hear(facts.erased(author))
    await hear(post.liked(carol), post.commented(carol), facts.followed(carol, author))
    for (const [table, column] of Object.entries({
      notifications: 'member_id',
      counters: 'member_id',
      preferences: 'member_id',
    })) {
      const { rowCount } = await pool.query(`select 1 from ${table} where ${column} = $1`, [author._id])
      expect([table, rowCount]).toEqual([table, 0])
    }
    expect((await pool.query('select excerpt from posts where id = $1', [post._id])).rows).toEqual([{ excerpt: '' }])
  })
})

describe('names', () => {
  it('are as they are now', async () => {
    const { hear, facts, given, author, told } = await setUp()
    const dan = await given.member()
    await hear((await given.post(author)).liked(dan))
    await hear(facts.updated({ ...dan, fullName: 'Dan Newname', avatar: '/media/p/x' }, 3))
    expect(await told()).toMatchObject([{ from: { fullName: 'Dan Newname', avatar: '/media/p/x' } }])
  })

  it('say whether one follows them', async () => {
    const { hear, facts, author, told } = await setUp()
    await hear(facts.followed(bob, author), facts.followed(author, bob))
    expect(await told()).toMatchObject([{ from: { isFollowing: true } }])
  })
})

describe('a round in which owners tell all again', () => {
  it('hides those whom nobody knows any more', async () => {
    const { hear, facts, given, author, list } = await setUp()
    const dan = await given.member()
    await hear(facts.followed(dan, author), facts.followed(bob, author))
    const said = (subject: string) => {
      const time = facts.now()
      return { source: 'test', subject, time, id: newId(time) }
    }
    const round = newId(facts.now())
    const told = [alice, bob, carol, author].map(({ _id, username, fullName }) =>
      createEvent(events.memberAccountSnapshot, {
        ...said(_id),
        data: { username, fullName, accountVersion: 1, registeredAt: facts.now().toISOString() },
      }),
    )
    await hear(
      createEvent(events.membersSnapshotRequested, { ...said(round), data: {} }),
      ...told,
      createEvent(events.membersSnapshotCompleted, { ...said(round), data: { owner: 'auth' } }),
    )
    expect(await list()).toMatchObject({ counts: { all: 1 }, notifications: [{ from: { _id: bob._id } }] })
  })
})
