import { describe, expect, it } from '@jest/globals'
import { shareAcrossTests } from '@meadow/testing'
import { openTestDatabase } from '@meadow/testing/postgres'
import type { PoolClient } from 'pg'
import { withPipelinedTransaction, withPostgresTransaction } from '../src/index.ts'

describe('a transaction', () => {
  const database = shareAcrossTests(async () => {
    const opened = await openTestDatabase()
    await opened.pool.query('create table counters (name text primary key, n integer not null)')
    return opened
  })

  it('commits all of its writes', async () => {
    const { pool } = await database()
    const result = await withPostgresTransaction(pool, async (tx) => {
      await tx.query(`insert into counters values ('first', 1)`)
      return 'done'
    })
    expect(result).toBe('done')
    expect((await pool.query(`select n from counters where name = 'first'`)).rows).toEqual([{ n: 1 }])
  })

  it('rolls back when a part of it fails, and releases the connection', async () => {
    const { pool } = await database()
    const failing = withPostgresTransaction(pool, async (tx) => {
      await tx.query(`insert into counters values ('lost', 1)`)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect((await pool.query(`select n from counters where name = 'lost'`)).rows).toEqual([])
    expect(pool.idleCount).toBe(pool.totalCount)
  })

  it('is repeated after a deadlock', async () => {
    const { pool } = await database()
    await pool.query(`insert into counters values ('left', 0), ('right', 0)`)
    const bothHoldOneRow = Promise.withResolvers<void>()
    let attempts = 0
    const addTo = async (tx: PoolClient, name: string) =>
      void (await tx.query('update counters set n = n + 1 where name = $1', [name]))
    const addToBoth = (first: string, second: string) =>
      withPostgresTransaction(pool, async (tx) => {
        await addTo(tx, first)
        attempts += 1
        if (attempts === 2) bothHoldOneRow.resolve()
        await bothHoldOneRow.promise
        await addTo(tx, second)
      })
    await Promise.all([addToBoth('left', 'right'), addToBoth('right', 'left')])
    const { rows } = await pool.query(`select n from counters where name in ('left', 'right')`)
    expect(rows).toEqual([{ n: 2 }, { n: 2 }])
    expect(attempts).toBe(3)
  })

  it('is not repeated when its connection was terminated', async () => {
    const { pool } = await database()
    let made = 0
    const cut = withPostgresTransaction(pool, async (tx) => {
      made += 1
      await tx.query(`insert into counters values ('cut', 1)`)
      await tx.query('select pg_terminate_backend(pg_backend_pid())')
    })
    await expect(cut).rejects.toThrow()
    expect(made).toBe(1)
    expect((await pool.query(`select n from counters where name = 'cut'`)).rows).toEqual([])
  })

  it('plans a statement once if it has generic plans, and otherwise for its parameters', async () => {
    const { pool } = await database()
    const countPlans = (options?: { hasGenericPlans: boolean }) =>
      withPostgresTransaction(
        pool,
        async (tx) => {
          await tx.query('deallocate all')
          const name = `counters of ${JSON.stringify(options)}`
          for (let times = 0; times < 3; times += 1)
            await tx.query({ name, text: 'select n from counters where name = any($1::text[])', values: [['left']] })
          const { rows } = await tx.query('select generic_plans::int, custom_plans::int from pg_prepared_statements')
          return rows[0]
        },
        options,
      )
    expect(await countPlans({ hasGenericPlans: true })).toEqual({ generic_plans: 3, custom_plans: 0 })
    expect(await countPlans()).toEqual({ generic_plans: 0, custom_plans: 3 })
  })
})

describe('a pipelined transaction', () => {
  const database = shareAcrossTests(async () => {
    const opened = await openTestDatabase()
    await opened.pool.query(`
      create table counters (name text primary key, n integer not null);
      create table notes (counter text references counters deferrable initially deferred)`)
    return opened
  })
  type Database = Awaited<ReturnType<typeof database>>

  const readNames = async ({ pool }: Database) =>
    (await pool.query('select name from counters')).rows.map(({ name }) => name)

  it('has as many round trips as statements, and commits with the last one', async () => {
    const { pool } = await database()
    const writes: string[] = []
    const client = await pool.connect()
    client.release() // the only connection of the pool that is idle
    const { stream } = client.connection
    const send = stream._writev?.bind(stream)
    stream._writev = (chunks, callback) => {
      writes.push(Buffer.concat(chunks.map(({ chunk }) => Buffer.from(chunk))).toString('latin1'))
      send?.(chunks, callback)
    }
    const { rows } = await withPipelinedTransaction(pool, async (tx) => {
      await tx.query('select n from counters where name = $1 for update', ['one'])
      return tx.queryAndCommit('insert into counters values ($1, 1) returning name', ['one'])
    })
    expect(rows).toEqual([{ name: 'one' }])
    expect(writes).toEqual([
      expect.stringMatching(/begin.*select n from counters/s),
      expect.stringMatching(/insert into counters.*commit/s),
    ])
    expect(await readNames(await database())).toContain('one')
  })

  it('commits after work without a last statement, or without any', async () => {
    const opened = await database()
    await withPipelinedTransaction(opened.pool, (tx) => tx.query(`insert into counters values ('plain', 1)`))
    await withPipelinedTransaction(opened.pool, (tx) => tx.queryAndCommit(`insert into counters values ('only', 1)`))
    expect(await withPipelinedTransaction(opened.pool, async () => 'nothing')).toBe('nothing')
    expect(await readNames(opened)).toEqual(expect.arrayContaining(['plain', 'only']))
  })

  it.each<[string, Parameters<typeof withPipelinedTransaction>[1]]>([
    ['its first statement', (tx) => tx.query('select broken')],
    ['its last statement', (tx) => tx.queryAndCommit('insert into counters values ($1, 1), ($1, 1)', ['lost'])],
    ['its commit', (tx) => tx.queryAndCommit(`insert into notes values ('nobody')`)],
    ['a statement whose error it ignores', (tx) => tx.query('select broken').catch(() => undefined)],
    ['its own decision', () => Promise.reject(new Error('no'))],
  ])('rejects and rolls back if it fails by %s', async (_name, end) => {
    const opened = await database()
    const failing = withPipelinedTransaction(opened.pool, async (tx) => {
      await tx.query('select 1')
      await tx.query(`insert into counters values ('lost', 1)`)
      await end(tx)
    })
    await expect(failing).rejects.toThrow()
    expect(await readNames(opened)).not.toContain('lost')
    expect(opened.pool.idleCount).toBe(opened.pool.totalCount)
  })
})
