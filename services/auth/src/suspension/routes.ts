import { calls } from '@meadow/contracts'
import { type CallRoute, DomainError, serve } from '@meadow/service'
import { createEventStamp, type EndSessionDeps } from '../sessions/end-sessions.ts'
import { appealSuspension } from './appeal-suspension.ts'
import { planSuspensionEnd, type WithSuspensions } from './suspension.ts'

export type SuspensionRouteDeps = Pick<EndSessionDeps, 'now' | 'newId'> & {
  withSuspensions: WithSuspensions
}

export const createSuspensionRoutes = (deps: SuspensionRouteDeps): CallRoute[] => [
  serve(calls.endSuspension, async ({ member, params }) => {
    const stamp = createEventStamp(deps)
    const isFound = await deps.withSuspensions((suspensions) =>
      suspensions.end(params.id, (account) => planSuspensionEnd(account, member.sub, stamp)),
    )
    if (!isFound) throw new DomainError('member_not_found')
    return { ok: true as const }
  }),

  serve(calls.appealSuspension, async ({ body }) => {
    await appealSuspension(deps, body, createEventStamp(deps))
    return { ok: true as const }
  }),
]
