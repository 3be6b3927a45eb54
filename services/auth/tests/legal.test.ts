import { expect, it } from '@jest/globals'
import { ann, openAuth, toBearerHeader } from './fixtures.ts'

async function openWithAdmin() {
  const auth = await openAuth()
  const { call, pool, register, login } = auth
  await register({ username: 'olga', email: 'olga@example.org' })
  await pool.query("update accounts set role = 'admin' where username = 'olga'")
  const { token, user } = (await login({ email: 'olga@example.org', password: ann.password })).body
  const read = (query = '') => call().get(`/auth/legal/terms${query}`)
  const list = () => call().get('/auth/legal/terms/versions').expect(200)
  const change = (text: string, basedOn: string | null, by: string = token) =>
    call().put('/auth/legal/terms').set(toBearerHeader(by)).send({ text, basedOn })
  return { ...auth, admin: user, read, list, change }
}

it('an admin publishes a version, which guests read, and earlier ones stay with their time', async () => {
  await using auth = await openWithAdmin()
  const { read, list, change, advance, publishedEvents, admin } = auth
  expect((await read()).body).toEqual({ current: null })
  const first = (await change('# Terms\n\nBe kind.', null).expect(200)).body.current
  advance(1_000)
  const second = (await change('# Terms\n\nBe kinder.', first._id).expect(200)).body.current
  expect((await read()).body.current).toEqual(second)
  expect((await read(`?version=${first._id}`)).body.current).toEqual(first)
  expect((await list()).body.versions.map(({ _id }: { _id: string }) => _id)).toEqual([second._id, first._id])
  expect(await publishedEvents({ _id: second._id })).toMatchObject([
    { type: 'installation.updated', data: { action: 'legal.terms', by: admin._id } },
  ])
  expect((await auth.call().get('/auth/legal/privacy')).body).toEqual({ current: null })
})

it('an admin who has not seen the newest version is told, also at the same time', async () => {
  await using auth = await openWithAdmin()
  const { change, list } = auth
  const responses = await Promise.all([change('One', null), change('Two', null)])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'legal_notice_changed' })
  expect((await list()).body.versions).toHaveLength(1)
})

it('nobody else changes a notice, and nobody changes a version', async () => {
  await using auth = await openWithAdmin()
  const { change, register, call, pool, read } = auth
  const { token } = (await register()).body
  await change('Mine', null, token).expect(403)
  await call().put('/auth/legal/terms').send({ text: 'Mine', basedOn: null }).expect(401)
  await change('   ', null).expect(400)
  await change('x'.repeat(20_001), null).expect(400)
  await call().get('/auth/legal/imprint').expect(400)
  await read('?version=0190b5e0-0000-7000-8000-000000000000').expect(404)
  await change('Ours', null).expect(200)
  await expect(pool.query("update legal_versions set text = ''")).rejects.toThrow('append-only')
  await expect(pool.query('delete from legal_versions')).rejects.toThrow('append-only')
})
