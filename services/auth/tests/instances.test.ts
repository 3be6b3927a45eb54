import { describe, expect, it } from '@jest/globals'
import { eventually, shareAcrossTests } from '@meadow/testing'
import request from 'supertest'
import { ann, openAuth, readCookie, toBearerHeader } from './fixtures.ts'

const FAILED_SIGN_INS = 4

/** Opens two instances on one store and one shared state, with a member. */
const auth = shareAcrossTests(async () => {
  const opened = await openAuth({ isThrottled: true, limits: { failedSignInsPerAccountAndNetwork: FAILED_SIGN_INS } })
  const other = await opened.openInstance()
  const toClient = ({ app }: typeof other) => {
    const call = () => request.agent(app).set('X-Forwarded-Host', 'localhost:5000')
    return {
      call,
      refresh: (cookie: string) => call().post('/auth/refresh').set('Cookie', cookie),
      me: (token: string) => call().get('/auth/me').set(toBearerHeader(token)),
    }
  }
  const registration = await opened.register()
  return { ...opened, registration, instances: [toClient(opened.service), toClient(other)] as const }
})

describe('two instances of auth', () => {
  it('return the same successor of a refresh token, at once and 30 seconds later', async () => {
    const { instances, login, advance } = await auth()
    const cookie = readCookie(await login({ email: 'ann', password: ann.password }))
    const responses = await Promise.all(Array.from({ length: 6 }, (_, index) => instances[index % 2]?.refresh(cookie)))
    expect(responses.map((response) => response?.status)).toEqual(Array(6).fill(200))
    advance(30_000)
    for (const instance of instances) responses.push(await instance.refresh(cookie))
    expect(new Set(responses.map((response) => response && readCookie(response))).size).toBe(1)
  })

  it('accept the access tokens of each other, and refuse those of sessions that ended at the other', async () => {
    const { instances, login } = await auth()
    const [one, other] = instances
    const { token } = (await login({ email: 'ann', password: ann.password })).body
    for (const instance of instances) expect((await instance.me(token)).status).toBe(200)
    await one.call().post('/auth/logout').set(toBearerHeader(token)).expect(200)
    await eventually(async () =>
      expect(await other.me(token)).toMatchObject({ status: 401, body: { code: 'token_invalid' } }),
    )
  })

  it('register a username once', async () => {
    const { instances, countRows } = await auth()
    const kofi = { ...ann, username: 'kofi', email: 'kofi@example.org' }
    const before = await countRows('accounts')
    const responses = await Promise.all(instances.map(({ call }) => call().post('/auth/register').send(kofi)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await countRows('accounts')).toBe(Number(before) + 1)
  })

  it('count failed sign-ins together', async () => {
    const { instances } = await auth()
    const statuses: number[] = []
    for (let n = 0; n <= FAILED_SIGN_INS; n += 1) {
      const response = await instances[n % 2 === 0 ? 0 : 1]
        .call()
        .post('/auth/login')
        .send({ email: 'ann', password: 'wrong horse' })
      statuses.push(response.status)
    }
    expect(statuses).toEqual([...Array(FAILED_SIGN_INS).fill(401), 429])
  })
})
