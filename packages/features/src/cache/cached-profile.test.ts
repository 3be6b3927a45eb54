import { expect, it } from '@jest/globals'
import { aProfile } from '@meadow/web/testing'
import { applyFollowUpdate } from './cached-profile.ts'

const user = aProfile({ followerCount: 3 })

it('turns a cached profile into the fresh response', () => {
  const push = { userId: user._id, isFollowing: true, followerCount: 4 }
  expect(applyFollowUpdate({ user, isFollowing: false }, push)).toEqual({
    user: { ...user, isFollowing: true, isRequested: false, followerCount: 4 },
    isFollowing: true,
  })
})

it('does not change other profiles', () => {
  const profile = { user, isFollowing: false }
  expect(applyFollowUpdate(profile, { userId: 'other', isFollowing: true, followerCount: 4 })).toBe(profile)
})
