import { calls } from '@meadow/contracts'
import type { MemberReadModel } from '@meadow/members'
import { DomainError, type CallRoute, serve } from '@meadow/service'
import { upsertCaller } from '../profiles/upsert-caller.ts'
import type { ProfileRepository } from '../profiles/profile-repository.ts'
import { changeFollow } from './follow.ts'
import type { FollowRepository } from './follow-repository.ts'

type FollowDeps = {
  members: MemberReadModel
  profiles: ProfileRepository
  follows: FollowRepository
  now: () => Date
  newId: (at: Date) => string
}

export function createFollowRoutes(deps: FollowDeps): CallRoute[] {
  const { follows, now, newId } = deps
  return [
    serve(calls.follow, async ({ member, params, body }) => {
      if (params.id === member.sub) throw new DomainError('cannot_follow_self')
      await upsertCaller(deps, member)
      const time = now()
      const at = { id: newId(time), time }
      const outcome = await follows.change(member.sub, params.id, (pair) => changeFollow(pair, body?.state, at))
      return { isFollowing: outcome.isFollowing, followerCount: outcome.followerCount }
    }),
  ]
}
