import { calls } from '@meadow/contracts'
import type { Members } from '@meadow/members'
import { type Caller, type Served, serve, toPage, toWindow } from '@meadow/service'
import { toPersonView } from '../people/person.ts'
import { findProfile } from '../profiles/find-profile.ts'
import type { ProfileRepository } from '../profiles/profile-repository.ts'
import type { FollowLists, FollowSide } from './follow-lists.ts'

type Parts = { members: Members; profiles: ProfileRepository; followLists: FollowLists; now: () => Date }
type Asked = { limit: number; page: number; cursor?: string | undefined }

export function followListCalls(parts: Parts): Served[] {
  async function list(side: FollowSide, idOrUsername: string, caller: Caller, query: Asked) {
    const window = toWindow(query)
    const { member } = await findProfile(parts, idOrUsername, caller)
    const found = await parts.followLists.list(side, member._id, { _id: caller.sub }, window)
    const { page, ...more } = toPage(found, query.limit)
    return { people: page.map(toPersonView), ...more }
  }

  return [
    serve(calls.listFollowers, async ({ member, params, query }) => {
      const { people, ...more } = await list('followers', params.idOrUsername, member, query)
      return { followers: people, ...more }
    }),

    serve(calls.listFollowing, async ({ member, params, query }) => {
      const { people, ...more } = await list('following', params.idOrUsername, member, query)
      return { following: people, ...more }
    }),
  ]
}
