import { describe, expect, it } from '@jest/globals'
import { createSecurityEventLog } from '@meadow/testing'
import { readAuthConfig } from '../src/config.ts'
import { findRegistrationRefusal, type RegistrationMode } from '../src/invites/admit-registration.ts'
import { ann, openAuth, readCookie, toBearerHeader } from './fixtures.ts'
import { openIdentityProvider } from './identity-provider.ts'

const DAY_MS = 86_400_000
const ben = { username: 'ben', email: 'ben@example.org' }
const cleo = { username: 'cleo', email: 'cleo@example.org' }

type Options = Parameters<typeof openAuth>[0]

/** Opens auth with the admin ann, who has registered although others may not. */
async function openWithAdmin(registration: RegistrationMode, options: Options = {}) {
  const auth = await openAuth({ ...options, registration, adminEmail: ann.email })
  expect((await auth.register()).status).toBe(201)
  await auth.pool.query(`update accounts set email_verified = true where username = 'ann'`)
  const { token } = (await auth.login({ email: ann.email, password: ann.password })).body
  const admin = toBearerHeader(token)
  const createInvite = async (body: object = {}) => {
    const response = await auth
      .call()
      .post('/auth/invites')
      .set(admin)
      .send({ maxUses: 1, days: 7, ...body })
    expect(response.status).toBe(201)
    return response.body as { invite: { _id: string }; token: string }
  }
  return {
    ...auth,
    admin,
    createInvite,
    listInvites: async () => (await auth.call().get('/auth/invites').set(admin)).body.invites,
    revoke: (id: string) => auth.call().delete(`/auth/invites/${id}`).set(admin),
    isUsable: async (invite: string) =>
      (await auth.call().post('/auth/invites/check').send({ invite })).body.isUsable as boolean,
  }
}

const refused = (code: string) => ({ status: 403, body: { code } })

describe('the rule of registrations', () => {
  const nobody = { isFirstAdmin: false, invite: 'none' } as const

  it.each([
    ['open', nobody, undefined],
    ['open', { ...nobody, invite: 'unusable' }, undefined],
    ['invite', nobody, 'invite_required'],
    ['invite', { ...nobody, invite: 'unusable' }, 'invite_invalid'],
    ['invite', { ...nobody, invite: 'usable' }, undefined],
    ['closed', nobody, 'registration_closed'],
    ['closed', { ...nobody, invite: 'usable' }, 'registration_closed'],
    ['closed', { ...nobody, isFirstAdmin: true }, undefined],
    ['invite', { ...nobody, isFirstAdmin: true }, undefined],
  ] as const)('in the mode %s for %j gives %p', (mode, person, refusal) =>
    expect(findRegistrationRefusal(mode, person)).toBe(refusal),
  )
})

