import { calls } from '@meadow/contracts'
import { type At, DomainError, isFromOurPages, type Served, serve } from '@meadow/service'
import type { Parts } from '../parts.ts'
import { deviceOf } from './device.ts'
import { endByCookie, endById, endOthers, endOwn } from './end-sessions.ts'
import { refresh } from './refresh.ts'
import { answerSignedIn, describeUser } from './signed-in.ts'
import { toSessionView } from './view.ts'

type Request = At<typeof calls.refresh>['request']

/** How many sessions the list shows; whoever has more ends them all. */
const SHOWN = 100

/** The calls about a session that is there. Whatever acts by cookie asks where the request comes from first. */
export function sessionCalls(parts: Parts): Served[] {
  const cookieOf = (request: Request) => {
    const { origin, cookie, 'sec-fetch-site': fetchSite } = request.headers
    const asked = { origin, host: request.host, fetchSite: fetchSite?.toString() }
    if (!isFromOurPages(asked, parts.publicUrl)) throw new DomainError('origin_not_allowed')
    return parts.cookie.read(cookie, request.host)
  }

  return [
    serve(calls.refresh, async ({ request, response }) =>
      answerSignedIn(parts, response, await refresh(parts, cookieOf(request), deviceOf(request.headers['user-agent']))),
    ),

    serve(calls.logout, async ({ member, request, response }) => {
      const cookie = cookieOf(request)
      if (member) await endById(parts, member.sid)
      if (cookie) await endByCookie(parts, cookie)
      response.appendHeader('Set-Cookie', parts.cookie.clear(request.host))
      return { ok: true as const }
    }),

    serve(calls.listSessions, async ({ member }) => {
      const sessions = await parts.sessions.living(member.sub, parts.now(), SHOWN)
      return { sessions: sessions.map((session) => toSessionView(session, member.sid)) }
    }),

    serve(calls.endSession, async ({ member, params, request, response }) => {
      await endOwn(parts, member, params.id)
      if (params.id === member.sid) response.appendHeader('Set-Cookie', parts.cookie.clear(request.host))
      return { ok: true as const }
    }),

    serve(calls.endOtherSessions, async ({ member }) => {
      await endOthers(parts, member)
      return { ok: true as const }
    }),

    serve(calls.me, async ({ member }) => {
      const account = await parts.accounts.find(member.sub)
      if (!account) throw new DomainError('token_invalid')
      return describeUser(parts.members, account)
    }),

    serve(calls.endedSessions, async () => {
      const ended = await parts.ended.recent()
      return { sessions: ended.map(({ _id, endedAt }) => ({ _id, endedAt: endedAt.toISOString() })) }
    }),
  ]
}
