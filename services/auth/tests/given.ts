import { openBus } from '@meadow/events'
import { readPostgresOutbox } from '@meadow/events/testing'
import { createPostgresMemberReadModel } from '@meadow/members'
import { newId } from '@meadow/service'
import { openSharedState, type SharedState } from '@meadow/storage'
import { testLog } from '@meadow/testing'
import { testDatabase } from '@meadow/testing/postgres'
import request from 'supertest'
import { authMigrations } from '../src/migrations.ts'
import { openAuthService } from '../src/service.ts'

export const ann = {
  username: 'ann',
  email: 'ann@example.org',
  password: 'correct horse',
  fullName: 'Ann Berger',
}

type Options = {
  publicUrl?: string
  isThrottled?: boolean
  stateUrl?: string
  demoAccounts?: Record<string, string>
}
type Body = Record<string, unknown>

/** What a browser keeps of an answer's `Set-Cookie`, as it sends it back. */
export const cookieOf = (answer: request.Response): string => {
  const [first = ''] = (answer.get('Set-Cookie') ?? ['']) as string[]
  return first.split(';', 1)[0] ?? ''
}

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

/** The session that an access token belongs to. */
export const sidOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid

const away = () => Promise.reject(new Error('the shared state is away'))

/** The whole service in this process, on a database of its own, with a clock that only tests move. */
export async function startAuth({ publicUrl, isThrottled = false, stateUrl, demoAccounts = {} }: Options = {}) {
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await testDatabase(...authMigrations))
  let time = Date.parse('2026-03-02T12:00:00.000Z')
  const now = () => new Date(time)
  let isStateAway = false

  /** One process of auth; another one shares nothing with it but the engines. */
  async function openInstance(on: AsyncDisposableStack) {
    const opened = on.use(await openSharedState(stateUrl ?? database.url, { now, log: testLog }))
    const state: SharedState = {
      ...opened,
      increment: (...given) => (isStateAway ? away() : opened.increment(...given)),
      publish: (...given) => (isStateAway ? away() : opened.publish(...given)),
    }
    const bus = on.use(await openBus(database.url, { log: testLog }))
    const url = publicUrl === undefined ? undefined : new URL(publicUrl)
    const given = { pool: database.pool, bus, state, log: testLog, publicUrl: url, plan: 'pro', isThrottled }
    const service = on.use(await openAuthService({ ...given, demoAccounts, now, newId }))
    return { state, bus, service }
  }

  const { state, bus, service } = await openInstance(opened)
  const call = () => request.agent(service.app).set('X-Forwarded-Host', 'localhost:5000') // as the gateway says
  const kept = opened.move()

  return {
    pool: database.pool,
    members: createPostgresMemberReadModel(database.pool),
    state,
    bus,
    service,
    call,
    now,
    takeStateAway: () => {
      isStateAway = true
    },
    advance: (ms: number) => {
      time += ms
    },
    another: async () => (await openInstance(kept)).service,
    published: () => readPostgresOutbox(database.pool),
    register: (change: Body = {}) =>
      call()
        .post('/auth/register')
        .send({ ...ann, ...change }),
    login: (body: Body, from = '203.0.113.7') => call().post('/auth/login').set('X-Forwarded-For', from).send(body),
    refresh: (cookie: string) => call().post('/auth/refresh').set('Cookie', cookie),
    me: (token: string) => call().get('/auth/me').set(bearer(token)),
    countOf: async (table: string) => {
      const { rows } = await database.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)
      return rows[0]?.count
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** Asks again and again until the answer is yes; a test that waits for nothing fails by its time-out. */
export async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 10))
}
