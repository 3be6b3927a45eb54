import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openPostgres, toDatabaseUrl } from '@meadow/storage'
import { ensureOwnedDatabases, ensureSharedDatabase } from '@meadow/storage/roles'
import { eventually, testLog } from '@meadow/testing'
import { openBus } from '../src/index.ts'
import { busMigrations } from '../src/migrations.ts'
import { openBusOperator } from '../src/operator/open-bus-operator.ts'
import { POSTGRES_BUS_GRANTS, REPLACE_READERS_SQL } from '../src/roles/bus-grants.ts'
import { readDeadLetters } from '../src/testing/index.ts'
import {
  createMemberEvent,
  createPostEvent,
  createTestDeadLetter,
  publishDeadLetters,
  subscribeAndCollect,
} from './fixtures.ts'

const server = process.env['TEST_POSTGRES_URL'] ?? ''
const prefix = `test_${randomBytes(6).toString('hex')}`
const names = ['bus', 'auth', 'posts', 'chat'].map((name) => `${prefix}_${name}`)
const [bus = '', ...services] = names

const urlOf = (role: string) =>
  Object.assign(new URL(server), { username: role, password: role, pathname: `/${bus}` }).href
const openFor = (service: string) => openBus(urlOf(`${prefix}_${service}`), { log: testLog })
const openPoolFor = (service: string) => openPostgres(urlOf(`${prefix}_${service}`))

beforeAll(async () => {
  await ensureOwnedDatabases(
    server,
    names.map((name) => ({ name, password: name })),
  )
  const options = {
    migrations: busMigrations,
    grants: POSTGRES_BUS_GRANTS,
    settings: REPLACE_READERS_SQL,
    roles: services,
  }
  await ensureSharedDatabase(urlOf(bus), options)
})
afterAll(async () => {
  await using pool = await openPostgres(toDatabaseUrl(server, 'postgres'))
  for (const name of names) await pool.query(`drop database ${name} with (force)`)
  for (const name of names) await pool.query(`drop role ${name}`)
})

describe('the bus in PostgreSQL with a role for each service', () => {
  it('delivers the events that a service publishes to those that consume the topic', async () => {
    await using auth = await openFor('auth')
    await using posts = await openFor('posts')
    await using received = await subscribeAndCollect(posts, 'posts')
    const event = createMemberEvent(1)
    await auth.publish([event])
    await eventually(() => expect(received.ids).toEqual([event.id]))
    const own = createTestDeadLetter({ event, consumer: 'posts' })
    for (let times = 0; times < 2; times += 1) await publishDeadLetters(posts, own)
    await using operator = await openBusOperator(urlOf(bus), { log: testLog })
    await eventually(async () => expect(await operator.lag()).toEqual([{ group: 'posts', topic: 'members', lag: 0 }]))
    expect((await readDeadLetters(operator)).map(({ deadLetter }) => deadLetter)).toEqual([own])
  })

  it('refuses an event with the source of another service, and a dead letter of another consumer', async () => {
    await using posts = await openFor('posts')
    await expect(posts.publish([createMemberEvent(1)])).rejects.toThrow('row-level security')
    const event = createPostEvent(1)
    await posts.publish([event])
    const foreign = createTestDeadLetter({ event, consumer: 'auth' })
    await expect(publishDeadLetters(posts, foreign)).rejects.toThrow('row-level security')
    await using pool = await openPoolFor('posts')
    const forgery = `insert into log (topic, event) values ('posts.replay', '{"source": "posts", "consumer": "posts"}')`
    await expect(pool.query(forgery)).rejects.toThrow('row-level security')
  })

  it('shows a service only the topics that it consumes', async () => {
    await using posts = await openFor('posts')
    await using chat = await openFor('chat')
    const event = createPostEvent(2)
    await posts.publish([event])
    await using received = await subscribeAndCollect(chat, 'chat', ['posts'])
    await eventually(() => expect(received.ids).toContain(event.id))
    await using pool = await openPoolFor('posts')
    expect((await pool.query('select distinct topic from log')).rows).toEqual([{ topic: 'members' }])
  })

  it('lets a service change neither events nor the offsets of others', async () => {
    await using pool = await openPoolFor('chat')
    for (const statement of ['delete from log', 'update log set event = null', 'truncate log', 'drop table log'])
      await expect(pool.query(statement)).rejects.toThrow(/permission denied|must be owner/)
    await expect(pool.query(`insert into readers values ('chat', 'messages')`)).rejects.toThrow('permission denied')
    await expect(pool.query(`insert into offsets values ('posts', 'posts', 9)`)).rejects.toThrow('row-level security')
    expect((await pool.query(`update offsets set position = 0 where consumers = 'posts'`)).rowCount).toBe(0)
    await pool.query('select delete_expired_events(10)')
  })
})
