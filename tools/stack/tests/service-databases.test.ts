import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openPostgresStore, openSharedState } from '@meadow/storage'
import { testLog } from '@meadow/testing'
import pg from 'pg'
import { openBus } from '../../../packages/events/src/index.ts'
import { busMigrations } from '../../../packages/events/src/migrations.ts'
import { openPostgres, type Postgres } from '../src/postgres.ts'
import { openServiceDatabases } from '../src/service-databases.ts'
import { createTestFolder } from './fixtures.ts'

let folder: Awaited<ReturnType<typeof createTestFolder>>
let postgres: Postgres
beforeAll(async () => {
  folder = await createTestFolder()
  await chmod(folder.path, 0o711) // as root, PostgreSQL may run as another user
  postgres = await openPostgres({ dir: join(folder.path, 'postgres'), durable: false, log: () => {} })
}, 60_000)
afterAll(async () => {
  await postgres.stop()
  await folder[Symbol.asyncDispose]()
})

const open = (variables = {}) => openServiceDatabases({ dataDir: folder.path, superuserUrl: postgres.url, variables })

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const withDatabase = (url: string | undefined, database: string) =>
  Object.assign(new URL(url ?? ''), { pathname: `/${database}` }).href

describe('the databases of npm start', () => {
  it('of an earlier version, which the superuser owns, are transferred to the roles of the services', async () => {
    const migrations = [busMigrations]
    await using _store = await openPostgresStore(postgres.url, { service: 'auth', migrations, log: testLog })
    await using bus = await openBus(postgres.url, { log: testLog })
    await using state = await openSharedState(postgres.url, { now: () => new Date(), log: testLog })
    await Promise.all([bus.ping(), state.ping()])

    const { STORE_URL: storeUrl = '', BUS_URL = '', STATE_URL = '' } = (await open()).variablesFor('auth')
    await query(storeUrl, 'alter table log add column seen boolean')
    await using ownBus = await openBus(BUS_URL, { log: testLog })
    await using ownState = await openSharedState(STATE_URL, { now: () => new Date(), log: testLog })
    await ownBus.ping()
    expect(await ownState.increment('tries', 1, 60)).toBe(1)
  })

  it('accept no other service, and not everybody', async () => {
    const connections = await open()
    for (const service of ['auth', 'social', 'posts', 'notify', 'chat']) {
      const { STORE_URL: url } = connections.variablesFor(service)
      expect(await query(url ?? '', 'select current_user as role')).toEqual([{ role: `meadow_${service}` }])
      const other = withDatabase(url, service === 'auth' ? 'meadow_chat' : 'meadow_auth')
      await expect(query(other, 'select')).rejects.toThrow('permission denied for database')
    }
  })

  it('are the only ones to which a service connects, and hold no large objects', async () => {
    const connections = await open()
    for (const service of ['auth', 'social', 'posts', 'notify', 'chat']) {
      const { STORE_URL, BUS_URL = '', STATE_URL = '' } = connections.variablesFor(service)
      for (const other of ['postgres', 'template1'])
        await expect(query(withDatabase(STORE_URL, other), 'select')).rejects.toThrow('permission denied for database')
      for (const url of [STORE_URL ?? '', BUS_URL, STATE_URL])
        for (const call of ['lo_create(0)', 'lo_creat(-1)', `lo_from_bytea(0, 'x')`])
          await expect(query(url, `select ${call}`)).rejects.toThrow('permission denied for function')
    }
    await query(withDatabase(postgres.url, 'postgres'), 'create database later')
    await query(withDatabase(postgres.url, 'later'), 'grant connect on database later to meadow_auth')
    const later = withDatabase(connections.variablesFor('auth').STORE_URL, 'later')
    await expect(query(later, 'select lo_create(0)')).rejects.toThrow('permission denied for function')
  })

  it('have the state of each service as its own role, for the demo community', async () => {
    const { stateVariables, variablesFor } = await open()
    for (const service of ['auth', 'social', 'posts', 'notify', 'chat'])
      expect(stateVariables[`${service.toUpperCase()}_STATE_URL`]).toBe(variablesFor(service).STATE_URL)
    expect((await open({ STATE_URL: 'redis://redis' })).stateVariables['CHAT_STATE_URL']).toBe('redis://redis')
  })

  it('have the same passwords at the next start, from a secret that only the user can read', async () => {
    const [first, second] = [await open(), await open()]
    expect(second.variablesFor('chat')).toEqual(first.variablesFor('chat'))
    expect((await stat(join(folder.path, 'database-secret'))).mode & 0o777).toBe(0o600)
    const passwords = ['auth', 'chat'].map((service) => new URL(first.variablesFor(service).STORE_URL ?? '').password)
    expect(new Set(passwords).size).toBe(2)
  })

  it('leave room for other engines', async () => {
    const connections = await open({ BUS_URL: 'kafka://kafka', POSTS_STORE_URL: 'mongodb://mongo' })
    const { STATE_URL = '', ...others } = connections.variablesFor('posts')
    expect(others).toEqual({ BUS_URL: 'kafka://kafka', STORE_URL: 'mongodb://mongo' })
    expect(new URL(STATE_URL).username).toBe('meadow_posts')
    const withUser = await open({ BUS_URL: 'kafka://kafka', POSTS_BUS_URL: 'kafka://posts:secret@kafka' })
    expect(withUser.variablesFor('posts').BUS_URL).toBe('kafka://posts:secret@kafka')
    expect(connections.operatorVariables).toMatchObject({
      BUS_URL: 'kafka://kafka',
      POSTS_STORE_URL: 'mongodb://mongo',
    })
  })
})
