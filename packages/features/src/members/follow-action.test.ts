import { expect, it } from '@jest/globals'
import { createQueryClient } from '@meadow/web'
import { aProfile } from '@meadow/web/testing'
import { type ProfileResponse, queryKeys } from '../cache/query-keys.ts'
import { ann, kofi } from '../testing/fixtures.ts'
import { anOutboxEntry } from '../testing/outbox-entry.ts'
import { followAction } from './follow-action.ts'
import { getCachedIsFollowing } from './is-following.ts'

const toData = (isFollowing: boolean) => ({
  memberId: kofi._id,
  username: kofi.username,
  isFollowing,
  isSilent: false,
})

function openCache() {
  const cache = createQueryClient()
  const receive = (isFollowing: boolean) => {
    const profile = aProfile({ ...kofi, isFollowing, followerCount: isFollowing ? 4 : 3 })
    cache.setQueryData<ProfileResponse>(queryKeys.profile(kofi.username), { user: profile, isFollowing })
    const following = isFollowing ? ['other', kofi._id] : ['other']
    const own = aProfile({ _id: ann._id, following, followingCount: following.length })
    cache.setQueryData<ProfileResponse>(queryKeys.profile(ann._id), { user: own, isFollowing: false })
  }
  const read = () => {
    const profile = cache.getQueryData<ProfileResponse>(queryKeys.profile(kofi.username))
    return {
      isFollowing: profile?.isFollowing,
      isCachedAs: getCachedIsFollowing(cache, kofi._id),
      followerCount: profile?.user.followerCount,
      followingCount: cache.getQueryData<ProfileResponse>(queryKeys.profile(ann._id))?.user.followingCount,
    }
  }
  receive(false)
  return { cache, receive, read }
}

const followed = { isFollowing: true, isCachedAs: true, followerCount: 4, followingCount: 2 }
const notFollowed = { isFollowing: false, isCachedAs: false, followerCount: 3, followingCount: 1 }

it.each([
  [true, followed],
  [false, notFollowed],
])('shows %p once, whether the server has it already or not', (isFollowing, expected) => {
  for (const isKnownToServer of [isFollowing, !isFollowing]) {
    const { cache, receive, read } = openCache()
    const entry = anOutboxEntry(followAction, toData(isFollowing))
    receive(isKnownToServer)
    followAction.show?.(cache, entry)
    followAction.show?.(cache, entry)
    expect(read()).toEqual(expected)
    receive(isKnownToServer)
    followAction.show?.(cache, entry)
    expect(read()).toEqual(expected)
  }
})

it('is taken back once', () => {
  const { cache, read } = openCache()
  const entry = anOutboxEntry(followAction, toData(true))
  followAction.show?.(cache, entry)
  followAction.hide?.(cache, entry)
  followAction.hide?.(cache, entry)
  expect(read()).toEqual(notFollowed)
})

it('ends with the count of the response, and brings the posts of the member into the feed', () => {
  const { cache, read } = openCache()
  const entry = anOutboxEntry(followAction, toData(true))
  followAction.show?.(cache, entry)
  followAction.settle(cache, entry, { isFollowing: true, followerCount: 9 })
  expect(read()).toEqual({ ...followed, followerCount: 9 })
  expect(cache.getQueryData(queryKeys.newlyFollowedUsernames)).toEqual([kofi.username])
})

it('tells nothing about a refusal where it is silent', () => {
  const refusal = { status: 404, code: 'member_not_found', message: '' }
  expect(followAction.describeRefusal?.(refusal, { ...toData(true), isSilent: true })).toBe('')
})
