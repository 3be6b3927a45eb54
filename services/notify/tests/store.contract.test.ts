import { describe, expect, it } from '@jest/globals'
import { deliverEvents } from '@meadow/events/testing'
import { bob, carol, createTestMember, describeOnEachEngine, shareAcrossTests, UNKNOWN_ID } from '@meadow/testing'
import { countStatements } from '@meadow/testing/service'
import { notifyEventHandlers } from '../src/event-handlers.ts'
import { createTestTimeline, openStore } from './fixtures.ts'

const newest = { limit: 10, after: undefined, skip: 0 }

describeOnEachEngine({ postgres: openStore }, (open) => {
  const opened = shareAcrossTests(open)

  /** Adds a member whose post Bob liked and whom Carol follows. */
  async function setUp() {
    const { ports, publishedEvents } = await opened()
    const { clock, testEvents } = createTestTimeline()
    const member = createTestMember()
    const memberId = member._id
    const post = testEvents.post(member)
    await deliverEvents(notifyEventHandlers, ports.consumerStore, [
      testEvents.registered(bob),
      testEvents.registered(carol),
      post.created,
      post.liked(bob),
      testEvents.followed(carol, member),
    ])
    return {
      ...ports,
      memberId,
      clock,
      testEvents,
      post,
      publishedEvents: async () => (await publishedEvents()).filter(({ subject }) => subject === memberId),
      keys: await ports.notifications.list(memberId, newest),
    }
  }

  describe('notifications', () => {
    it('are listed by their last change, with one more than the limit', async () => {
      const { notifications, memberId, keys } = await setUp()
      const found = await notifications.findMany(keys.map(({ _id }) => _id))
      expect(found.map(({ type }) => type)).toEqual(['follow', 'like'])
      expect(await notifications.list(memberId, { ...newest, limit: 1 })).toEqual(keys)
      expect(await notifications.list(memberId, { ...newest, after: keys[0] })).toEqual(keys.slice(1))
      expect(await notifications.list(memberId, { ...newest, skip: 1 })).toEqual(keys.slice(1))
      expect(await notifications.list(memberId, newest, 'like')).toEqual(keys.slice(1))
      expect(await notifications.findMany([UNKNOWN_ID])).toEqual([])
      expect(await notifications.findMany([])).toEqual([])
    })

    it('are marked as read together with their event, or not at all', async () => {
      const { notifications, memberId, keys, publishedEvents } = await setUp()
      const invalid = new Date(Number.NaN) // no event can have this time
      await expect(notifications.markRead(memberId, keys[0]?._id ?? '', invalid)).rejects.toThrow()
      const all = { types: ['like', 'follow'] as const, before: new Date() }
      await expect(notifications.markAllRead(memberId, all, invalid)).rejects.toThrow()
      expect(await notifications.getUnreadCounts(memberId)).toEqual({ unread: 2, unseen: 2 })
      expect(await publishedEvents()).toHaveLength(2)
    })

    it('are seen together with their event, or not at all', async () => {
      const { notifications, memberId, keys, publishedEvents, clock } = await setUp()
      const before = keys[1]?.createdAt as Date
      await expect(notifications.markSeen(memberId, before, new Date(Number.NaN))).rejects.toThrow()
      expect(await notifications.getUnreadCounts(memberId)).toEqual({ unread: 2, unseen: 2 })
      const seen = { unread: 2, unseen: 1 }
      expect(await notifications.markSeen(memberId, before, clock.now())).toEqual(seen)
      expect(await notifications.markSeen(memberId, before, clock.now())).toEqual(seen)
      const events = (await publishedEvents()).filter(({ type }) => type === 'notification.seen')
      expect(events).toMatchObject([{ data: { before: before.toISOString(), ...seen } }])
    })

    it('stay seen, whatever order the devices tell it in', async () => {
      const { notifications, memberId, keys, publishedEvents, clock } = await setUp()
      const times = keys.map(({ createdAt }) => createdAt)
      await Promise.all([...times, ...times].map((before) => notifications.markSeen(memberId, before, clock.now())))
      expect(await notifications.getUnreadCounts(memberId)).toEqual({ unread: 2, unseen: 0 })
      const seen = (await publishedEvents()).flatMap(({ type, data }) =>
        type === 'notification.seen' ? [(data as { before: string }).before] : [],
      )
      expect(seen).toEqual(seen.toSorted())
      expect(seen.at(-1)).toBe(times[0]?.toISOString())
    })

    it('are unseen again when another member joins them', async () => {
      const { notifications, consumerStore, memberId, clock, post } = await setUp()
      await notifications.markSeen(memberId, new Date('9999-12-31'), clock.now())
      await deliverEvents(notifyEventHandlers, consumerStore, [post.liked(carol)])
      expect(await notifications.getUnreadCounts(memberId)).toEqual({ unread: 2, unseen: 1 })
    })

    it('have correct counts after concurrent reads', async () => {
      const { notifications, memberId, keys, clock, publishedEvents } = await setUp()
      const ids = keys.map(({ _id }) => _id)
      const all = { types: ['like', 'follow'] as const, before: clock.now() }
      const many = Array.from({ length: 4 }, () => [
        ...ids.map((_id) => notifications.markRead(memberId, _id, clock.now())),
        notifications.markAllRead(memberId, all, clock.now()),
      ])
      await Promise.all(many.flat())
      expect(await notifications.getCounts(memberId)).toMatchObject({
        counts: { all: 2, like: 1, follow: 1 },
        unread: { all: 0, like: 0, follow: 0 },
      })
      const reads = (await publishedEvents()).filter(({ type }) => type === 'notification.read')
      expect(reads.map(({ data }) => (data as { unread: number }).unread)).toEqual(
        reads.length === 1 ? [0] : [1, 0], // one for each change, by either call
      )
    })

    it('have correct counts while new ones arrive', async () => {
      const { notifications, consumerStore, memberId, clock, post } = await setUp()
      const all = () => ({ types: ['like'] as const, before: clock.now() })
      await Promise.all(
        Array.from({ length: 5 }, async () => {
          await deliverEvents(notifyEventHandlers, consumerStore, [
            post.liked(createTestMember()),
            post.liked(createTestMember()),
          ])
          await notifications.markAllRead(memberId, all(), clock.now())
        }),
      )
      const found = await notifications.list(memberId, { ...newest, limit: 50 })
      const unread = (await notifications.findMany(found.map(({ _id }) => _id))).filter(({ isRead }) => !isRead)
      expect(await notifications.getUnreadCounts(memberId)).toMatchObject({ unread: unread.length })
      expect((await notifications.getCounts(memberId)).counts.all).toBe(found.length)
    })

    it('are deleted in batches when they have not changed for long, also from the counts', async () => {
      const { notifications, memberId, keys, clock, publishedEvents } = await setUp()
      const [follow, like] = keys
      const before = follow?.createdAt ?? new Date() // the like is older
      while (await notifications.deleteExpired(before, clock.now()));
      expect(await notifications.list(memberId, newest)).toEqual([follow])
      expect(await notifications.getCounts(memberId)).toMatchObject({
        counts: { all: 1, like: 0, follow: 1 },
        unread: { all: 1, like: 0, follow: 1 },
      })
      const removal = { type: 'notification.removed', data: { ids: [like?._id], unread: 1, unseen: 1 } }
      expect((await publishedEvents()).at(-1)).toMatchObject(removal)
      expect(await notifications.deleteExpired(before, clock.now())).toBe(false)
    })

    it('stay while they change, however old they are', async () => {
      const { notifications, consumerStore, memberId, clock, post } = await setUp()
      clock.advance(23 * 3_600_000)
      const before = clock.now()
      await deliverEvents(notifyEventHandlers, consumerStore, [post.liked(carol)]) // joins the like of 23 hours ago
      await notifications.deleteExpired(before, clock.now())
      const remaining = await notifications.list(memberId, newest)
      expect((await notifications.findMany(remaining.map(({ _id }) => _id))).map(({ type }) => type)).toEqual(['like'])
      expect(await notifications.getUnreadCounts(memberId)).toMatchObject({ unread: 1 })
    })

    it('are counted for many members by one statement, if they ask at the same time', async () => {
      const { notifications, memberId, keys, clock } = await setUp()
      const { memberId: otherId } = await setUp()
      await notifications.markRead(memberId, keys[0]?._id ?? '', clock.now())
      const many = Array.from({ length: 20 }, () => [memberId, otherId, UNKNOWN_ID]).flat()
      const readAll = () => Promise.all(many.map((id) => notifications.getUnreadCounts(id)))
      const result = Array.from({ length: 20 }, () => [1, 2, 0].map((unread) => ({ unread, unseen: unread }))).flat()
      expect(await countStatements(readAll)).toEqual({ statements: 1, result })
    })

    it('do not exist for an unknown member', async () => {
      const { notifications, clock } = await setUp()
      expect(await notifications.getUnreadCounts(UNKNOWN_ID)).toEqual({ unread: 0, unseen: 0 })
      expect(await notifications.getCounts(UNKNOWN_ID)).toMatchObject({ counts: { all: 0 }, unread: { all: 0 } })
      const reading = notifications.markRead(UNKNOWN_ID, UNKNOWN_ID, clock.now())
      await expect(reading).rejects.toMatchObject({ code: 'notification_not_found' })
    })
  })

  describe('processed actions', () => {
    const HOUR_MS = 3_600_000
    const inAnHour = () => new Date(Date.now() + HOUR_MS) // rows have the time of the database

    it('are recognised until they expire', async () => {
      const { notifications, consumerStore, processedActions, memberId, post, testEvents } = await setUp()
      const [comment, like] = [post.commented(bob), post.liked(carol)]
      const takeAgain = async () => {
        await deliverEvents(notifyEventHandlers, consumerStore, [comment, like].map(testEvents.repeat))
        return (await notifications.getCounts(memberId)).counts.all
      }
      await takeAgain()
      await notifications.deleteExpired(inAnHour(), new Date())
      while (await processedActions.deleteExpired(new Date(Date.now() - HOUR_MS)));
      expect(await takeAgain()).toBe(0)
      while (await processedActions.deleteExpired(inAnHour()));
      expect(await takeAgain()).toBe(2)
    })

    it('of a deleted post are forgotten with its id, those of other posts are not', async () => {
      const { consumerStore, processedActions, post, testEvents } = await setUp()
      const other = testEvents.post(createTestMember())
      await deliverEvents(notifyEventHandlers, consumerStore, [other.created, post.deleted()])
      const { pool } = await opened()
      const listPosts = async () => {
        const { rows } = await pool.query('select id from posts where id = any($1) order by id', [
          [post._id, other._id],
        ])
        return rows.map(({ id }) => id)
      }
      while (await processedActions.deleteExpired(new Date(Date.now() - HOUR_MS)));
      expect(await listPosts()).toEqual([post._id, other._id].toSorted())
      while (await processedActions.deleteExpired(inAnHour()));
      expect(await listPosts()).toEqual([other._id])
    })
  })

  describe('preferences', () => {
    it('keep concurrent changes of two devices', async () => {
      const { preferences, memberId } = await setUp()
      await Promise.all([
        preferences.change(memberId, { preferences: { like: { inApp: false } } }),
        preferences.change(memberId, { preferences: { like: { from: 'following' }, share: { inApp: false } } }),
        preferences.change(memberId, { preferences: { like: { push: false } } }),
        preferences.change(memberId, { hidePushText: true }),
        preferences.change(memberId, { quietHours: { zone: 'Europe/Berlin' } }),
        preferences.change(memberId, {}),
      ])
      const settings = await preferences.find(memberId)
      expect(settings).toMatchObject({ hidePushText: true, quietHours: { zone: 'Europe/Berlin' } })
      expect(settings.preferences).toMatchObject({
        like: { inApp: false, push: false, from: 'following' },
        share: { inApp: false, from: 'everyone' },
        comment: { inApp: true, from: 'everyone' },
      })
    })
  })
})
