import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { eventually } from '@meadow/testing'
import { openTestDatabase, terminateConnections } from '@meadow/testing/postgres'
import pg from 'pg'
import { isTransientError, openPostgres } from '../src/index.ts'
import { toDatabaseUrl } from '../src/postgres/database-url.ts'

const server = process.env['TEST_POSTGRES_URL'] ?? ''
const nameOf = async (pool: pg.Pool) => (await pool.query('select current_database() as name')).rows[0].name

describe('openPostgres', () => {
  it('creates a missing database, also when several processes open it at the same time', async () => {
    const database = `test_${randomBytes(8).toString('hex')}`
    const pools = await Promise.all(Array.from({ length: 5 }, () => openPostgres(server, { database })))
    expect(await Promise.all(pools.map(nameOf))).toEqual(Array(5).fill(database))
    await Promise.all(pools.map((pool) => pool[Symbol.asyncDispose]()))
    const admin = new pg.Client(toDatabaseUrl(server, 'postgres'))
    await admin.connect()
    await admin.query(`drop database ${database}`)
    await admin.end()
  })

  it('opens the database of the address', async () => {
    await using database = await openTestDatabase()
    await using pool = await openPostgres(database.url, { database: 'another' })
    expect(await nameOf(pool)).toBe(await nameOf(database.pool))
  })

  it('waits for a connection as long as the address says', async () => {
    await using database = await openTestDatabase()
    const [short, long] = [new URL(database.url), new URL(database.url)]
    short.searchParams.delete('connect_timeout')
    long.searchParams.set('connect_timeout', '45')
    await using pool = await openPostgres(short.href)
    expect(pool.options.connectionTimeoutMillis).toBe(3_000)
    await using slowPool = await openPostgres(long.href)
    expect(slowPool.options.connectionTimeoutMillis).toBe(45_000)
    expect(await nameOf(slowPool)).toBe(await nameOf(database.pool))
  })

  describe('with a server that is silent for longer than the time-out', () => {
    const sleep = 'select pg_sleep(1)'

    it('ends the connection, with a transient error for all its statements, and connects again', async () => {
      await using database = await openTestDatabase()
      await using pool = await openPostgres(database.url, { maxConnections: 1, responseTimeoutMs: 50 })
      const client = await pool.connect()
      const statements = await Promise.allSettled([client.query(sleep), client.query('select 1')])
      client.release(true)
      for (const statement of statements) {
        expect(statement).toMatchObject({ status: 'rejected', reason: { message: 'Query read timeout' } })
        expect(isTransientError((statement as PromiseRejectedResult).reason)).toBe(true)
      }
      await expect(pool.query(sleep)).rejects.toThrow('Query read timeout')
      expect(await nameOf(pool)).toBe(await nameOf(database.pool))
    })

    it('waits for a query that has a time-out of its own', async () => {
      await using database = await openTestDatabase()
      await using pool = await openPostgres(database.url, { responseTimeoutMs: 1 })
      const query = { text: 'select pg_sleep(0.2)', query_timeout: 60_000 }
      expect(await pool.query(query)).toMatchObject({ rowCount: 1 })
    })

    it('keeps a connection without statements', async () => {
      await using database = await openTestDatabase()
      await using pool = await openPostgres(database.url, { maxConnections: 1, responseTimeoutMs: 2_000 })
      const readProcess = async () => (await pool.query('select pg_backend_pid() as id')).rows[0].id
      const before = await readProcess()
      await setTimeout(2_100) // an idle connection gives no event
      expect(await readProcess()).toBe(before)
    })
  })

  it('throws a transient error when the server is away', async () => {
    const unreachable = openPostgres('postgres://nobody@127.0.0.1:1/nothing')
    await expect(unreachable.catch(isTransientError)).resolves.toBe(true)
  })

  it('throws a transient error when the server refuses connections to the database', async () => {
    await using database = await openTestDatabase()
    const admin = new pg.Client(toDatabaseUrl(server, 'postgres'))
    await admin.connect()
    await admin.query(`alter database ${await nameOf(database.pool)} allow_connections false`)
    await admin.end()
    await expect(openPostgres(database.url).catch(isTransientError)).resolves.toBe(true)
  })

  it('can be closed twice', async () => {
    await using database = await openTestDatabase()
    const pool = await openPostgres(database.url)
    await pool[Symbol.asyncDispose]()
    await pool[Symbol.asyncDispose]()
    expect(pool.ended).toBe(true)
  })
})

describe('the database of a test', () => {
  it('waits a minute for its connections, because the machine may be busy', async () => {
    await using database = await openTestDatabase()
    expect(database.pool.options.connectionTimeoutMillis).toBe(60_000)
  })
})

describe('a pool', () => {
  it('recovers after its connections were terminated, idle or busy', async () => {
    await using database = await openTestDatabase()
    await using pool = await openPostgres(database.url, { name: 'victim' })
    const runningQuery = pool.query('select pg_sleep(60)').catch(isTransientError)
    await pool.query('select 1') // the connection is idle from here on
    await eventually(async () => expect(await terminateConnections(database, 'victim')).toBeGreaterThan(0))
    expect(await runningQuery).toBe(true)
    expect(await eventually(() => nameOf(pool))).toBe(await nameOf(database.pool))
  })

  it('cancels a statement that takes too long, with a transient error', async () => {
    await using database = await openTestDatabase()
    const slow = database.pool.query('set statement_timeout = 5; select pg_sleep(1)')
    await expect(slow.catch(isTransientError)).resolves.toBe(true)
  })
})
