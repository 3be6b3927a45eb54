import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { eventually } from '@meadow/testing'
import pg from 'pg'
import { openPostgres, type Postgres } from '../src/postgres.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'meadow-postgres-'))
  await chmod(dir, 0o711) // as root, PostgreSQL may run as another user
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function queryValue(postgres: Postgres, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: `${postgres.url}/postgres` })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

const open = (logged: string[] = []) =>
  openPostgres({ dir: join(dir, 'postgres'), durable: false, log: (line) => logged.push(line) })

async function serverPid(): Promise<number> {
  return Number.parseInt(await readFile(join(dir, 'postgres/data/postmaster.pid'), 'utf8'), 10)
}

describe('the embedded PostgreSQL', () => {
  it('has the same databases after a restart', async () => {
    const first = await open()
    await queryValue(first, "create table notes as select 'still here' as text")
    await first.stop()
    const second = await open()
    expect(await queryValue(second, 'select text from notes')).toBe('still here')
    await second.stop()
  })

  it('lower-cases letters of all languages, independent of the locale of the machine', async () => {
    const postgres = await open()
    expect(await queryValue(postgres, "select lower('ÄØŁ')")).toBe('äøł')
    await postgres.stop()
  })

  it('restarts at the same URL when it is killed', async () => {
    const logged: string[] = []
    const postgres = await open(logged)
    await queryValue(postgres, 'create table notes as select 1 as one')
    process.kill(await serverPid(), 'SIGKILL')
    expect(await eventually(() => queryValue(postgres, 'select one from notes'))).toBe(1)
    expect(logged).toContain('PostgreSQL exited unexpectedly and is restarted')
    await postgres.stop()
  }, 60_000)
})
