import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { aPerson } from './src/members.ts'
import { type Stack, startStack } from './src/stack.ts'

/** A read of each service that asks for a member. */
const READS = { auth: '/auth/me', social: '/auth/suggestions', posts: '/posts' }
type Service = keyof typeof READS
const services = Object.keys(READS) as Service[]

const SECOND = 1_000
/** Between two looks: often enough to measure, too seldom for the limits of the gateway. */
const BETWEEN = 20

describe('a session that has ended', () => {
  let stack: Stack
  beforeAll(async () => {
    stack = await startStack()
  })
  afterAll(async () => {
    await stack?.[Symbol.asyncDispose]()
  })

  const call = (path: string, token: string, init: RequestInit = {}) =>
    fetch(`${stack.url}/api${path}`, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } })

  const statusOf = async (service: Service, token: string) => {
    const answer = await call(READS[service], token)
    const { code } = (await answer.json()) as { code?: string }
    return { status: answer.status, code }
  }

  async function join(fullName: string) {
    const answer = await fetch(`${stack.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(aPerson(fullName)),
    })
    const { token } = (await answer.json()) as { token: string }
    const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
    return { token, cookie }
  }

  /** The milliseconds until `service` refuses the token. */
  async function untilRefused(service: Service, token: string): Promise<number> {
    const begun = performance.now()
    for (;;) {
      const { status, code } = await statusOf(service, token)
      if (status === 401) {
        expect(code).toBe('token_invalid')
        return performance.now() - begun
      }
      expect(status).toBe(200)
      await setTimeout(BETWEEN)
    }
  }

  /** Asks posts again and again, also while nothing answers yet, until `end`, which tells all statuses that came. */
  function watch(token: string) {
    const seen = new Set<number>()
    let isWatching = true
    const asking = (async () => {
      while (isWatching) {
        const status = await statusOf('posts', token).then(
          (answer) => answer.status,
          () => 0,
        )
        seen.add(status)
        await setTimeout(BETWEEN)
      }
    })()
    return {
      end: async () => {
        isWatching = false
        await asking
        return [...seen]
      },
    }
  }

  it('is refused within a second by every service, and stays refused after a kill of everything', async () => {
    const [ended, other] = [await join('Edda Stone'), await join('Olaf Reed')]
    for (const service of services) {
      expect(await statusOf(service, ended.token)).toMatchObject({ status: 200 })
    }

    const logout = await call('/auth/logout', ended.token, { method: 'POST', headers: { cookie: ended.cookie } })
    expect(logout.status).toBe(200)
    const waits = await Promise.all(services.map((service) => untilRefused(service, ended.token)))
    const shown = services.map((service, index) => `${service} ${waits[index]?.toFixed(0)} ms`)
    process.stdout.write(`An ended session was refused after: ${shown.join(', ')}\n`)
    expect(Math.max(...waits)).toBeLessThan(SECOND)

    await stack.kill()
    const watching = watch(ended.token)
    await stack.start()
    expect(await watching.end()).not.toContain(200)
    for (const service of services) {
      expect(await statusOf(service, ended.token)).toEqual({ status: 401, code: 'token_invalid' })
      expect(await statusOf(service, other.token)).toMatchObject({ status: 200 })
    }
    const refresh = (cookie: string) =>
      fetch(`${stack.url}/api/auth/refresh`, { method: 'POST', headers: { cookie, origin: stack.url } })
    expect((await refresh(ended.cookie)).status).toBe(401)
    expect((await refresh(other.cookie)).status).toBe(200)
  })
})
