import { calls } from '@meadow/contracts'
import { isMuteInEffect, toMemberView } from '@meadow/members'
import { type CallRoute, DomainError, serve, toKeysetPage, toKeysetWindow } from '@meadow/service'
import { type UpsertCallerDeps, upsertCaller } from '../profiles/upsert-caller.ts'
import { changeMute, type MuteRepository } from './mute.ts'

type MuteRouteDeps = UpsertCallerDeps & { mutes: MuteRepository; newId: (at: Date) => string }

export function createMuteRoutes(deps: MuteRouteDeps): CallRoute[] {
  return [
    serve(calls.mute, async ({ member, params, body }) => {
      if (params.id === member.sub) throw new DomainError('cannot_mute_self')
      await upsertCaller(deps, member)
      const time = deps.now()
      const stamp = { id: deps.newId(time), time }
      const until = body.until ? new Date(body.until) : null
      const wanted = body.state && { until }
      const user = await deps.mutes.change(member.sub, params.id, (pair) => changeMute(pair, wanted, stamp))
      const followed = await deps.members.findFollowed(member.sub, [user._id])
      const isMuted = isMuteInEffect({ active: body.state, until }, time)
      return { user: toMemberView(user, followed.has(user._id)), isMuted }
    }),

    serve(calls.listMuted, async ({ member, query }) => {
      const found = await deps.mutes.list(member.sub, toKeysetWindow(query))
      const { page, ...more } = toKeysetPage(found, query.limit)
      const followed = await deps.members.findFollowed(
        member.sub,
        page.map(({ _id }) => _id),
      )
      const muted = page.map((user) => ({
        ...toMemberView(user, followed.has(user._id)),
        mutedUntil: user.until?.toISOString() ?? null,
      }))
      return { muted, ...more }
    }),
  ]
}
