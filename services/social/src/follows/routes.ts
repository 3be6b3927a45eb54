import { calls } from '@meadow/contracts'
import type { Members } from '@meadow/members'
import { DomainError, type Served, serve } from '@meadow/service'
import { noteCaller } from '../profiles/note-caller.ts'
import type { ProfileRepository } from '../profiles/profile-repository.ts'
import { changeFollow } from './follow.ts'
import type { FollowRepository } from './follow-repository.ts'

type Parts = {
  members: Members
  profiles: ProfileRepository
  follows: FollowRepository
  now: () => Date
  newId: (at: Date) => string
  /** Has the events of a commit published now. */
  announced: () => void
}

export function followCalls(parts: Parts): Served[] {
  const { follows, now, newId, announced } = parts
  return [
    serve(calls.follow, async ({ member, params, body }) => {
      if (params.id === member.sub) throw new DomainError('cannot_follow_self')
      await noteCaller(parts, member)
      const time = now()
      const at = { id: newId(time), time }
      const outcome = await follows.change(member.sub, params.id, (pair) => changeFollow(pair, body?.state, at))
      if (outcome.change) announced()
      return { isFollowing: outcome.isFollowing, followerCount: outcome.followerCount }
    }),
  ]
}
