import { setTimeout } from 'node:timers/promises'
import { openPostgres } from '@meadow/storage'
import { createUniqueAccount } from '@meadow/testing/accounts'
import { type Stack, startStack } from '@meadow/testing/stack'
import { expect, test } from '../src/fixtures.ts'
import { ENDED_SESSION_LINES, RESTART_LINES, SERVICE_KILL_LINES } from '../src/injected-faults.ts'

/** A call of each service that requires a member. */
const READ_PATH_BY_SERVICE = {
  auth: '/auth/me',
  social: '/auth/suggestions',
  posts: '/posts',
  notify: '/posts/notifications/unread-count',
}
type Service = keyof typeof READ_PATH_BY_SERVICE
const services = Object.keys(READ_PATH_BY_SERVICE) as Service[]

const ONE_SECOND_MS = 1_000
/** The delays between two probes: long enough for the rate limits of the gateway. */
const PROBE_INTERVAL_MS = 20
const SLOW_PROBE_INTERVAL_MS = 200

type Session = { token: string; cookie: string }

test.describe('a session that has ended', () => {
  test.describe.configure({ mode: 'serial' })
  let stack: Stack
  test.beforeAll(async () => {
    stack = await startStack()
  })
  test.afterAll(async () => {
    const injected = [...ENDED_SESSION_LINES, ...RESTART_LINES, ...SERVICE_KILL_LINES]
    await stack?.stopWithCleanLogs('the product whose sessions ended', injected)
  })

  const call = (method: string, path: string, token?: string, body?: unknown, cookie = '') =>
    fetch(`${stack.url}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        cookie,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })

  async function open(path: string, body: unknown): Promise<Session> {
    const response = await call('POST', path, undefined, body)
    const { token } = (await response.json()) as { token: string }
    const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
    return { token, cookie }
  }

  /** Creates a member with two sessions. */
  async function join(fullName: string) {
    const account = createUniqueAccount(fullName)
    const lost = await open('/auth/register', account)
    return { account, lost, active: await open('/auth/login', { email: account.email, password: account.password }) }
  }

  const statusOf = async (service: Service, token: string) => {
    const response = await call('GET', READ_PATH_BY_SERVICE[service], token)
    const { code } = (await response.json()) as { code?: string }
    return { status: response.status, code }
  }
  const refused = { status: 401, code: 'token_invalid' }

  async function expectRefusedEverywhere({ token, cookie }: Session) {
    for (const service of services) expect(await statusOf(service, token)).toEqual(refused)
    expect((await call('POST', '/auth/refresh', undefined, undefined, cookie)).status).toBe(401)
  }

  async function expectAcceptedEverywhere({ token }: Session) {
    for (const service of services) expect(await statusOf(service, token)).toMatchObject({ status: 200 })
  }

  /** Measures the milliseconds until `service` rejects the token. */
  async function measureRefusalDelay(service: Service, token: string): Promise<number> {
    const startedAt = performance.now()
    for (;;) {
      const { status, code } = await statusOf(service, token)
      if (status === 401) {
        expect(code).toBe('token_invalid')
        return performance.now() - startedAt
      }
      expect(status).toBe(200)
      await setTimeout(PROBE_INTERVAL_MS)
    }
  }

  /** Waits until a killed `service` accepts the token again. */
  async function waitUntilAccepted(service: Service, token: string) {
    const readStatus = () => statusOf(service, token).catch(() => ({ status: 0 }))
    while ((await readStatus()).status !== 200) await setTimeout(SLOW_PROBE_INTERVAL_MS)
  }

  /** Calls a service repeatedly, even while it is down. `end` returns all statuses. */
  function startPolling(service: Service, token: string) {
    const statuses = new Set<number>()
    let isWatching = true
    const polling = (async () => {
      while (isWatching) {
        const status = await statusOf(service, token).then(
          (response) => response.status,
          () => 0,
        )
        statuses.add(status)
        await setTimeout(SLOW_PROBE_INTERVAL_MS)
      }
    })()
    const end = async () => {
      isWatching = false
      await polling
      return [...statuses]
    }
    return { end, [Symbol.asyncDispose]: async () => void (await end()) }
  }

  const openState = () => openPostgres(stack.postgresUrl(), { database: 'meadow_state' })

  const END_SESSION_CALLS: Record<string, (session: Awaited<ReturnType<typeof join>>) => Promise<Response>> = {
    'signing out': ({ lost }) => call('POST', '/auth/logout', lost.token, undefined, lost.cookie),
    'ending it from another one': async ({ active }) => {
      const response = await call('GET', '/auth/sessions', active.token)
      const { sessions } = (await response.json()) as { sessions: { _id: string; current: boolean }[] }
      return call('DELETE', `/auth/sessions/${sessions.find(({ current }) => !current)?._id}`, active.token)
    },
    'ending all others': ({ active, account }) =>
      call('DELETE', '/auth/sessions', active.token, { password: account.password }),
    'changing the password': ({ active, account }) =>
      call('PUT', '/auth/password', active.token, { current: account.password, next: 'Marigold-in-May-8' }),
  }

  for (const [way, endSession] of Object.entries(END_SESSION_CALLS))
    test(`is rejected within a second by every service: by ${way}`, async () => {
      const session = await join(`Edda ${way.split(' ').at(-1)}`)
      await expectAcceptedEverywhere(session.lost)
      const response = await endSession(session)
      expect(response.status).toBe(200)
      const { token = session.active.token } = (await response.json()) as { token?: string } // of a new session
      const refusalDelays = await Promise.all(
        services.map((service) => measureRefusalDelay(service, session.lost.token)),
      )
      const lines = services.map((service, index) => `${service} ${refusalDelays[index]?.toFixed(0)} ms`)
      process.stdout.write(`By ${way} a session was refused after: ${lines.join(', ')}\n`)
      expect(Math.max(...refusalDelays)).toBeLessThan(ONE_SECOND_MS)
      await expectRefusedEverywhere(session.lost)
      await expectAcceptedEverywhere({ ...session.active, token })
    })

  test('stays rejected after the shared state was emptied, also by services that restart then', async () => {
    const { lost, active, account } = await join('Olaf Reed')
    await expectAcceptedEverywhere(lost)
    await call('DELETE', '/auth/sessions', active.token, { password: account.password })
    await using state = await openState()
    await state.query('truncate state')
    for (const service of services) await measureRefusalDelay(service, lost.token)
    await expectRefusedEverywhere(lost)

    for (const service of services) {
      await using watching = startPolling(service, lost.token)
      const pid = stack.pidOf(service) as number
      process.kill(pid, 'SIGKILL')
      await state.query('truncate state')
      await expect.poll(() => stack.pidOf(service)).not.toBe(pid)
      await waitUntilAccepted(service, active.token)
      expect(await watching.end()).not.toContain(200)
      await expectRefusedEverywhere(lost)
    }
  })

  test('stays rejected after a kill of everything, which also empties the shared state', async () => {
    const { lost, active, account } = await join('Runa Hale')
    await call('DELETE', '/auth/sessions', active.token, { password: account.password })
    for (const service of services) await measureRefusalDelay(service, lost.token)
    const rows = async () => {
      await using state = await openState()
      return (await state.query(`select key from state where key = 'before the kill'`)).rowCount
    }
    {
      await using state = await openState()
      await state.query(`insert into state values ('before the kill', '', now() + interval '1 hour')`)
    }
    expect(await rows()).toBe(1)

    await stack.kill()
    await using watching = startPolling('posts', lost.token)
    await stack.start()
    expect(await watching.end()).not.toContain(200)
    expect(await rows()).toBe(0)
    await expectRefusedEverywhere(lost)
    await expectAcceptedEverywhere(active)
    expect((await call('POST', '/auth/refresh', undefined, undefined, active.cookie)).status).toBe(200)
  })
})
