import { describe, expect, it } from '@jest/globals'
import { createMetrics } from '@meadow/service'
import { eventually, shareAcrossTests } from '@meadow/testing'
import { openTestDatabase } from '@meadow/testing/postgres'
import pg from 'pg'
import {
  isStoreOutage,
  isTransientError,
  openPostgres,
  withPostgresTransaction,
  withQueuedPostgresTransaction,
} from '../src/index.ts'

const MAX_CONNECTIONS = 3
/** The transactions that wait for one row. */
const MAX_WAITING = 100
const CHANGES = MAX_WAITING + 10
const ADD_TO = 'update counters set n = n + 1 where name = $1'

const database = shareAcrossTests(async () => {
  const opened = await openTestDatabase()
  await opened.pool.query(`create table counters (name text primary key, n integer not null)`)
  await opened.pool.query(`insert into counters values ('hot', 0), ('other', 0)`)
  const pool = await openPostgres(opened.url, { name: 'busy', maxConnections: MAX_CONNECTIONS })
  return {
    ...opened,
    pool,
    readCount: async (name: string) =>
      (await opened.pool.query<{ n: number }>('select n from counters where name = $1', [name])).rows[0]?.n,
    /** Locks the hot row in another process until disposal. */
    async lockHotRow(): Promise<AsyncDisposable> {
      const client = new pg.Client(opened.url)
      client.on('error', () => {}) // the database is dropped under it
      await client.connect()
      await client.query(`begin; update counters set n = n where name = 'hot'`)
      return { [Symbol.asyncDispose]: () => client.end() }
    },
    async [Symbol.asyncDispose]() {
      await pool[Symbol.asyncDispose]()
      await opened[Symbol.asyncDispose]()
    },
  }
})

const countBusy = (pool: pg.Pool) => pool.totalCount - pool.idleCount

describe('a pool whose connections are all busy', () => {
  it('still responds to a ping', async () => {
    const { pool } = await database()
    const clients = await Promise.all(Array.from({ length: MAX_CONNECTIONS }, () => pool.connect()))
    await eventually(() => pool.ping()) // on a busy machine the first ones may take longer than a probe
    expect(countBusy(pool)).toBe(MAX_CONNECTIONS)
    for (const client of clients) client.release()
  })
})

describe('queued transactions of one row', () => {
  const addTo = (pool: Parameters<typeof withQueuedPostgresTransaction>[0], name: string) =>
    withQueuedPostgresTransaction(pool, [name], (tx) => tx.query(ADD_TO, [name]))

  it('take two connections, leave the others, and refuse what cannot wait', async () => {
    const { pool, lockHotRow, readCount } = await database()
    const metrics = createMetrics()
    pool.registerMetrics?.(metrics)
    const before = (await readCount('hot')) ?? 0
    const lock = await lockHotRow()
    const changes = Array.from({ length: CHANGES }, () => addTo(pool, 'hot'))
    const settled = Promise.allSettled(changes)
    const text = await metrics.render() // before any of them has waited too long
    await eventually(() => expect(countBusy(pool)).toBe(2))
    expect(pool.waitingCount).toBe(0)
    await addTo(pool, 'other')
    expect(await readCount('other')).toBe(1)
    const readMetric = (name: string) => Number(text.split(`\n${name}{pool="busy"} `)[1]?.split('\n', 1)[0])
    expect(readMetric('transaction_queue_refused_total')).toBeGreaterThanOrEqual(CHANGES - 2 - MAX_WAITING)
    expect(readMetric('transaction_queue_waiting')).toBeGreaterThan(0)
    await lock[Symbol.asyncDispose]()
    const results = await settled
    const refusals = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason)
    expect(refusals.filter((error) => !isTransientError(error))).toEqual([]) // also those whose time was over
    expect(await readCount('hot')).toBe(before + CHANGES - refusals.length)
  })

  it('lock several rows without waiting for each other', async () => {
    const { pool } = await database()
    const addToBoth = (rows: string[]) =>
      withQueuedPostgresTransaction(pool, rows, (tx) => tx.query('update counters set n = n + 1'))
    const addInBothOrders = () =>
      Promise.all(Array.from({ length: 4 }, (_, index) => addToBoth(index % 2 ? ['hot', 'other'] : ['other', 'hot'])))
    await eventually(addInBothOrders) // on a busy machine some may wait for too long: then again
  })
})

it('a transaction stops waiting for a lock with an outage, and its connection is used again', async () => {
  const { url, lockHotRow } = await database()
  await using pool = await openPostgres(url, { maxConnections: 1 })
  const readPid = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid
  const pid = await readPid()
  const lock = await lockHotRow()
  const waiting = withPostgresTransaction(pool, (tx) => tx.query(ADD_TO, ['hot']))
  await expect(waiting).rejects.toMatchObject({ code: '55P03' })
  await expect(waiting.catch(isStoreOutage)).resolves.toBe(true)
  await lock[Symbol.asyncDispose]()
  expect(await readPid()).toBe(pid)
})

describe('a ping', () => {
  it('fails while the server refuses connections, and succeeds again afterwards', async () => {
    const { pool: admin } = await database()
    await using own = await openTestDatabase()
    await using pool = await openPostgres(own.url, { name: 'pinged' })
    await pool.ping()
    const name = new URL(own.url).pathname.slice(1)
    await admin.query(`alter database ${name} allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    await eventually(() => expect(pool.ping()).rejects.toThrow())
    await admin.query(`alter database ${name} allow_connections true`)
    await eventually(() => pool.ping())
  })
})
