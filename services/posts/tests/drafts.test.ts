import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { alice, bob, shareAcrossTests } from '@meadow/testing'
import { openPosts } from './fixtures.ts'

const getPosts = shareAcrossTests(openPosts)

const FIRST = '2026-01-01T10:00:00.000Z'
const SECOND = '2026-01-01T10:00:01.000Z'

it('a draft is saved, listed for its author, changed and deleted, and nobody learns of it', async () => {
  const { as, uploadPicture } = await getPosts()
  const path = `/posts/drafts/${randomUUID()}`
  const { secure_url: url } = await uploadPicture(alice)
  const body = { content: ' A thought ', pictures: [{ url, alt: 'A hill' }], language: 'de', changedAt: FIRST }
  const saved = await as(alice).put(path).send(body)
  expect(saved).toMatchObject({
    status: 200,
    body: {
      draft: {
        content: 'A thought',
        pictures: [{ secure_url: url, alt: 'A hill' }],
        language: 'de',
        commentAudience: 'everyone',
        changedAt: FIRST,
      },
    },
  })
  const list = async (by = alice) => (await as(by).get('/posts/drafts')).body.drafts
  expect(await list()).toEqual([saved.body.draft])
  expect(await list(bob)).toEqual([])
  const changed = await as(alice).put(path).send({ content: 'Better', changedAt: SECOND })
  expect(changed).toMatchObject({ status: 200, body: { draft: { content: 'Better', pictures: [] } } })
  expect(await as(alice).put(path).send(body)).toMatchObject({
    status: 409,
    body: { code: 'draft_changed', draft: changed.body.draft },
  })
  expect(await as(alice).delete(`${path}?changedAt=${FIRST}`)).toMatchObject({ status: 409 })
  expect(await as(alice).delete(`${path}?changedAt=${SECOND}`)).toMatchObject({ status: 200, body: { ok: true } })
  expect(await as(alice).put(path).send(body)).toMatchObject({
    status: 409,
    body: { code: 'draft_changed', draft: null },
  })
  expect(await list()).toEqual([])
})

it('a clock that is ahead does not keep later changes out', async () => {
  const { as } = await getPosts()
  const path = `/posts/drafts/${randomUUID()}`
  const early = await as(alice).put(path).send({ content: 'Early', changedAt: '2099-01-01T00:00:00.000Z' })
  expect(Date.parse(early.body.draft.changedAt)).toBeLessThan(Date.parse('2099-01-01'))
  const late = await as(alice).put(path).send({ content: 'Late', changedAt: '2098-01-01T00:00:00.000Z' })
  expect(late).toMatchObject({ status: 200, body: { draft: { content: 'Late' } } })
})

it('a draft is deleted when it is posted, unless it was changed since', async () => {
  const { as } = await getPosts()
  const [posted, changedSince] = [randomUUID(), randomUUID()]
  for (const id of [posted, changedSince])
    await as(alice).put(`/posts/drafts/${id}`).send({ content: 'First', changedAt: FIRST })
  await as(alice).put(`/posts/drafts/${changedSince}`).send({ content: 'Second', changedAt: SECOND })
  for (const id of [posted, changedSince]) {
    const body = { content: 'First', draft: { id, changedAt: FIRST } }
    expect(await as(alice).post('/posts').send(body)).toMatchObject({ status: 201 })
  }
  const { drafts } = (await as(alice).get('/posts/drafts')).body
  const ids = (drafts as { _id: string }[]).map(({ _id }) => _id)
  expect(ids).toContain(changedSince)
  expect(ids).not.toContain(posted)
})

it('bad drafts are refused', async () => {
  const { as, uploadPicture } = await getPosts()
  const { secure_url: url } = await uploadPicture(bob)
  const path = `/posts/drafts/${randomUUID()}`
  const draft = { content: 'A thought', changedAt: FIRST }
  for (const body of [
    {},
    { changedAt: FIRST },
    { content: 'A thought' },
    { ...draft, content: '\u200b' },
    { ...draft, content: 'x'.repeat(20_001) },
    { ...draft, changedAt: 'now' },
    { ...draft, pictures: [{ url }] },
    { ...draft, pictures: Array(5).fill({ url }) },
    { ...draft, commentAudience: 'nobody' },
  ])
    expect([body, (await as(alice).put(path).send(body)).status]).toEqual([body, 400])
  expect(await as(alice).put('/posts/drafts/mine').send(draft)).toMatchObject({ status: 400 })
  expect(await as(alice).delete(`${path}?changedAt=now`)).toMatchObject({ status: 400 })
  expect(await as(alice).delete(path)).toMatchObject({ status: 200 })
})
