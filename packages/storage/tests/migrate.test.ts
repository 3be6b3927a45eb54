import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { eventually } from '@meadow/testing'
import { openTestDatabase } from '@meadow/testing/postgres'
import pg from 'pg'
import { type Migrations, migrate } from '../src/index.ts'

async function migrations(name: string, files: Record<string, string>): Promise<Migrations & AsyncDisposable> {
  const dir = await mkdtemp(join(tmpdir(), 'migrations-'))
  for (const [file, sql] of Object.entries(files)) await writeFile(join(dir, file), `${sql}\n`)
  return { name, dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true }) }
}

const INDEX_FILE = '-- no transaction\ncreate index concurrently if not exists log_n on log (n);'

describe('migrate', () => {
  it('succeeds in every process that starts at the same time, and runs each file once', async () => {
    await using database = await openTestDatabase()
    await using first = await migrations('first', {
      '0001-log.sql': 'create table log (n integer); insert into log select 1 from pg_sleep(0.1);',
      '0002-more.sql': 'insert into log values (2);',
    })
    await using second = await migrations('second', { '0001-log.sql': 'insert into log values (3);' })
    await Promise.all([1, 2, 3].map(() => migrate(database.pool, [first, second])))
    expect((await database.pool.query('select n from log')).rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  })

  it('runs only new files', async () => {
    await using database = await openTestDatabase()
    await using grown = await migrations('grown', { '0001-log.sql': 'create table log (n integer);' })
    await migrate(database.pool, [grown])
    await writeFile(join(grown.dir, '0002-more.sql'), 'insert into log values (1);')
    await migrate(database.pool, [grown])
    expect((await database.pool.query('select n from log')).rows).toEqual([{ n: 1 }])
  })

  it('runs a file that a later release adds before one that has run', async () => {
    await using database = await openTestDatabase()
    await using merged = await migrations('merged', {
      '0001-log.sql': 'create table log (n integer);',
      '0003-more.sql': 'insert into log values (3);',
    })
    await migrate(database.pool, [merged])
    await writeFile(join(merged.dir, '0002-merged-later.sql'), 'insert into log values (2);')
    await migrate(database.pool, [merged])
    await migrate(database.pool, [merged])
    expect((await database.pool.query('select n from log')).rows).toEqual([{ n: 3 }, { n: 2 }])
  })

  it('rolls back a migration that fails', async () => {
    await using database = await openTestDatabase()
    await using broken = await migrations('broken', {
      '0001-log.sql': 'create table log (n integer); select nonsense;',
    })
    await expect(migrate(database.pool, [broken])).rejects.toThrow('nonsense')
    expect((await database.pool.query(`select to_regclass('log') as log`)).rows).toEqual([{ log: null }])
  })

  it('builds an index concurrently while other processes wait for their turn', async () => {
    await using database = await openTestDatabase()
    await using indexed = await migrations('indexed', {
      '0001-log.sql': 'create table log (n integer);',
      '0002-index.sql': INDEX_FILE,
    })
    await Promise.all([1, 2, 3].map(() => migrate(database.pool, [indexed])))
    expect(await readIndexes(database.pool)).toEqual([{ index: 'log_n', isValid: true }])
  })

  it('builds an index again that an interrupted run left invalid', async () => {
    await using database = await openTestDatabase()
    await database.pool.query('create table log (n integer); insert into log values (1), (1)')
    await expect(database.pool.query('create unique index concurrently log_n on log (n)')).rejects.toThrow('log_n')
    expect(await readIndexes(database.pool)).toEqual([{ index: 'log_n', isValid: false }])
    await using indexed = await migrations('indexed', { '0001-index.sql': INDEX_FILE })
    await migrate(database.pool, [indexed])
    expect(await readIndexes(database.pool)).toEqual([{ index: 'log_n', isValid: true }])
  })

  it('lets the traffic behind it pass while a long transaction holds the table, and succeeds after it', async () => {
    await using database = await openTestDatabase()
    await database.pool.query('create table log (n integer)')
    const long = await connect(database.url)
    const reader = await connect(database.url) // without a time-out: it waits as long as the migration holds it up
    try {
      await long.query('begin; select from log')
      await using widened = await migrations('widened', { '0001-text.sql': 'alter table log add column text text;' })
      const migrated = migrate(database.pool, [widened])
      await eventually(async () => expect(await countWaiting(database.pool)).toBe(1))
      await reader.query('select from log') // succeeds only when the migration gives up its place in the queue
      await long.query('commit')
      await migrated
      expect((await reader.query('select text from log')).rows).toEqual([])
    } finally {
      await Promise.all([long.end(), reader.end()])
    }
  })
})

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}

const readIndexes = async (pool: pg.Pool) =>
  (
    await pool.query(
      'select indexrelid::regclass as index, indisvalid as "isValid" from pg_index where indrelid = $1::regclass',
      ['log'],
    )
  ).rows

async function countWaiting(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(`select from pg_locks where relation = 'log'::regclass and not granted`)
  return rows.length
}
