import { expect, it } from '@jest/globals'
import type { OwnDataPage } from '@meadow/members'
import { openSocial } from './fixtures.ts'

it('GET /users/data counts what social holds about the member, and only relations that hold', async () => {
  await using social = await openSocial()
  const { as, relations } = social
  const [owner, one, other] = [await relations.addMember(), await relations.addMember(), await relations.addMember()]
  await relations.follow(owner, one, other)
  await relations.follow(one, owner)
  await as(owner).follow(other, false)
  await as(owner).mute(other).expect(200)
  const words = [
    { text: 'ham', in: ['feed'] },
    { text: 'eggs', in: ['alerts'] },
  ]
  await as(owner).put('/users/muted-words').send({ words }).expect(200)
  const hidden = { showOnline: false, showLastSeen: null, showTyping: null, sendReadMarks: null }
  await as(owner).put(`/users/${one._id}/privacy`).send(hidden).expect(200)
  const { body } = await as(owner).get('/users/data').expect(200)
  const counts = Object.fromEntries(body.kinds.map(({ kind, count }: { kind: string; count: number }) => [kind, count]))
  const none = { followRequests: 0, blocks: 0, reports: 0, dismissedSuggestions: 0 }
  expect(counts).toEqual({
    profile: 1,
    follows: 1,
    followers: 1,
    mutes: 1,
    mutedWords: 2,
    privacyExceptions: 1,
    formerUsernames: 0,
    ...none,
  })
  expect(body.kinds[0].since).toEqual(expect.any(String))
})

it('an export names people who are there, and leaves out the names of those who left', async () => {
  await using social = await openSocial()
  const { as, relations, store } = social
  const [owner, there, left] = [await relations.addMember(), await relations.addMember(), await relations.addMember()]
  await relations.follow(owner, there, left)
  await as(owner).edit({ bio: 'Likes meadows' }).expect(200)
  await store.members.applyAccount({ _id: left._id, accountVersion: 9, state: 'deactivated' })
  const pages: OwnDataPage[] = []
  for await (const page of store.ports.ownData.readPages(owner._id)) pages.push(page)
  const itemsOf = (kind: string) => pages.filter((page) => page.kind === kind).flatMap(({ items }) => items)
  expect(itemsOf('profile')).toMatchObject([{ bio: 'Likes meadows' }])
  expect(itemsOf('follows')).toHaveLength(2)
  expect(itemsOf('follows')).toContainEqual(expect.objectContaining({ username: there.username, name: there.fullName }))
  expect(itemsOf('follows')).toContainEqual(expect.objectContaining({ username: null, name: null }))
  expect(JSON.stringify(pages)).not.toContain(left.username)
})

it('reads kinds of more than a page completely, once each', async () => {
  await using social = await openSocial()
  const { relations, store, pool } = social
  const owner = await relations.addMember()
  await pool.query(
    `insert into follows (from_id, to_id, version, active, at, heard)
     select $1, gen_random_uuid(), 1, true, now(), 0 from generate_series(1, 1001)`,
    [owner._id],
  )
  const pages: OwnDataPage['items'][] = []
  for await (const page of store.ports.ownData.readPages(owner._id)) if (page.kind === 'follows') pages.push(page.items)
  expect(pages.map(({ length }) => length)).toEqual([500, 500, 1])
})
