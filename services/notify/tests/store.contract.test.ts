import { describe, expect, it } from '@jest/globals'
import { deliverEvents, readPostgresOutbox } from '@meadow/events/testing'
import { bob, carol, onEveryEngine, usingOnce } from '@meadow/testing'
import { testDatabase } from '@meadow/testing/postgres'
import { handlers } from '../src/handlers.ts'
import { notifyMigrations } from '../src/migrations.ts'
import { read } from '../src/notifications/facts.ts'
import { postgresPorts } from '../src/store.ts'
import { createFacts } from './facts.ts'
import { aStranger, unknownId } from './given.ts'

/** All ports on a PostgreSQL database of their own. */
async function openPostgres() {
  const { pool, ...database } = await testDatabase(...notifyMigrations)
  const { outbox, ...ports } = postgresPorts(pool)
  return {
    ...ports,
    facts: async (memberId: string) => (await readPostgresOutbox(pool)).filter(({ subject }) => subject === memberId),
    [Symbol.asyncDispose]: database[Symbol.asyncDispose],
  }
}

const newest = { limit: 10, after: undefined, skip: 0 }

onEveryEngine({ postgres: openPostgres }, (open) => {
  const opened = usingOnce(open)

  /** Somebody whose post Bob liked, whom Carol follows. */
  async function setUp() {
    const store = await opened()
    const said = createFacts()
    const { _id: memberId, ...member } = aStranger()
    const post = said.post({ _id: memberId, ...member })
    await deliverEvents(handlers, store.store, [
      said.registered(bob),
      said.registered(carol),
      post.created,
      post.liked(bob),
      said.followed(carol, { _id: memberId, ...member }),
    ])
    const told = (what: Parameters<typeof read>[0]) => (unread: number) =>
      read(what, { memberId, unread, at: said.now() })
    return { ...store, memberId, said, post, told, keys: await store.notifications.list(memberId, newest) }
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
      expect(await notifications.findMany([unknownId])).toEqual([])
      expect(await notifications.findMany([])).toEqual([])
    })

    it('are read with their fact, or not at all', async () => {
      const { notifications, memberId, keys, facts } = await setUp()
      const silence = () => {
        throw new Error('no words')
      }
      await expect(notifications.read(memberId, keys[0]?._id ?? '', silence)).rejects.toThrow('no words')
      const all = { types: ['like', 'follow'] as const, before: new Date() }
      await expect(notifications.readAll(memberId, all, silence)).rejects.toThrow('no words')
      expect(await notifications.unread(memberId)).toBe(2)
      expect(await facts(memberId)).toHaveLength(2)
    })

    it('are counted right by however many who read at once', async () => {
      const { notifications, memberId, keys, told, facts, said } = await setUp()
      const ids = keys.map(({ _id }) => _id)
      const all = { types: ['like', 'follow'] as const, before: said.now() }
      const many = Array.from({ length: 4 }, () => [
        ...ids.map((_id) => notifications.read(memberId, _id, told({ ids: [_id] }))),
        notifications.readAll(memberId, all, told({ before: all.before.toISOString(), types: [...all.types] })),
      ])
      const done = await Promise.all(many.flat())
      expect(await notifications.counts(memberId)).toMatchObject({
        counts: { all: 2, like: 1, follow: 1 },
        unread: { all: 0, like: 0, follow: 0 },
      })
      const reads = (await facts(memberId)).filter(({ type }) => type === 'notification.read')
      expect(reads).toHaveLength(done.filter(({ changed }) => changed).length)
      expect(reads.at(-1)).toMatchObject({ data: { unread: 0 } })
    })

    it('are counted right while others go on', async () => {
      const { notifications, store, memberId, told, said, post } = await setUp()
      const all = () => ({ types: ['like'] as const, before: said.now() })
      await Promise.all(
        Array.from({ length: 5 }, async () => {
          await deliverEvents(handlers, store, [post.liked(aStranger()), post.liked(aStranger())])
          const which = all()
          await notifications.readAll(memberId, which, told({ before: which.before.toISOString(), types: ['like'] }))
        }),
      )
      const found = await notifications.list(memberId, { ...newest, limit: 50 })
      const unread = (await notifications.findMany(found.map(({ _id }) => _id))).filter(({ isRead }) => !isRead)
      expect(await notifications.unread(memberId)).toBe(unread.length)
      expect((await notifications.counts(memberId)).counts.all).toBe(found.length)
    })

    it('of nobody are none', async () => {
      const { notifications, told } = await setUp()
      expect(await notifications.unread(unknownId)).toBe(0)
      expect(await notifications.counts(unknownId)).toMatchObject({ counts: { all: 0 }, unread: { all: 0 } })
      const reading = notifications.read(unknownId, unknownId, told({ ids: [] }))
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
