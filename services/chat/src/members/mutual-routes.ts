import { calls } from '@meadow/contracts'
import { openCursor, pageBy, type Served, sealCursor, serve } from '@meadow/service'
import type { Presences } from '../presence/presences.ts'
import type { Mutuals } from './mutuals.ts'

const ID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export function mutualCalls({ mutuals, presences }: { mutuals: Mutuals; presences: Presences }): Served[] {
  return [
    serve(calls.listMutualFollowers, async ({ member, query }) => {
      const { q, limit, cursor } = query
      const [after] = cursor === undefined ? [] : openCursor(cursor, ID)
      const found = await mutuals.list({ _id: member.sub }, { q, after, limit })
      const { page, ...more } = pageBy(found, limit, ({ _id }) => sealCursor(_id))
      const here = await presences.of(page.map(({ _id }) => _id))
      const nobody = { isOnline: false, lastActive: null }
      return { mutualFollowers: page.map((one) => ({ ...one, ...(here.get(one._id) ?? nobody) })), ...more }
    }),
  ]
}
