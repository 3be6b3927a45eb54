import { describe, expect, it } from '@jest/globals'
import { alice, bob, carol, createTestMember, shareAcrossTests } from '@meadow/testing'
import { openSocial } from './fixtures.ts'

const started = shareAcrossTests(openSocial)

type ListedMember = { _id: string; isFollowing: boolean }

describe.each(['followers', 'following'] as const)('GET /auth/profile/:idOrUsername/%s', (side) => {
  /** Creates a member with `count` followers or followed members, newest first. */
  async function aMember(count: number) {
    const social = await started()
    const { as, relations } = social
    const member = await relations.addMember()
    const members = []
    for (let added = 0; added < count; added += 1) {
      const other = await relations.addMember()
      if (side === 'followers') await relations.follow(other, member)
      else await relations.follow(member, other)
      members.unshift(other)
    }
    const list = async (query = '', by = alice) => {
      const { body, status } = await as(by).get(`/auth/profile/${member.username}/${side}${query}`)
      expect(status).toBe(200)
      return {
        ...body,
        members: body[side] as ListedMember[],
        ids: (body[side] as ListedMember[]).map(({ _id }) => _id),
      }
    }
    return { ...social, member, listed: members, list }
  }

  it('lists members newest first, with bio and the follow of the viewer', async () => {
    const { as, listed, relations, list } = await aMember(3)
    const [newest, second, oldest] = listed
    if (!newest || !second || !oldest) throw new Error('three')
    await as(newest).edit({ bio: 'Bakes', phone: '1' })
    await relations.follow(alice, second)
    const { members, hasMore, nextCursor } = await list()
    expect({ hasMore, nextCursor }).toEqual({ hasMore: false, nextCursor: null })
    const followers = side === 'following' ? 1 : 0
    const { username, fullName } = newest
    const shown = {
      isPrivate: false,
      isRequested: false,
      _id: newest._id,
      username,
      fullName,
      avatar: '',
      isVerified: false,
      isFollowing: false,
    }
    expect(members).toEqual([
      { ...shown, bio: 'Bakes', followerCount: followers },
      expect.objectContaining({ _id: second._id, isFollowing: true, followerCount: followers + 1 }),
      expect.objectContaining({ _id: oldest._id, isFollowing: false }),
    ])
  })

  it('pages by cursor and by page number', async () => {
    const { listed, list } = await aMember(3)
    const ids = listed.map(({ _id }) => _id)
    const first = await list('?limit=2')
    expect(first).toMatchObject({ ids: ids.slice(0, 2), hasMore: true })
    const rest = { ids: ids.slice(2), hasMore: false, nextCursor: null }
    expect(await list(`?limit=2&cursor=${first.nextCursor}`)).toMatchObject(rest)
    expect(await list('?limit=2&page=2')).toMatchObject(rest)
    expect(await list('?limit=2&page=3')).toMatchObject({ ids: [], hasMore: false })
  })

  it('leaves out members who unfollowed and hidden members', async () => {
    const { as, relations, deliverEvents, testEvents, member, listed, list } = await aMember(5)
    const [deactivated, blocker, blocked, ended, shown] = listed
    if (!deactivated || !blocker || !blocked || !ended || !shown) throw new Error('five')
    await deliverEvents(testEvents.deactivated(deactivated))
    await relations.block(blocker, carol)
    await relations.block(carol, blocked)
    if (side === 'followers') await as(ended).follow(member, false)
    else await as(member).follow(ended, false)
    expect((await list('?limit=1', carol)).ids).toEqual([shown._id])
    expect((await list()).ids).toEqual([blocker._id, blocked._id, shown._id])
  })

  it('accepts an id or a username in any case, and is empty for a new member', async () => {
    const { as, member, listed } = await aMember(1)
    for (const name of [member._id, member.username.toUpperCase()]) {
      const { body } = await as(bob).get(`/auth/profile/${name}/${side}`)
      expect(body).toMatchObject({ [side]: [{ _id: listed[0]?._id }] })
    }
    const fresh = createTestMember()
    expect((await as(fresh).get(`/auth/profile/${fresh.username}/${side}`)).body).toMatchObject({ [side]: [] })
  })

  it('returns 404 if the viewer cannot see the member', async () => {
    const { as, relations, member } = await aMember(0)
    await relations.block(member, bob)
    for (const name of ['nobody', createTestMember()._id, member.username]) {
      const response = await as(bob).get(`/auth/profile/${name}/${side}`)
      expect(response).toMatchObject({ status: 404, body: { code: 'member_not_found' } })
    }
  })

  it.each([
    ['limit=0', 'invalid_request'],
    ['limit=51', 'invalid_request'],
    ['limit=x', 'invalid_request'],
    ['page=0', 'invalid_request'],
    ['page=52', 'page_too_deep'],
    ['cursor=x', 'invalid_cursor'],
    [`cursor=${Buffer.from(`01:${alice._id}`).toString('base64url')}`, 'invalid_cursor'],
  ])('refuses %s', async (query, code) => {
    const { as } = await started()
    const response = await as(bob).get(`/auth/profile/alice/${side}?${query}`)
    expect(response).toMatchObject({ status: 400, body: { code } })
  })
})
