import { type CallResponse, calls } from '@meadow/contracts'
import { type CallRoute, isLoopbackRequest, serve, toNetworkPrefix } from '@meadow/service'
import type { AuthDeps } from '../auth-deps.ts'
import { assertOwnOrigin } from '../sessions/assert-own-origin.ts'
import { toDeviceName } from '../sessions/device-name.ts'
import { respondWithSession } from '../sessions/sign-in-response.ts'
import { openDemoSession } from './demo-sessions.ts'

/** Creates the routes of the demo accounts. `accounts` has their stored password hashes. */
export const createDemoAccountRoutes = (deps: AuthDeps): CallRoute[] => [
  serve(calls.listDemoAccounts, async ({ request }) => ({
    accounts: deps.demoAccounts.isOffered && isLoopbackRequest(request) ? await listDemoAccounts(deps) : [],
  })),

  serve(calls.createDemoSession, async ({ body, request, response }) => {
    assertOwnOrigin(request, deps.publicUrl)
    const device = toDeviceName(request.headers['user-agent'])
    const network = toNetworkPrefix(request.ip ?? '')
    const isFromThisMachine = isLoopbackRequest(request)
    const opened = await openDemoSession(deps, { username: body.username, device, network, isFromThisMachine })
    return respondWithSession(deps, response, opened)
  }),
]

/** Lists the active demo accounts. */
async function listDemoAccounts({
  accounts,
  demoAccounts,
  members,
}: AuthDeps): Promise<CallResponse<typeof calls.listDemoAccounts>['accounts']> {
  const found = await Promise.all(
    demoAccounts.usernames.map(async (name) => {
      const [member, stored] = await Promise.all([members.findByUsername(name), accounts.findForSignIn(name)])
      if (member?.state !== 'active' || !stored) return []
      const { username, fullName, avatar } = member
      return [{ username, fullName, avatar, role: stored.account.role }]
    }),
  )
  return found.flat()
}
