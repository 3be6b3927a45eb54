import { expect, it } from '@jest/globals'
import { PRESENCE_LEASES_KEY, presenceKey } from '@meadow/members'
import request from 'supertest'
import { openSocial } from './fixtures.ts'

it('a guest reads of a profile what is for everyone, without presence and relations', async () => {
  await using social = await openSocial({ allowsGuests: true })
  const { as, service, presenceRows, relations } = social
  const [dave, erin] = [await relations.addMember(), await relations.addMember()]
  await as(dave).edit({ bio: 'Walks', phone: '+49 30 1234', birthday: '1990-04-23', hometown: 'Hof', gender: 'male' })
  await relations.follow(dave, erin)
  await relations.follow(erin, dave)
  presenceRows.set(PRESENCE_LEASES_KEY, JSON.stringify({ chat: Date.now() + 3_600_000 }))
  presenceRows.set(presenceKey(dave._id), JSON.stringify({ instances: ['chat'], lastSeenMs: Date.now() }))
  const read = (path: string) => request(service.app).get(path)
  expect(await read(`/auth/profile/${dave.username}`)).toMatchObject({
    status: 200,
    body: {
      user: {
        ...dave,
        ...{ bio: 'Walks', phone: '', birthday: null, hometown: '', gender: '' },
        ...{ following: [], followerCount: 1, followingCount: 1, followsYou: false, isFollowing: false },
        ...{ isOnline: false, lastActive: null },
      },
      isFollowing: false,
    },
  })
  for (const path of ['/auth/users', '/auth/suggestions', `/auth/profile/${dave.username}/followers`])
    expect(await read(path)).toMatchObject({ status: 401, body: { code: 'token_missing' } })
  const refused = read(`/auth/profile/${dave.username}`).set('Authorization', 'Bearer nonsense')
  expect(await refused).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
  expect(await read('/auth/profile/nobody-here')).toMatchObject({ status: 404, body: { code: 'member_not_found' } })
})

it('a guest finds no profile of a member who is deactivated or erased, by name or by id', async () => {
  await using social = await openSocial({ allowsGuests: true })
  const { relations, service, store } = social
  for (const state of ['deactivated', 'erased'] as const) {
    const dave = await relations.addMember()
    await store.members.applyAccount({ _id: dave._id, accountVersion: 2, state })
    for (const name of [dave.username, dave._id])
      expect(await request(service.app).get(`/auth/profile/${name}`)).toMatchObject({ status: 404 })
  }
})
