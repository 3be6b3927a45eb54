import { calls } from '@meadow/contracts'
import { type CallRoute, serve } from '@meadow/service'
import { type FollowMemberDeps, followMember, removeFollower } from './follow-member.ts'

export function createFollowRoutes(deps: FollowMemberDeps): CallRoute[] {
  return [
    serve(calls.follow, async ({ member, params, body }) => {
      const { isFollowing, followerCount } = await followMember(deps, member, params.id, body?.state)
      return { isFollowing, followerCount }
    }),

    serve(calls.removeFollower, async ({ member, params }) => ({
      followerCount: await removeFollower(deps, member, params.id),
    })),
  ]
}
