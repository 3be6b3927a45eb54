import { calls } from '@meadow/contracts'
import type { PresenceReader } from '@meadow/presence'
import { type CallRoute, decodeCursor, encodeCursor, serve, toListPage } from '@meadow/service'
import type { MutualFollowerList } from './mutuals.ts'

const ID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export function createMutualFollowerRoutes({
  mutuals,
  presences,
}: {
  mutuals: MutualFollowerList
  presences: PresenceReader
}): CallRoute[] {
  return [
    serve(calls.listMutualFollowers, async ({ member, query }) => {
      const { q, limit, cursor } = query
      const [after] = cursor === undefined ? [] : decodeCursor(cursor, ID)
      const found = await mutuals.list({ _id: member.sub }, { q, after, limit })
      const { page, ...more } = toListPage(found, limit, ({ _id }) => encodeCursor(_id))
      const here = await presences.find(page.map(({ _id }) => _id))
      const nobody = { isOnline: false, lastActive: null }
      return { mutualFollowers: page.map((one) => ({ ...one, ...(here.get(one._id) ?? nobody) })), ...more }
    }),
  ]
}
