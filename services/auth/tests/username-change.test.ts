import { describe, expect, it } from '@jest/globals'
import { newId } from '@meadow/service'
import { shareAcrossTests } from '@meadow/testing'
import { HOUR_MS } from '@meadow/testing/service'
import { eraseDueAccount } from '../src/erasure/erasure-task.ts'
import { ann, openAuth, toBearerHeader } from './fixtures.ts'

const DAY_MS = 24 * HOUR_MS
let memberCount = 0

describe('PUT /auth/username', () => {
  const auth = shareAcrossTests(openAuth)

  async function newMember() {
    const started = await auth()
    const username = `member${++memberCount}`
    const { token, user } = (await started.register({ username, email: `${username}@example.org` })).body
    const rename = (to: string) =>
      started.call().put('/auth/username').set(toBearerHeader(token)).send({ username: to })
    const isTaken = async (name: string) => {
      const { body } = await started.register({ username: name, email: `${name}@example.com`, dryRun: true })
      return body.fieldCodes?.username === 'taken'
    }
    return { ...started, username, token, user, rename, isTaken }
  }

  it('changes the username once in 14 days, and tells social by an event', async () => {
    const { username, rename, user, publishedEvents, me, token, advance } = await newMember()
    const to = `${username}.new`
    expect((await rename(`  ${to.toUpperCase()} `)).body).toMatchObject({ _id: user._id, username: to })
    expect((await me(token)).body).toMatchObject({ username: to })
    const renamed = (await publishedEvents(user)).filter(({ type }) => type === 'member.renamed')
    expect(renamed).toMatchObject([{ source: 'auth', data: { from: username, to, accountVersion: 2 } }])
    expect(await rename(to)).toMatchObject({ status: 200 }) // a repeat changes nothing
    expect((await rename(`${username}.other`)).body).toMatchObject({ code: 'username_changed_recently' })
    advance(14 * DAY_MS)
    await rename('ends.the.session').expect(401) // this token has expired
  })

  it('keeps the former username for the member: for 90 days it signs in, and nobody else gets it', async () => {
    const { username, rename, isTaken, login, advance, now, store, token } = await newMember()
    await rename(`${username}.new`).expect(200)
    expect(await isTaken(username)).toBe(true)
    expect((await login({ email: username, password: ann.password })).body.user.username).toBe(`${username}.new`)
    const { body } = await (await newMember()).rename(username)
    expect(body).toMatchObject({ code: 'already_taken', fieldCodes: { username: 'taken' } })
    expect(await passwordChange(token)).toMatchObject({ status: 200 }) // the token still has the former username
    advance(90 * DAY_MS - 1)
    await store.ports.accounts.freeUsernames(now())
    expect(await isTaken(username)).toBe(true)
    advance(1)
    await store.ports.accounts.freeUsernames(now())
    expect(await isTaken(username)).toBe(false)
  })

  async function passwordChange(token: string) {
    const { call } = await auth()
    const body = { current: ann.password, next: 'another horse' }
    return call().put('/auth/password').set(toBearerHeader(token)).send(body)
  }

  it('lets the member take a former username back', async () => {
    const { username, rename, login, advance, isTaken } = await newMember()
    await rename(`${username}.new`).expect(200)
    advance(14 * DAY_MS)
    const { token } = (await login({ email: username, password: ann.password })).body
    const { call } = await auth()
    await call().put('/auth/username').set(toBearerHeader(token)).send({ username }).expect(200)
    expect(await isTaken(username)).toBe(true)
    expect(await isTaken(`${username}.new`)).toBe(true)
  })

  it('gives a username to one of two who want it at the same time', async () => {
    const [one, other] = [await newMember(), await newMember()]
    const wanted = `wanted${memberCount}`
    const answers = await Promise.all([
      one.rename(wanted),
      other.rename(wanted),
      one.register({ username: wanted, email: `${wanted}@example.net` }),
    ])
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
  })

  it('gives a username that is being left to no registration', async () => {
    const { username, rename, register } = await newMember()
    const taken = { username, email: `${username}@example.net` }
    const answers = await Promise.all([register(taken), rename(`${username}.new`), register(taken), register(taken)])
    expect(answers.map(({ status }) => status)).toEqual([409, 200, 409, 409])
  })

  it.each(['admin', 'a', 'two..dots', 'öl', ''])('refuses %p', async (name) => {
    const { rename } = await newMember()
    expect((await rename(name)).body).toMatchObject({
      code: 'invalid_request',
      fields: { username: expect.any(String) },
    })
  })

  it('is erased with the account: nobody gets any username of an erased member', async () => {
    const { username, rename, call, token, advance, now, store, isTaken, countRows } = await newMember()
    await rename(`${username}.new`).expect(200)
    await call().delete('/auth/account').set(toBearerHeader(token)).send({ password: ann.password }).expect(200)
    advance(14 * DAY_MS)
    while (await eraseDueAccount({ erasures: store.ports.erasures, now, newId }));
    expect([await isTaken(username), await isTaken(`${username}.new`)]).toEqual([true, true])
    advance(90 * DAY_MS)
    await store.ports.accounts.freeUsernames(now())
    expect(await countRows('former_usernames')).toBe(0)
    expect(await isTaken(username)).toBe(true)
  })
})
