import { describe, expect, it } from '@jest/globals'
import { ann, openAuth, toBearerHeader } from './fixtures.ts'

const ben = { username: 'ben', email: 'ben@example.org', password: 'battery staple', fullName: 'Ben Oakes' }

async function openRoles() {
  const auth = await openAuth({ adminEmail: 'Ann@example.org' })
  for (const account of [ann, ben]) await auth.register(account)
  const verify = () => auth.pool.query(`update accounts set email_verified = true where username = 'ann'`)
  const signIn = async ({ email, password }: typeof ann) =>
    (await auth.login({ email, password })).body as { token: string; user: { role: string } }
  const setRole = (token: string, username: string, role: string) =>
    auth.call().put('/auth/roles').set(toBearerHeader(token)).send({ username, role })
  return { ...auth, verify, signIn, setRole }
}

describe('roles', () => {
  it('begin with the account whose verified address the configuration names, at its next sign-in', async () => {
    await using auth = await openRoles()
    expect((await auth.signIn(ann)).user.role).toBe('member')
    await auth.verify()
    expect((await auth.signIn(ann)).user.role).toBe('admin')
    expect((await auth.signIn(ben)).user.role).toBe('member')
    expect((await auth.publishedEvents()).filter(({ type }) => type === 'member.role-changed')).toMatchObject([
      { data: { role: 'admin', by: null } },
    ])
  })

  it('are given and taken by admins, and a member who loses one is signed out', async () => {
    await using auth = await openRoles()
    await auth.verify()
    const admin = await auth.signIn(ann)
    const before = await auth.signIn(ben)
    expect(await auth.setRole(before.token, 'ben', 'admin')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await auth.setRole(admin.token, 'ben', 'moderator')).toMatchObject({
      status: 200,
      body: { member: { username: 'ben', role: 'moderator' } },
    })
    const { token, user } = await auth.signIn(ben)
    expect(user.role).toBe('moderator')
    expect(await auth.setRole(token, 'ben', 'admin')).toMatchObject({ status: 403 })
    expect((await auth.call().get('/auth/roles').set(toBearerHeader(admin.token))).body.members).toMatchObject([
      { username: 'ann', role: 'admin' },
      { username: 'ben', role: 'moderator' },
    ])
    expect(await auth.setRole(admin.token, 'ben', 'member')).toMatchObject({ status: 200 })
    expect(await auth.me(token)).toMatchObject({ status: 401 })
    expect((await auth.signIn(ben)).user.role).toBe('member')
  })

  it('keep one admin, also if two take it from each other at the same time', async () => {
    await using auth = await openRoles()
    await auth.verify()
    const first = await auth.signIn(ann)
    expect(await auth.setRole(first.token, 'ann', 'member')).toMatchObject({
      status: 409,
      body: { code: 'last_admin' },
    })
    await auth.setRole(first.token, 'ben', 'admin')
    const second = await auth.signIn(ben)
    const both = [auth.setRole(first.token, 'ben', 'member'), auth.setRole(second.token, 'ann', 'member')]
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 403])
    const { rows } = await auth.pool.query(`select 1 from accounts where role = 'admin'`)
    expect(rows).toHaveLength(1)
  })

  it('refuse unknown members, and roles that do not exist', async () => {
    await using auth = await openRoles()
    await auth.verify()
    const { token } = await auth.signIn(ann)
    expect(await auth.setRole(token, 'nobody', 'admin')).toMatchObject({
      status: 404,
      body: { code: 'member_not_found' },
    })
    expect(await auth.setRole(token, 'ben', 'owner')).toMatchObject({ status: 400 })
  })
})
