import { describe, expect, it } from '@jest/globals'
import { isTransientError } from '@meadow/storage'
import { eventually, testLog } from '@meadow/testing'
import { openTestDatabase, type TestDatabase, terminateConnections } from '@meadow/testing/postgres'
import { sweepLog } from '../src/bus/sweep-log.ts'
import { type DeadLetter, openBus } from '../src/index.ts'
import { change, changes, hear } from './given.ts'

const open = (url: string) => openBus(url, { log: testLog })

async function listening({ pool }: TestDatabase): Promise<number> {
  const { rowCount } = await pool.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name = 'meadow bus, group'`,
  )
  return rowCount ?? 0
}

describe('the bus in PostgreSQL', () => {
  it('goes on after the connection that listens was ended, and leaves nothing out', async () => {
    await using database = await openTestDatabase()
    await using bus = await open(database.url)
    await using heard = await hear(bus, 'group')
    const [before, between, after] = [change(1), change(2), change(3)]
    await bus.publish([before])
    await eventually(() => expect(heard.ids).toEqual([before.id]))
    expect(await terminateConnections(database, 'meadow bus, group')).toBe(1)
    await bus.publish([between])
    await eventually(() => expect(heard.ids).toEqual([before.id, between.id]))
    await bus.publish([after])
    await eventually(() => expect(heard.ids).toEqual([before.id, between.id, after.id]))
  })

  it('says once in the log that the connection was lost while nothing happened', async () => {
    await using database = await openTestDatabase()
    const warned: string[] = []
    const warn = (_about: unknown, message: string) => warned.push(message)
    await using bus = await openBus(database.url, { log: Object.assign(Object.create(testLog), { warn }) })
    await using heard = await hear(bus, 'group')
    await bus.publish([change(1)])
    await eventually(() => expect(heard.ids).toHaveLength(1))
    await eventually(async () => expect(await terminateConnections(database, 'meadow bus, group')).toBe(1))
    await bus.publish([change(2)])
    await eventually(() => expect(heard.ids).toHaveLength(2))
    expect(warned.filter((message) => message === 'the event bus is away')).toHaveLength(1)
  })

  it('hands a group over when the connection of the one that runs is ended', async () => {
    await using database = await openTestDatabase()
    await using bus = await open(database.url)
    const stuck = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const event = change(1)
    await using _ = await bus.subscribe({
      group: 'group',
      topics: ['members'],
      async handle() {
        begun.resolve()
        await stuck.promise
      },
    })
    await bus.publish([event])
    await begun.promise
    await using standBy = await hear(bus, 'group')
    await eventually(async () => expect(await listening(database)).toBe(2))
    await terminateConnections(database, 'meadow bus, group')
    await eventually(() => expect(standBy.ids).toEqual([event.id]))
    stuck.resolve()
  })

  it('shows a reader every event of many publishers at once', async () => {
    await using database = await openTestDatabase()
    await using bus = await open(database.url)
    await using another = await open(database.url)
    await using heard = await hear(bus, 'group')
    const batches = [...Array(40).keys()].map(() => changes(5))
    await Promise.all(batches.map((batch, n) => (n % 2 ? bus : another).publish(batch)))
    await eventually(() => expect(heard.ids).toHaveLength(200))
    for (const batch of batches) {
      const start = heard.ids.indexOf(batch[0]?.id ?? '')
      expect(heard.ids.slice(start, start + 5)).toEqual(batch.map(({ id }) => id))
    }
  })

  it('says that it is away, and lets one subscribe meanwhile', async () => {
    await using bus = await open('postgres://nobody@127.0.0.1:1')
    await using _ = await hear(bus, 'group')
    await expect(bus.ping().catch(isTransientError)).resolves.toBe(true)
    await expect(bus.publish([change(1)]).catch(isTransientError)).resolves.toBe(true)
  })

  it('keeps events for a week, and dead letters for 30 days', async () => {
    await using database = await openTestDatabase()
    await using bus = await open(database.url)
    const letter: DeadLetter = { topic: 'members', offset: '1', event: {}, consumer: 'c', cause: 'e', failedAt: '' }
    for (let n = 0; n < 2; n += 1) await bus.publishDeadLetter(letter)
    await bus.publish([change(1), change(2)])
    const age = (days: number, position: number) =>
      database.pool.query(
        `update log set appended_at = now() - make_interval(days => $1, mins => 1) where position = $2`,
        [days, position],
      )
    await age(30, 1)
    await age(29, 2)
    await age(7, 3)
    await sweepLog(database.pool)
    const { rows } = await database.pool.query('select topic, position::int from log order by position')
    expect(rows).toEqual([
      { topic: 'members.dead', position: 2 },
      { topic: 'members', position: 4 },
    ])
  })
})
