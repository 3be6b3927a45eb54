import { describe, expect, it } from '@jest/globals'
import { createMetrics } from '@meadow/service'
import { isTransientError } from '@meadow/storage'
import { eventually, testLog } from '@meadow/testing'
import { openTestDatabase, type TestDatabase, terminateConnections } from '@meadow/testing/postgres'
import { deleteExpiredLogRows } from '../src/bus/log-cleanup.ts'
import { openBus } from '../src/index.ts'
import {
  createMemberEvent,
  createMemberEvents,
  createTestDeadLetter,
  publishDeadLetters,
  subscribeAndCollect,
} from './fixtures.ts'

const open = (url: string) => openBus(url, { log: testLog })

async function countListeners({ pool }: TestDatabase): Promise<number> {
  const { rowCount } = await pool.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name = 'meadow bus, group'`,
  )
  return rowCount ?? 0
}

describe('the bus in PostgreSQL', () => {
  it('continues after its connection was terminated, and skips no event', async () => {
    await using database = await openTestDatabase()
    await using bus = await open(database.url)
    await using received = await subscribeAndCollect(bus, 'group')
    const [before, between, after] = [createMemberEvent(1), createMemberEvent(2), createMemberEvent(3)]
    await bus.publish([before])
    await eventually(() => expect(received.ids).toEqual([before.id]))
    expect(await terminateConnections(database, 'meadow bus, group')).toBe(1)
    await bus.publish([between])
    await eventually(() => expect(received.ids).toEqual([before.id, between.id]))
    await bus.publish([after])
    await eventually(() => expect(received.ids).toEqual([before.id, between.id, after.id]))
  })

  it('logs a lost connection once', async () => {
    await using database = await openTestDatabase()
    const warnings: string[] = []
    const warn = (_about: unknown, message: string) => warnings.push(message)
    await using bus = await openBus(database.url, { log: Object.assign(Object.create(testLog), { warn }) })
    await using received = await subscribeAndCollect(bus, 'group')
    await bus.publish([createMemberEvent(1)])
    await eventually(() => expect(received.ids).toHaveLength(1))
    await eventually(async () => expect(await terminateConnections(database, 'meadow bus, group')).toBe(1))
    await bus.publish([createMemberEvent(2)])
    await eventually(() => expect(received.ids).toHaveLength(2))
    expect(warnings.filter((message) => message === 'the event bus is unavailable')).toHaveLength(1)
  })

  it('hands a group over when the connection of the active subscription is terminated', async () => {
    await using database = await openTestDatabase()
    await using bus = await open(database.url)
    const stuck = Promise.withResolvers<void>()
    const handlerStarted = Promise.withResolvers<void>()
    const event = createMemberEvent(1)
    await using _ = await bus.subscribe({
      group: 'group',
      topics: ['members'],
      async handle() {
        handlerStarted.resolve()
        await stuck.promise
      },
    })
    await bus.publish([event])
    await handlerStarted.promise
    await using standby = await subscribeAndCollect(bus, 'group')
    await eventually(async () => expect(await countListeners(database)).toBe(2))
    await terminateConnections(database, 'meadow bus, group')
    await eventually(() => expect(standby.ids).toEqual([event.id]))
    stuck.resolve()
  })

  it('delivers every event of many concurrent publishers', async () => {
    await using database = await openTestDatabase()
    await using bus = await open(database.url)
    await using another = await open(database.url)
    await using received = await subscribeAndCollect(bus, 'group')
    const batches = [...Array(40).keys()].map(() => createMemberEvents(5))
    await Promise.all(batches.map((batch, n) => (n % 2 ? bus : another).publish(batch)))
    await eventually(() => expect(received.ids).toHaveLength(200))
    for (const batch of batches) {
      const start = received.ids.indexOf(batch[0]?.id ?? '')
      expect(received.ids.slice(start, start + 5)).toEqual(batch.map(({ id }) => id))
    }
  })

  it('rejects with a transient error while it is unavailable, and allows to subscribe meanwhile', async () => {
    await using bus = await open('postgres://nobody@127.0.0.1:1')
    await using _ = await subscribeAndCollect(bus, 'group')
    await expect(bus.ping().catch(isTransientError)).resolves.toBe(true)
    await expect(bus.publish([createMemberEvent(1)]).catch(isTransientError)).resolves.toBe(true)
  })

  it('deletes events after a week, and dead letters after 30 days', async () => {
    await using database = await openTestDatabase()
    await using bus = await open(database.url)
    await publishDeadLetters(bus, createTestDeadLetter(), createTestDeadLetter())
    await bus.publish([createMemberEvent(1), createMemberEvent(2)])
    const setAge = (days: number, position: number) =>
      database.pool.query(
        `update log set appended_at = now() - make_interval(days => $1, mins => 1) where position = $2`,
        [days, position],
      )
    await setAge(30, 1)
    await setAge(29, 2)
    await setAge(7, 3)
    await deleteExpiredLogRows(database.pool)
    const { rows } = await database.pool.query('select topic, position::int from log order by position')
    expect(rows).toEqual([
      { topic: 'members.dead', position: 2 },
      { topic: 'members', position: 4 },
    ])
  })

  describe('whose events were deleted before a group had read them', () => {
    const deleteEvents = async ({ pool }: TestDatabase) => {
      await pool.query(`update log set appended_at = now() - interval '8 days'`)
      await deleteExpiredLogRows(pool)
    }

    const message = 'events were deleted before the group had read them'

    /** Opens the bus with its metrics, and with the warnings of its log about deleted events. */
    async function openWatched({ url }: TestDatabase) {
      const [metrics, warnings] = [createMetrics(), [] as unknown[]]
      const warn = (details: object, text: string) => text === message && warnings.push(details)
      const bus = await openBus(url, { log: Object.assign(Object.create(testLog), { warn }) })
      bus.registerMetrics?.(metrics)
      return { bus, metrics, warnings, [Symbol.asyncDispose]: () => bus[Symbol.asyncDispose]() }
    }
    const toMissedLine = (times: number) => `\nconsumer_missed_events_total{group="group",topic="members"} ${times}\n`

    it('warns and counts it once when the group is back, and continues', async () => {
      await using database = await openTestDatabase()
      const [read, unread, next] = [createMemberEvent(1), createMemberEvent(2), createMemberEvent(3)]
      {
        await using bus = await open(database.url)
        await using received = await subscribeAndCollect(bus, 'group')
        await bus.publish([read])
        await eventually(() => expect(received.ids).toEqual([read.id]))
      }
      await using watched = await openWatched(database)
      await deleteEvents(database) // the group had read all of them
      await watched.bus.publish([unread])
      await deleteEvents(database)
      {
        await using _ = await subscribeAndCollect(watched.bus, 'group')
        await eventually(async () => expect(await watched.metrics.render()).toContain(toMissedLine(1)))
      }
      await using received = await subscribeAndCollect(watched.bus, 'group')
      await watched.bus.publish([next])
      await eventually(() => expect(received.ids).toEqual([next.id]))
      expect(watched.warnings).toEqual([{ group: 'group', topic: 'members', offset: '1' }])
      expect(await watched.metrics.render()).toContain(toMissedLine(1))
    })

    it('warns and counts it when a batch was handled for too long', async () => {
      await using database = await openTestDatabase()
      await using watched = await openWatched(database)
      const [started, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const handle = () => {
        started.resolve()
        return mayGoOn.promise
      }
      await using _ = await watched.bus.subscribe({ group: 'group', topics: ['members'], handle })
      await watched.bus.publish([createMemberEvent(1)])
      await started.promise
      expect(await watched.metrics.render()).toContain(toMissedLine(0))
      await watched.bus.publish([createMemberEvent(2)])
      await deleteEvents(database)
      mayGoOn.resolve()
      await eventually(async () => expect(await watched.metrics.render()).toContain(toMissedLine(1)))
      expect(watched.warnings).toEqual([{ group: 'group', topic: 'members', offset: '1' }])
    })
  })
})
