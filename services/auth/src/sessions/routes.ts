import { calls } from '@meadow/contracts'
import { type CallContext, type CallRoute, DomainError, serve, toNetworkPrefix } from '@meadow/service'
import type { AuthDeps } from '../auth-deps.ts'
import { assertOwnOrigin } from './assert-own-origin.ts'
import { toDeviceName } from './device-name.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endOwnSession, endSessionByCookie, endSessionById } from './end-sessions.ts'
import { refreshSession } from './refresh-session.ts'
import { toSessionView } from './session-view.ts'
import { readSessionUser, respondWithSession } from './sign-in-response.ts'

type Request = CallContext<typeof calls.refresh>['request']

const MAX_LISTED_SESSIONS = 100

/** Creates the routes of existing sessions. Requests with a refresh cookie must come from the product's own origin. */
export function createSessionRoutes(deps: AuthDeps): CallRoute[] {
  const readRefreshCookie = (request: Request) => {
    assertOwnOrigin(request, deps.publicUrl)
    return deps.refreshCookie.read(request.headers.cookie, request.host)
  }
  const readNetwork = ({ ip = '' }: Request) => toNetworkPrefix(ip)

  return [
    serve(calls.refresh, async ({ request, response }) =>
      respondWithSession(
        deps,
        response,
        await refreshSession(deps, {
          cookieValue: readRefreshCookie(request),
          device: toDeviceName(request.headers['user-agent']),
          network: readNetwork(request),
        }),
      ),
    ),

    serve(calls.logout, async ({ member, request, response }) => {
      const cookie = readRefreshCookie(request)
      const ending = { reason: 'signed_out', network: readNetwork(request) } as const
      if (member) await endSessionById(deps, member.sid, ending)
      if (cookie) await endSessionByCookie(deps, cookie, ending)
      response.appendHeader('Set-Cookie', deps.refreshCookie.toClearCookie(request.host))
      return { ok: true as const }
    }),

    serve(calls.listSessions, async ({ member }) => {
      const sessions = await deps.sessions.listActive(member.sub, deps.now(), MAX_LISTED_SESSIONS)
      return { sessions: sessions.map((session) => toSessionView(session, member.sid)) }
    }),

    serve(calls.endSession, async ({ member, params, request, response }) => {
      await endOwnSession(deps, member, { id: params.id, network: readNetwork(request) })
      if (params.id === member.sid) response.appendHeader('Set-Cookie', deps.refreshCookie.toClearCookie(request.host))
      return { ok: true as const }
    }),

    serve(calls.endOtherSessions, async ({ member, body, request }) => {
      await endOtherSessions(deps, member, { ...body, network: readNetwork(request) })
      return { ok: true as const }
    }),

    serve(calls.me, async ({ member }) => {
      const account = await deps.accounts.find(member.sub)
      if (!account) throw new DomainError('token_invalid')
      return readSessionUser(deps, account)
    }),

    serve(calls.endedSessions, async () => {
      const ended = await deps.endedSessions.listRecent()
      return {
        sessions: ended.filter((notice) => '_id' in notice),
        members: ended.filter((notice) => 'memberId' in notice),
      }
    }),
  ]
}
