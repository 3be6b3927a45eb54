import { describe, expect, it } from '@jest/globals'
import type { Claims } from '@meadow/service'
import { claimsToActor, type Member, toActor, toMemberView } from '../src/index.ts'
import { createId, noon } from './fixtures.ts'

const _id = createId()
const member: Member = {
  _id,
  username: 'ann',
  fullName: 'Ann Berger',
  avatar: '/media/p/x',
  isVerified: true,
  state: 'active',
  createdAt: noon,
  accountVersion: 2,
  profileVersion: 3,
  isPrivate: false,
  contactPrivacy: {},
  isEmailVerified: true,
  privacyVersion: 0,
}
const claims: Claims = {
  sub: _id,
  sid: createId(),
  username: 'ann',
  name: 'Ann Berger',
  picture: '/media/p/x',
  role: 'member',
  iat: 1,
  exp: 2,
}

describe('a member', () => {
  it('has a view without versions and state', () => {
    const { username, fullName, avatar } = member
    expect(toMemberView(member, true)).toEqual({ _id, username, fullName, avatar, isVerified: true, isFollowing: true })
  })

  it('is an actor with the version of the profile', () => {
    expect(toActor(member)).toEqual({
      _id,
      username: 'ann',
      fullName: 'Ann Berger',
      avatar: '/media/p/x',
      profileVersion: 3,
    })
  })

  it('is an actor with version 0 by a token', () => {
    expect(toActor(claims)).toEqual({ ...toActor(member), profileVersion: 0 })
    expect(claimsToActor(claims)).toEqual(toActor(claims))
  })
})
