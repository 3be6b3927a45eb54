import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { openPostgres, type Postgres } from '../src/postgres.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'meadow-postgres-'))
  await chmod(dir, 0o711) // as root, PostgreSQL may run as another user
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function ask(postgres: Postgres, sql: string): Promise<unknown> {
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

const open = (said: string[] = []) =>
  openPostgres({ dir: join(dir, 'postgres'), durable: false, log: (line) => said.push(line) })

async function serverPid(): Promise<number> {
  return Number.parseInt(await readFile(join(dir, 'postgres/data/postmaster.pid'), 'utf8'), 10)
}

/** Asks again until it is answered: the server is away for a moment. */
async function eventually(postgres: Postgres, sql: string): Promise<unknown> {
  const end = Date.now() + 30_000
  while (true) {
    try {
      return await ask(postgres, sql)
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

describe('the embedded PostgreSQL', () => {
  it('keeps its databases from one start to the next', async () => {
    const first = await open()
    await ask(first, "create table notes as select 'still here' as text")
    await first.stop()
    const second = await open()
    expect(await ask(second, 'select text from notes')).toBe('still here')
    await second.stop()
  })

  it('knows letters of all languages, whatever the machine speaks', async () => {
    const postgres = await open()
    expect(await ask(postgres, "select lower('ÄØŁ')")).toBe('äøł')
    await postgres.stop()
  })

  it('comes back at the same address when it is killed', async () => {
    const said: string[] = []
    const postgres = await open(said)
    await ask(postgres, 'create table notes as select 1 as one')
    process.kill(await serverPid(), 'SIGKILL')
    expect(await eventually(postgres, 'select one from notes')).toBe(1)
    expect(said).toContain('PostgreSQL ended by itself and is started again')
    await postgres.stop()
  }, 60_000)
})
