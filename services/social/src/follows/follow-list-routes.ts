import { calls } from '@meadow/contracts'
import { type Caller, type CallRoute, DomainError, serve, toKeysetPage, toKeysetWindow } from '@meadow/service'
import { toMemberSummaryView } from '../member-summaries/member-summary.ts'
import { findProfile } from '../profiles/find-profile.ts'
import { canViewLists } from '../profiles/profile.ts'
import type { UpsertCallerDeps } from '../profiles/upsert-caller.ts'
import type { FollowLists, FollowSide } from './follow-lists.ts'

type FollowListDeps = UpsertCallerDeps & { followLists: FollowLists }
type ListQuery = { limit: number; page: number; cursor?: string | undefined }

export function createFollowListRoutes(deps: FollowListDeps): CallRoute[] {
  async function list(side: FollowSide, idOrUsername: string, caller: Caller, query: ListQuery) {
    const window = toKeysetWindow(query)
    const profile = await findProfile(deps, idOrUsername, caller)
    const viewer = { _id: caller.sub }
    if (!canViewLists(profile, viewer)) throw new DomainError('private_account')
    const found = await deps.followLists.list(side, profile.member._id, viewer, window)
    const { page, ...more } = toKeysetPage(found, query.limit)
    return { members: page.map(toMemberSummaryView), ...more }
  }

  return [
    serve(calls.listFollowers, async ({ member, params, query }) => {
      const { members, ...more } = await list('followers', params.idOrUsername, member, query)
      return { followers: members, ...more }
    }),

    serve(calls.listFollowing, async ({ member, params, query }) => {
      const { members, ...more } = await list('following', params.idOrUsername, member, query)
      return { following: members, ...more }
    }),
  ]
}
