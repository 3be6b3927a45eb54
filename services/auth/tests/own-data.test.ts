import { expect, it } from '@jest/globals'
import { ann, openAuth, toBearerHeader } from './fixtures.ts'

it('GET /auth/data counts what auth holds about the member, and about nobody else', async () => {
  await using auth = await openAuth()
  const { register, login, call, now } = auth
  const { token } = (await register()).body
  await register({ username: 'ben', email: 'ben@example.org' })
  await login({ email: ann.email, password: ann.password })
  const { body } = await call().get('/auth/data').set(toBearerHeader(token)).expect(200)
  const since = now().toISOString()
  expect(body.kinds).toEqual([
    { kind: 'account', count: 1, since },
    { kind: 'formerUsernames', count: 0, since: null },
    { kind: 'sessions', count: 2, since },
    { kind: 'devices', count: expect.any(Number), since: null },
    { kind: 'authenticatorApps', count: 0, since: null },
    { kind: 'passkeys', count: 0, since: null },
    { kind: 'providers', count: 0, since: null },
    { kind: 'invites', count: 0, since: null },
    { kind: 'mails', count: 2, since }, // the link that verifies the address, and the notice of a new device
  ])
  expect(await call().get('/auth/data')).toMatchObject({ status: 401 })
})
