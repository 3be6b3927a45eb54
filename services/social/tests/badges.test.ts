import { expect, it } from '@jest/globals'
import { shareAcrossTests, type TestMember } from '@meadow/testing'
import request from 'supertest'
import { openSocial } from './fixtures.ts'

const started = shareAcrossTests(openSocial)

async function openBadges() {
  const social = await started()
  const [admin, member] = [await social.relations.addMember(), await social.relations.addMember()]
  const as = (by: TestMember, role: 'member' | 'moderator' | 'admin') => {
    const authorization = { Authorization: `Bearer ${social.tokens.tokenFor(by, { role })}` }
    return {
      set: (username: string, isVerified: boolean) =>
        request(social.service.app).put('/moderation/badges').set(authorization).send({ username, isVerified }),
      get: (path: string) => request(social.service.app).get(path).set(authorization),
    }
  }
  return { ...social, admin, member, role: as }
}

it('a badge is given and taken by an admin, once each, with an event and an entry in the log', async () => {
  const { as, role, admin, member, publishedEvents } = await openBadges()
  const byAdmin = role(admin, 'admin')
  const changes = () => publishedEvents(member)
  const before = (await changes()).length
  for (const isVerified of [true, false]) {
    const first = await byAdmin.set(`@${member.username.toUpperCase()}`, isVerified)
    expect(first).toMatchObject({ status: 200, body: { isVerified, member: { _id: member._id } } })
    await byAdmin.set(member.username, isVerified)
    expect(await as(admin).profile(member)).toMatchObject({ isVerified })
    const listed = (await byAdmin.get('/moderation/badges')).body.members.map(({ _id }: { _id: string }) => _id)
    expect(listed.includes(member._id)).toBe(isVerified)
  }
  const versions = (await changes()).slice(before)
  expect(versions).toMatchObject([
    { type: 'member.updated', data: { isVerified: true } },
    { type: 'member.updated', data: { isVerified: false } },
  ])
  const { entries } = (await byAdmin.get('/moderation/audit')).body
  expect(entries.slice(0, 2)).toMatchObject([
    { action: 'badge.take', by: { _id: admin._id }, member: { _id: member._id } },
    { action: 'badge.give' },
  ])
})

it('a badge stays through an edit of the profile', async () => {
  const { as, role, admin, member } = await openBadges()
  await role(admin, 'admin').set(member.username, true).expect(200)
  await as(member).edit({ bio: 'A gardener' })
  expect(await as(admin).profile(member)).toMatchObject({ isVerified: true, bio: 'A gardener' })
})

it('badges are for admins alone, and for active members', async () => {
  const { role, admin, member, deliverEvents, testEvents } = await openBadges()
  for (const other of ['member', 'moderator'] as const) {
    expect(await role(admin, other).set(member.username, true)).toMatchObject({ status: 403 })
    expect(await role(admin, other).get('/moderation/badges')).toMatchObject({ status: 403 })
  }
  await deliverEvents(testEvents.erased(member))
  for (const username of [member.username, 'nobody_of_this_name'])
    expect(await role(admin, 'admin').set(username, true)).toMatchObject({
      status: 404,
      body: { code: 'member_not_found' },
    })
})