describe('a registration', () => {
  it('needs no invite in the mode open, and counts none', async () => {
    await using auth = await openWithAdmin('open')
    expect((await auth.call().get('/auth/registration')).body).toEqual({ registration: 'open', isAdminExpected: false })
    const { token } = await auth.createInvite()
    expect((await auth.register({ ...ben, invite: token })).status).toBe(201)
    expect(await auth.listInvites()).toMatchObject([{ uses: 0, isUsable: true }])
  })

  it('needs an invite in the mode invite, which counts accounts and not attempts', async () => {
    await using auth = await openWithAdmin('invite')
    expect((await auth.call().get('/auth/registration')).body).toEqual({
      registration: 'invite',
      isAdminExpected: false,
    })
    const { token } = await auth.createInvite()
    expect(await auth.register(ben)).toMatchObject(refused('invite_required'))
    expect(await auth.register({ ...ben, invite: 'of nobody' })).toMatchObject(refused('invite_invalid'))
    expect(await auth.isUsable(token)).toBe(true)
    expect(await auth.register({ ...ben, invite: token, dryRun: true })).toMatchObject({ status: 200 })
    expect(await auth.register({ ...ben, invite: token, username: 'ann' })).toMatchObject({ status: 409 })
    expect(await auth.register({ ...ben, invite: token, password: '123456' })).toMatchObject({ status: 400 })
    expect(await auth.listInvites()).toMatchObject([{ uses: 0, maxUses: 1, isUsable: true, createdBy: 'ann' }])
    expect(await auth.register({ ...ben, invite: token })).toMatchObject({ status: 201 })
    expect(await auth.register({ ...cleo, invite: token })).toMatchObject(refused('invite_invalid'))
    expect(await auth.listInvites()).toMatchObject([{ uses: 1, isUsable: false }])
    expect(await auth.isUsable(token)).toBe(false)
  })

  it('counts the last use of an invite once, also for several people at the same time', async () => {
    await using auth = await openWithAdmin('invite')
    const { token } = await auth.createInvite({ maxUses: 2 })
    const people = Array.from({ length: 5 }, (_, n) => ({ username: `guest${n}`, email: `guest${n}@example.org` }))
    const statuses = await Promise.all(
      people.map(async (one) => (await auth.register({ ...one, invite: token })).status),
    )
    expect(statuses.toSorted()).toEqual([201, 201, 403, 403, 403])
    expect(await auth.countRows('accounts')).toBe(3)
    expect(await auth.listInvites()).toMatchObject([{ uses: 2 }])
  })

  it('is refused with an invite that was taken back, or that has expired', async () => {
    await using auth = await openWithAdmin('invite')
    const [first, second] = [await auth.createInvite(), await auth.createInvite({ days: 2 })]
    expect(await auth.revoke(first.invite._id)).toMatchObject({ status: 200 })
    expect(await auth.revoke(first.invite._id)).toMatchObject({ status: 404, body: { code: 'invite_not_found' } })
    expect(await auth.register({ ...ben, invite: first.token })).toMatchObject(refused('invite_invalid'))
    auth.advance(2 * DAY_MS)
    expect(await auth.isUsable(second.token)).toBe(false)
    expect(await auth.register({ ...ben, invite: second.token })).toMatchObject(refused('invite_invalid'))
    await auth.store.ports.invites.deleteExpired(auth.now())
    expect(await auth.countRows('invites')).toBe(0)
  })

  it('is refused to everybody in the mode closed, before names are checked, and members still sign in', async () => {
    await using auth = await openWithAdmin('closed')
    const { token } = await auth.createInvite()
    expect(await auth.register({ ...ben, invite: token })).toMatchObject(refused('registration_closed'))
    expect(await auth.register({ ...ben, username: 'ann', dryRun: true })).toMatchObject(refused('registration_closed'))
    expect(await auth.register({ username: 'other' })).toMatchObject(refused('registration_closed')) // with the address of the admin
    expect(await auth.login({ email: 'ann', password: ann.password })).toMatchObject({ status: 200 })
  })

  it('of the first admin is expected until an account has the address', async () => {
    await using auth = await openAuth({ registration: 'closed', adminEmail: 'Ann@Example.org' })
    const isExpected = async () => (await auth.call().get('/auth/registration')).body.isAdminExpected
    expect(await isExpected()).toBe(true)
    expect(await auth.register(ben)).toMatchObject(refused('registration_closed'))
    expect(await auth.register()).toMatchObject({ status: 201 })
    expect(await isExpected()).toBe(false)
  })

  it('through a provider follows the same rule, and brings the invite along', async () => {
    await using google = await openIdentityProvider('google')
    await using auth = await openWithAdmin('invite', { oauthProviders: [google.provider] })
    const { token } = await auth.createInvite()
    const goThrough = async (sub: string) => {
      const started = await auth.call().get('/auth/oauth/google')
      const cookie = readCookie(started, 'oauth')
      const claims = { email: `${sub}@example.org`, email_verified: true, name: 'Wanda' }
      const visited = await google.visit(started.get('Location') ?? '', { sub, claims })
      const back = await auth
        .call()
        .get(`${visited.pathname.replace('/api', '')}${visited.search}`)
        .set('Cookie', cookie)
      const page = new URL(back.get('Location') ?? '', 'http://localhost:5000')
      const code = page.searchParams.get('token') ?? ''
      const send = (path: string, body: object) =>
        auth
          .call()
          .post(path)
          .set('Cookie', cookie)
          .send({ code, ...body })
      return {
        exchange: (invite?: string) => send('/auth/oauth/exchange', { ...(invite && { invite }) }),
        register: (invite?: string) =>
          send('/auth/oauth/register', { username: sub, fullName: 'Wanda', ...(invite && { invite }) }),
      }
    }
    expect(await (await goThrough('wanda')).exchange()).toMatchObject(refused('invite_required'))
    const wanda = await goThrough('wanda')
    expect(await wanda.exchange(token)).toMatchObject({ status: 200, body: { registration: { username: 'wanda' } } })
    expect(await wanda.register()).toMatchObject(refused('invite_required'))
    expect(await wanda.register(token)).toMatchObject({ status: 201 })
    expect(await auth.listInvites()).toMatchObject([{ uses: 1 }])
    expect(await (await goThrough('walter')).exchange(token)).toMatchObject(refused('invite_invalid'))
    expect(await (await goThrough('wanda')).exchange()).toMatchObject({
      status: 200,
      body: { user: { username: 'wanda' } },
    })
  })
})

