import { calls } from '@meadow/contracts'
import { type CallContext, type CallRoute, DomainError, isSameOriginRequest, serve } from '@meadow/service'
import type { AuthDeps } from '../auth-deps.ts'
import { toDeviceName } from './device-name.ts'
import { endOtherSessions, endOwnSession, endSessionByCookie, endSessionById } from './end-sessions.ts'
import { refreshSession } from './refresh-session.ts'
import { toSessionView } from './session-view.ts'
import { readSessionUser, respondWithSession } from './sign-in-response.ts'

type Request = CallContext<typeof calls.refresh>['request']

const MAX_LISTED_SESSIONS = 100

/** Creates the routes of existing sessions. Requests with a refresh cookie must come from the product's own origin. */
export function createSessionRoutes(deps: AuthDeps): CallRoute[] {
  const readRefreshCookie = (request: Request) => {
    const { origin, cookie, 'sec-fetch-site': fetchSite } = request.headers
    const source = { origin, host: request.host, fetchSite: fetchSite?.toString() }
    if (!isSameOriginRequest(source, deps.publicUrl)) throw new DomainError('origin_not_allowed')
    return deps.cookie.read(cookie, request.host)
  }

  return [
    serve(calls.refresh, async ({ request, response }) =>
      respondWithSession(
        deps,
        response,
        await refreshSession(deps, readRefreshCookie(request), toDeviceName(request.headers['user-agent'])),
      ),
    ),

    serve(calls.logout, async ({ member, request, response }) => {
      const cookie = readRefreshCookie(request)
      if (member) await endSessionById(deps, member.sid)
      if (cookie) await endSessionByCookie(deps, cookie)
      response.appendHeader('Set-Cookie', deps.cookie.toClearCookie(request.host))
      return { ok: true as const }
    }),

    serve(calls.listSessions, async ({ member }) => {
      const sessions = await deps.sessions.listActive(member.sub, deps.now(), MAX_LISTED_SESSIONS)
      return { sessions: sessions.map((session) => toSessionView(session, member.sid)) }
    }),

    serve(calls.endSession, async ({ member, params, request, response }) => {
      await endOwnSession(deps, member, params.id)
      if (params.id === member.sid) response.appendHeader('Set-Cookie', deps.cookie.toClearCookie(request.host))
      return { ok: true as const }
    }),

    serve(calls.endOtherSessions, async ({ member }) => {
      await endOtherSessions(deps, member)
      return { ok: true as const }
    }),

    serve(calls.me, async ({ member }) => {
      const account = await deps.accounts.find(member.sub)
      if (!account) throw new DomainError('token_invalid')
      return readSessionUser(deps.members, account)
    }),

    serve(calls.endedSessions, async () => {
      const ended = await deps.endedSessions.listRecent()
      return { sessions: ended.map(({ _id, endedAt }) => ({ _id, endedAt: endedAt.toISOString() })) }
    }),
  ]
}
