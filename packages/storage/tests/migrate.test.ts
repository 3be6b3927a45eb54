import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { openTestDatabase } from '@meadow/testing/postgres'
import { type Migrations, migrate } from '../src/index.ts'

async function migrations(name: string, files: Record<string, string>): Promise<Migrations & AsyncDisposable> {
  const dir = await mkdtemp(join(tmpdir(), 'migrations-'))
  for (const [file, sql] of Object.entries(files)) await writeFile(join(dir, file), `-- Up Migration\n${sql}\n`)
  return { name, dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true }) }
}

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
    await writeFile(join(grown.dir, '0002-more.sql'), '-- Up Migration\ninsert into log values (1);')
    await migrate(database.pool, [grown])
    expect((await database.pool.query('select n from log')).rows).toEqual([{ n: 1 }])
  })

  it('rolls back a migration that fails', async () => {
    await using database = await openTestDatabase()
    await using broken = await migrations('broken', {
      '0001-log.sql': 'create table log (n integer); select nonsense;',
    })
    await expect(migrate(database.pool, [broken])).rejects.toThrow('nonsense')
    expect((await database.pool.query(`select to_regclass('log') as log`)).rows).toEqual([{ log: null }])
  })
})
