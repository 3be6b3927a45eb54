import { calls } from '@meadow/contracts'
import { toMemberView } from '@meadow/members'
import { type CallRoute, serve, toKeysetPage, toKeysetWindow } from '@meadow/service'
import { decideRequest, type FollowMemberDeps, followMember, removeFollower } from './follow-member.ts'

export function createFollowRoutes(deps: FollowMemberDeps): CallRoute[] {
  return [
    serve(calls.follow, async ({ member, params, body }) => {
      const { isFollowing, isRequested, followerCount } = await followMember(deps, member, params.id, body?.state)
      return { isFollowing, isRequested, followerCount }
    }),

    serve(calls.listFollowRequests, async ({ member, query }) => {
      const found = await deps.follows.listRequests(member.sub, toKeysetWindow(query))
      const { page, ...more } = toKeysetPage(found, query.limit)
      const requests = page.map((request) => toMemberView(request.member, request.isFollowing))
      return { requests, total: await deps.follows.countRequests(member.sub), ...more }
    }),

    serve(calls.decideFollowRequest, async ({ member, params, body }) => {
      const { isFollowing, followerCount } = await decideRequest(deps, member, params.id, body.accept)
      return { isAccepted: isFollowing, followerCount }
    }),

    serve(calls.removeFollower, async ({ member, params }) => ({
      followerCount: await removeFollower(deps, member, params.id),
    })),
  ]
}
