import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { testLog } from '@meadow/testing'
import pg from 'pg'
import { type Migrations, openPostgresStore, openSharedState, toMaintenanceUrl } from '../src/index.ts'
import { ensureOwnedDatabases, stateMigrations } from '../src/roles/index.ts'
import { migrateDatabases } from '../src/roles/migrate-databases.ts'

const server = process.env['TEST_POSTGRES_URL'] ?? ''
const owner = { name: `test_${randomBytes(6).toString('hex')}`, password: 'of the owner' }
const service = { name: `${owner.name}_posts`, password: 'of the service' }
const toUrl = ({ name: username, password }: { name: string; password: string }) =>
  Object.assign(new URL(server), { username, password, pathname: `/${owner.name}` }).href

const readVersion = async (file: string): Promise<string> =>
  JSON.parse(await readFile(join(import.meta.dirname, file), 'utf8')).version

const LIKES_FILE = 'create table likes (post_id bigint);'
const FIRST_FILE = 'create table posts (id bigint generated always as identity, text text);'
let migrations: Migrations
beforeAll(async () => {
  migrations = { name: 'posts', dir: await mkdtemp(join(tmpdir(), 'migrations-')) }
  await writeFile(join(migrations.dir, '0001-posts.sql'), FIRST_FILE)
  await ensureOwnedDatabases(server, [owner])
  await asSuperuser(`create role "${service.name}" login password '${service.password}'`)
})
afterAll(async () => {
  await asSuperuser(`drop database "${owner.name}" with (force)`)
  await asSuperuser(`drop role "${service.name}"`)
  await asSuperuser(`drop role "${owner.name}"`)
  await rm(migrations.dir, { recursive: true })
})

const asSuperuser = (text: string): Promise<void> => runStatement(toMaintenanceUrl(server), text)
const asOwner = (text: string): Promise<void> => runStatement(toUrl(owner), text)

async function runStatement(url: string, text: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(text).finally(() => client.end())
}

const bus = { migrations: stateMigrations, grants: [] }
const migrateAsOwner = () =>
  migrateDatabases(
    { STORE_URL: toUrl(owner), STATE_URL: toUrl(owner) },
    { service: 'posts', schema: { migrations: [migrations], bus }, role: service.name, log: testLog },
  )
const openAsService = () =>
  openPostgresStore(toUrl(service), { service: 'posts', migrations: [migrations], autoMigrate: 'off', log: testLog })

describe('a service with AUTO_MIGRATE=off, whose role does not own its database', () => {
  it('does not start before its migrations have run, and says what to do', async () => {
    await asSuperuser(`grant connect on database "${owner.name}" to "${service.name}"`)
    await expect(openAsService()).rejects.toThrow(
      `The database ${owner.name} lacks posts/0001-posts: run src/migrate.ts of the service in this version, as the owner`,
    )
  })

  it('reads and writes rows of all tables, also of later migrations, and changes no schema', async () => {
    await migrateAsOwner()
    await writeFile(join(migrations.dir, '0002-likes.sql'), LIKES_FILE)
    await migrateAsOwner()
    await using pool = await openAsService()
    await pool.query(`insert into posts (text) values ('Hello')`)
    await pool.query('insert into likes select id from posts')
    await pool.query('delete from likes')
    expect((await pool.query('update posts set text = text returning text')).rows).toEqual([{ text: 'Hello' }])
    const refused = [
      'create table stolen ()',
      'alter table posts add column stolen text',
      'create index on posts (text)',
      'truncate posts',
      'drop table likes',
      'delete from migrations_posts',
    ]
    for (const statement of refused)
      await expect(pool.query(statement)).rejects.toThrow(/permission denied|must be owner/)
  })

  it('starts on a database that a newer version has migrated', async () => {
    await rm(join(migrations.dir, '0002-likes.sql'))
    await using older = await openAsService()
    expect((await older.query('select count(*)::int as count from posts')).rows).toEqual([{ count: 1 }])
  })

  it('does not start on a database from which a newer version has removed what it uses, and says which version does', async () => {
    const file = join(migrations.dir, '0003-unused-since-99.1.0-likes.sql')
    await writeFile(join(migrations.dir, '0002-likes.sql'), LIKES_FILE)
    await writeFile(file, 'drop table likes')
    await migrateAsOwner()
    await using newer = await openAsService()
    await newer.query('select 1')
    await rm(file)
    const version = await readVersion('../package.json')
    const sentence = `The database ${owner.name} lacks what version ${version} uses: deploy version 99.1.0 or newer`
    await expect(openAsService()).rejects.toThrow(sentence)
    await asOwner("update migrations_posts set name = '0003-unused-since-0.1.0-likes' where name like '0003%'")
    await using current = await openAsService() // which is the first that does not use it
    await current.query('select 1')
  })

  it('uses a shared state of which another role is the owner', async () => {
    await using state = await openSharedState(toUrl(service), { now: () => new Date(), autoMigrate: 'off' })
    expect(await state.increment('tries', 1, 60)).toBe(1)
  })
})

it('has the version of the product', async () => {
  expect(await readVersion('../package.json')).toBe(await readVersion('../../../package.json'))
})
