import { describe, expect, it } from '@jest/globals'
import { deliverEvents } from '@meadow/events/testing'
import { bob, carol, createTestMember, describeOnEachEngine, shareAcrossTests, UNKNOWN_ID } from '@meadow/testing'
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
    await deliverEvents(notifyEventHandlers, ports.store, [
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
      expect(await notifications.getUnreadCount(memberId)).toBe(2)
      expect(await publishedEvents()).toHaveLength(2)
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
      const { notifications, store, memberId, clock, post } = await setUp()
      const all = () => ({ types: ['like'] as const, before: clock.now() })
      await Promise.all(
        Array.from({ length: 5 }, async () => {
          await deliverEvents(notifyEventHandlers, store, [
            post.liked(createTestMember()),
            post.liked(createTestMember()),
          ])
          await notifications.markAllRead(memberId, all(), clock.now())
        }),
      )
      const found = await notifications.list(memberId, { ...newest, limit: 50 })
      const unread = (await notifications.findMany(found.map(({ _id }) => _id))).filter(({ isRead }) => !isRead)
      expect(await notifications.getUnreadCount(memberId)).toBe(unread.length)
      expect((await notifications.getCounts(memberId)).counts.all).toBe(found.length)
    })

    it('do not exist for an unknown member', async () => {
      const { notifications, clock } = await setUp()
      expect(await notifications.getUnreadCount(UNKNOWN_ID)).toBe(0)
      expect(await notifications.getCounts(UNKNOWN_ID)).toMatchObject({ counts: { all: 0 }, unread: { all: 0 } })
      const reading = notifications.markRead(UNKNOWN_ID, UNKNOWN_ID, clock.now())
      await expect(reading).rejects.toMatchObject({ code: 'notification_not_found' })
    })
  })

  describe('preferences', () => {
    it('keep concurrent changes of two devices', async () => {
      const { preferences, memberId } = await setUp()
      await Promise.all([
        preferences.change(memberId, { like: { inApp: false } }),
        preferences.change(memberId, { like: { from: 'following' }, share: { inApp: false } }),
        preferences.change(memberId, {}),
      ])
      expect(await preferences.find(memberId)).toMatchObject({
        like: { inApp: false, from: 'following' },
        share: { inApp: false, from: 'everyone' },
        comment: { inApp: true, from: 'everyone' },
      })
    })
  })
})