describe('invites', () => {
  it('are for admins only, store no token, and leave a trace in the log', async () => {
    const { log, securityEvents } = createSecurityEventLog()
    await using auth = await openWithAdmin('invite', { log })
    const { invite, token } = await auth.createInvite({ note: ' For the choir ' })
    const stored = await auth.pool.query('select i.*, encode(token_hash, $1) as hash from invites i', ['escape'])
    expect(JSON.stringify(stored.rows)).not.toContain(token)
    expect(await auth.listInvites()).toMatchObject([{ note: 'For the choir', uses: 0, createdBy: 'ann' }])
    const member = toBearerHeader((await auth.register({ ...ben, invite: token })).body.token)
    expect(await auth.call().get('/auth/invites').set(member)).toMatchObject(refused('forbidden'))
    expect(await auth.call().post('/auth/invites').set(member).send({ maxUses: 1, days: 1 })).toMatchObject(
      refused('forbidden'),
    )
    await auth.revoke(invite._id)
    await auth.revoke(invite._id)
    const audited = (await auth.publishedEvents()).filter(({ type }) => type === 'installation.updated')
    expect(audited).toMatchObject([
      { subject: invite._id, data: { action: 'invite.create', note: 'For the choir' } },
      { subject: invite._id, data: { action: 'invite.revoke', note: 'For the choir' } },
    ])
    expect(securityEvents.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['auth.invite_created', 'auth.invite_revoked']),
    )
  })

  it.each([{ maxUses: 0 }, { maxUses: 1.5 }, { maxUses: 1_001 }, { days: 0 }, { days: 91 }, { note: 'a'.repeat(101) }])(
    'are refused with %j',
    async (body) => {
      await using auth = await openWithAdmin('invite')
      const invite = { maxUses: 1, days: 7, ...body }
      expect(await auth.call().post('/auth/invites').set(auth.admin).send(invite)).toMatchObject({ status: 400 })
    },
  )

  it('are at most 200', async () => {
    await using auth = await openWithAdmin('invite')
    await auth.createInvite()
    await auth.pool.query(
      `insert into invites (id, token_hash, note, max_uses, created_by, created_at, expires_at)
       select gen_random_uuid(), sha256(n::text::bytea), '', 1, created_by, created_at, expires_at
       from invites, generate_series(1, 199) n`,
    )
    expect(await auth.listInvites()).toHaveLength(200)
    expect(await auth.call().post('/auth/invites').set(auth.admin).send({ maxUses: 1, days: 7 })).toMatchObject({
      status: 409,
      body: { code: 'invite_limit_reached' },
    })
  })

  it('need a known mode in the configuration', () => {
    const engines = { STORE_URL: 'postgres://a', BUS_URL: 'postgres://a', STATE_URL: 'postgres://a' }
    expect(readAuthConfig(engines).REGISTRATION).toBe('open')
    expect(() => readAuthConfig({ ...engines, REGISTRATION: 'shut' })).toThrow(/REGISTRATION/)
  })
})
