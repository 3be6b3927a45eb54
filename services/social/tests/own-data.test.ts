import { expect, it } from '@jest/globals'
import { openSocial } from './fixtures.ts'

it('GET /users/data counts what social holds about the member, and only relations that hold', async () => {
  await using social = await openSocial()
  const { as, relations } = social
  const [owner, one, other] = [await relations.addMember(), await relations.addMember(), await relations.addMember()]
  await relations.follow(owner, one, other)
  await relations.follow(one, owner)
  await as(owner).follow(other, false)
  await as(owner).mute(other).expect(200)
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
    privacyExceptions: 1,
    formerUsernames: 0,
    ...none,
  })
  expect(body.kinds[0].since).toEqual(expect.any(String))
})
