import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
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

  it('says how to go on when another major version of PostgreSQL wrote the data, and changes nothing', async () => {
    const first = await open()
    await first.stop()
    const versionFile = join(dir, 'postgres/data/PG_VERSION')
    const ownVersion = (await readFile(versionFile, 'utf8')).trim()
    await writeFile(versionFile, '14\n')
    const refused = await open().then(String, ({ message }: Error) => message)
    expect(refused).toContain(
      `PostgreSQL ${ownVersion} of this version of Meadow cannot read ${join(dir, 'postgres/data')}`,
    )
    expect(refused).toContain('PostgreSQL 14 wrote it')
    const commands = refused.split('\n').map((line) => line.trim())
    expect(commands).toContainEqual(expect.stringMatching(/^"\$OLD\/pg_dumpall" --file=.*dump-14\.sql$/))
    expect(commands).toContainEqual(expect.stringMatching(/^mv .*data .*data-14$/))
    expect(commands).toContainEqual(
      expect.stringMatching(/^"\$OLD\/psql" --quiet --dbname=postgres --file=.*dump-14\.sql$/),
    )
    expect(commands).toContain('npm start -- --data NEW_FOLDER')
    expect(await readFile(versionFile, 'utf8')).toBe('14\n')
    await writeFile(versionFile, `${ownVersion}\n`)
    await (await open()).stop()
  }, 60_000)
})
