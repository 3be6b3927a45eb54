import { describe, expect, it } from '@jest/globals'
import { deliverEvents } from '@meadow/events/testing'
import { bob, carol, createTestMember, describeOnEachEngine, shareAcrossTests, UNKNOWN_ID } from '@meadow/testing'
import { notifyEventHandlers } from '../src/event-handlers.ts'
import { createNotificationReadEvent } from '../src/notifications/notification-events.ts'
import { createTestTimeline, openStore } from './fixtures.ts'

const newest = { limit: 10, after: undefined, skip: 0 }

describeOnEachEngine({ postgres: openStore }, (open) => {
  const opened = shareAcrossTests(open)

  /** A member whose post Bob liked and whom Carol follows. */
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
    const createReadEvent = (read: Parameters<typeof createNotificationReadEvent>[0]) => (unread: number) =>
      createNotificationReadEvent(read, { memberId, unread, at: clock.now() })
    return {
      ...ports,
      memberId,
      clock,
      post,
      createReadEvent,
      publishedEvents: async () => (await publishedEvents()).filter(({ subject }) => subject === memberId),
      keys: await ports.notifications.list(memberId, newest),
    }
  }

  describe('notifications', () => {
    it('are listed by their last change, one more than asked for', async () => {
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

    it('are read with their fact, or not at all', async () => {
      const { notifications, memberId, keys, publishedEvents } = await setUp()
      const silence = () => {
        throw new Error('no words')
      }
      await expect(notifications.markRead(memberId, keys[0]?._id ?? '', silence)).rejects.toThrow('no words')
      const all = { types: ['like', 'follow'] as const, before: new Date() }
      await expect(notifications.markAllRead(memberId, all, silence)).rejects.toThrow('no words')
      expect(await notifications.unread(memberId)).toBe(2)
      expect(await publishedEvents()).toHaveLength(2)
    })

    it('are counted right by however many who read at once', async () => {
      const { notifications, memberId, keys, createReadEvent, clock, publishedEvents } = await setUp()
      const ids = keys.map(({ _id }) => _id)
      const all = { types: ['like', 'follow'] as const, before: clock.now() }
      const many = Array.from({ length: 4 }, () => [
        ...ids.map((_id) => notifications.markRead(memberId, _id, createReadEvent({ ids: [_id] }))),
        notifications.markAllRead(
          memberId,
          all,
          createReadEvent({ before: all.before.toISOString(), types: [...all.types] }),
        ),
      ])
      const done = await Promise.all(many.flat())
      expect(await notifications.getCounts(memberId)).toMatchObject({
        counts: { all: 2, like: 1, follow: 1 },
        unread: { all: 0, like: 0, follow: 0 },
      })
      const reads = (await publishedEvents()).filter(({ type }) => type === 'notification.read')
      expect(reads).toHaveLength(done.filter(({ changed }) => changed).length)
      expect(reads.at(-1)).toMatchObject({ data: { unread: 0 } })
    })

    it('are counted right while others go on', async () => {
      const { notifications, store, memberId, createReadEvent, clock, post } = await setUp()
      const all = () => ({ types: ['like'] as const, before: clock.now() })
      await Promise.all(
        Array.from({ length: 5 }, async () => {
          await deliverEvents(notifyEventHandlers, store, [
            post.liked(createTestMember()),
            post.liked(createTestMember()),
          ])
          const which = all()
          await notifications.markAllRead(
            memberId,
            which,
            createReadEvent({ before: which.before.toISOString(), types: ['like'] }),
          )
        }),
      )
      const found = await notifications.list(memberId, { ...newest, limit: 50 })
      const unread = (await notifications.findMany(found.map(({ _id }) => _id))).filter(({ isRead }) => !isRead)
      expect(await notifications.unread(memberId)).toBe(unread.length)
      expect((await notifications.getCounts(memberId)).counts.all).toBe(found.length)
    })

    it('of nobody are none', async () => {
      const { notifications, createReadEvent } = await setUp()
      expect(await notifications.unread(UNKNOWN_ID)).toBe(0)
      expect(await notifications.getCounts(UNKNOWN_ID)).toMatchObject({ counts: { all: 0 }, unread: { all: 0 } })
      const reading = notifications.markRead(UNKNOWN_ID, UNKNOWN_ID, createReadEvent({ ids: [] }))
      await expect(reading).rejects.toMatchObject({ code: 'notification_not_found' })
    })
  })

  describe('preferences', () => {
    it('keep what two devices change at once', async () => {
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
