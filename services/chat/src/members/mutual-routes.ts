import { calls } from '@meadow/contracts'
import type { PresenceReader } from '@meadow/members'
import { type CallRoute, decodeCursor, encodeCursor, serve, toListPage } from '@meadow/service'
import type { MutualFollowerList } from './mutual-follower-list.ts'

const CURSOR_PATTERN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
const OFFLINE = { isOnline: false, lastActive: null }

type MutualFollowerRoutesDeps = { mutualFollowers: MutualFollowerList; presences: PresenceReader }

export function createMutualFollowerRoutes({ mutualFollowers, presences }: MutualFollowerRoutesDeps): CallRoute[] {
  return [
    serve(calls.listMutualFollowers, async ({ member, query }) => {
      const { q, limit, cursor } = query
      const [after] = cursor === undefined ? [] : decodeCursor(cursor, CURSOR_PATTERN)
      const members = await mutualFollowers.list({ _id: member.sub }, { q, after, limit })
      const { page, ...paging } = toListPage(members, limit, ({ member: { _id } }) => encodeCursor(_id))
      const presenceById = await presences.findShownTo(
        { _id: member.sub },

        page.flatMap(({ member: { _id }, isMutual }) => (isMutual ? [_id] : [])),
      )
      const views = page.map(({ member: view }) => ({ ...view, ...(presenceById.get(view._id) ?? OFFLINE) }))
      return { mutualFollowers: views, ...paging }
    }),
  ]
}
