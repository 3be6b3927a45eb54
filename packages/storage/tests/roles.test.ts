import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, it } from '@jest/globals'
import { testLog } from '@meadow/testing'
import pg from 'pg'
import { openPostgres, openSharedState } from '../src/index.ts'
import { ensureOwnedDatabases, ensureSharedDatabase, STATE_GRANTS, stateMigrations } from '../src/roles/index.ts'

const server = process.env['TEST_POSTGRES_URL'] ?? ''
const prefix = `test_${randomBytes(6).toString('hex')}`
const toOwned = (service: string) => ({ name: `${prefix}_${service}`, password: `secret of ${service}` })
const [auth, social, chat, state] = [toOwned('auth'), toOwned('social'), toOwned('chat'), toOwned('state')]

const urlOf = (role: { name: string; password: string }, database = role.name) => {
  const url = new URL(server)
  return Object.assign(url, { username: role.name, password: role.password, pathname: `/${database}` }).href
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const asSuperuser = (database: string, text: string) =>
  query(Object.assign(new URL(server), { pathname: `/${database}` }).href, text)

afterAll(async () => {
  for (const { name } of [auth, social, chat, state])
    await asSuperuser('postgres', `drop database if exists ${name} with (force)`)
  for (const { name } of [auth, social, chat, state]) await asSuperuser('postgres', `drop role if exists ${name}`)
})

describe('the role of a service', () => {
  it('owns its database, can connect to no other, and creates no databases and roles', async () => {
    await ensureOwnedDatabases(server, [auth, social])
    await query(urlOf(auth), 'create table accounts (id integer)')
    await expect(query(urlOf(social, auth.name), 'select')).rejects.toThrow('permission denied for database')
    await expect(query(urlOf(auth), 'create database stolen')).rejects.toThrow('permission denied')
    await expect(query(urlOf(auth), 'create role stolen superuser')).rejects.toThrow('permission denied')
    await expect(query(urlOf(auth), `set role ${social.name}`)).rejects.toThrow('permission denied')
  })

  it('gets a changed password', async () => {
    await ensureOwnedDatabases(server, [auth, social])
    const changed = { ...social, password: "another '\\ one" }
    await ensureOwnedDatabases(server, [changed])
    await expect(query(urlOf(social), 'select')).rejects.toThrow('password authentication failed')
    expect(await query(urlOf(changed), 'select 1 as one')).toEqual([{ one: 1 }])
    await ensureOwnedDatabases(server, [social])
  })

  it('becomes the owner of all objects in a database that the superuser has created and filled', async () => {
    await asSuperuser('postgres', `create database ${chat.name}`)
    await asSuperuser(
      chat.name,
      `create extension pg_trgm;
       create function folded(name text) returns text language sql immutable return lower(name);
       create table "Messages" (id integer generated always as identity, old serial, content text,
         folded text generated always as (folded(content)) stored);
       create index on "Messages" using gin (folded gin_trgm_ops);
       create view texts as select content from "Messages";
       create sequence numbers;
       insert into "Messages" (content) values ('Hello')`,
    )
    await ensureOwnedDatabases(server, [chat])
    const changes = `insert into "Messages" (content) values ('Again');
      alter table "Messages" add column seen boolean; create or replace view texts as select content from "Messages";
      alter sequence numbers restart; create or replace function folded(name text) returns text language sql immutable return lower(name);
      create extension if not exists pg_trgm;`
    await query(urlOf(chat), changes)
    expect(await query(urlOf(chat), 'select id, folded from "Messages" order by id')).toEqual([
      { id: 1, folded: 'hello' },
      { id: 2, folded: 'again' },
    ])
    await ensureOwnedDatabases(server, [chat]) // once more changes nothing
    expect(await query(urlOf(chat), 'select count(*)::int as count from texts')).toEqual([{ count: 2 }])
  })
})

describe('the shared state of several roles', () => {
  it('is migrated and granted by the jobs of several services at the same time', async () => {
    const services = [auth, social, chat]
    await ensureOwnedDatabases(server, [...services, state])
    const slow = 'select pg_sleep(0.1)' // so that the transactions of the jobs overlap
    const shared = { migrations: stateMigrations, grants: STATE_GRANTS, settings: slow }
    await Promise.all(services.map(({ name }) => ensureSharedDatabase(urlOf(state), { ...shared, roles: [name] })))
    for (const role of services) expect(await query(urlOf(role, state.name), 'select from entries')).toEqual([])
  })

  const options = { now: () => new Date(), log: testLog }
  const openFor = (role: { name: string; password: string }) => openSharedState(urlOf(role, state.name), options)

  it('gives each role entries of its own; presence is written by chat and read by all', async () => {
    await ensureOwnedDatabases(server, [auth, social, chat, state])
    const roles = [auth, social, chat].map(({ name }) => name)
    await ensureSharedDatabase(urlOf(state), { migrations: stateMigrations, grants: STATE_GRANTS, roles })
    await using ofAuth = await openFor(auth)
    await using ofSocial = await openFor(social)
    await using ofChat = await openFor(chat)

    expect(await ofAuth.increment('sign-in', 1, 60)).toBe(1)
    expect(await ofSocial.get('sign-in')).toBeUndefined()
    await ofSocial.set('sign-in', '0', 60)
    await ofSocial.delete('sign-in')
    expect(await ofAuth.increment('sign-in', 1, 60)).toBe(2)

    expect(await ofChat.compareAndSet('presence:leases', undefined, 'here', 60)).toBe(true)
    expect(await ofSocial.getMany(['presence:leases'])).toEqual(new Map([['presence:leases', 'here']]))
    const refusal = 'The shared state does not let this role set presence:leases'
    await expect(ofSocial.compareAndSet('presence:leases', 'here', 'away', 60)).rejects.toThrow(refusal)
    await expect(ofSocial.set('presence:leases', 'away', 60)).rejects.toThrow(refusal)
    await expect(ofSocial.increment('presence:leases', 1, 60)).rejects.toThrow(refusal)
    expect(await ofChat.get('presence:leases')).toBe('here')
  })

  it.each([
    ['the owner of the table', chat, state],
    ['chat, by the owner of the table', state, chat],
  ])('takes over presence that was left by %s', async (_name, writer, former) => {
    await ensureOwnedDatabases(server, [auth, social, chat, state])
    const roles = [auth, social, chat].map(({ name }) => name)
    await ensureSharedDatabase(urlOf(state), { migrations: stateMigrations, grants: STATE_GRANTS, roles })
    await query(urlOf(state), 'delete from entries')
    await using ofFormer = await openFor(former)
    await using ofWriter = await openFor(writer)
    await using ofSocial = await openFor(social)
    await ofFormer.set('presence:leases', 'left', 3_600)
    await ofFormer.set('presence:member:1', 'left', 3_600)

    expect(await ofWriter.get('presence:leases')).toBe('left')
    expect(await ofWriter.compareAndSet('presence:leases', undefined, 'conflict', 7_200)).toBe(false)
    expect(await ofWriter.compareAndSet('presence:leases', 'left', 'here', 7_200)).toBe(true)
    expect(await ofWriter.compareAndSet('presence:leases', 'left', 'conflict', 7_200)).toBe(false)
    expect(await ofWriter.compareAndSet('presence:leases', 'here', 'still here', 7_200)).toBe(true)
    const changes = [
      { key: 'presence:member:1', expected: 'left', value: 'online' },
      { key: 'presence:member:2', expected: undefined, value: 'online' },
    ]
    const keys = ['presence:leases', ...changes.map(({ key }) => key)]
    expect(await ofWriter.compareAndSetMany(changes, 7_200)).toEqual(new Set(keys.slice(1)))
    const expected = new Map(keys.map((key) => [key, key === 'presence:leases' ? 'still here' : 'online']))
    expect(await ofWriter.getMany(keys)).toEqual(expected)
    expect(await ofSocial.getMany(keys)).toEqual(expected)
    expect(await ofSocial.get('presence:leases')).toBe('still here')
  })

  it('lets no role change tables or read the database of another', async () => {
    await using pool = await openPostgres(urlOf(social, state.name))
    await expect(pool.query('drop table entries')).rejects.toThrow('must be owner')
    await expect(pool.query('alter table entries disable row level security')).rejects.toThrow('must be owner')
    await expect(pool.query('create table stolen ()')).rejects.toThrow('permission denied')
    await expect(pool.query('truncate entries')).rejects.toThrow('permission denied')
  })
})
