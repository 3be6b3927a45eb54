import { calls } from '@meadow/contracts'
import { type CallRoute, DomainError, logSecurityEvent, serve, toNetworkPrefix } from '@meadow/service'
import { type Account, toEmailKey } from '../accounts/account.ts'
import { createEventStamp, type EndSessionDeps, publishSessionCutoff } from '../sessions/end-sessions.ts'
import { createSessionsEndedEvent } from '../sessions/session.ts'
import { planFirstAdmin, planRoleChange, type RoleChange, type RoleContext } from './role.ts'
import type { RoleRepository } from './role-repository.ts'

export type RoleDeps = EndSessionDeps & {
  roles: RoleRepository
  /** The verified address of the account that becomes the first admin; undefined: none does. */
  adminEmail: string | undefined
}

export const createRoleRoutes = (deps: RoleDeps): CallRoute[] => [
  serve(calls.listRoles, async () => ({ members: (await deps.roles.list()).map(toRoleHolderView) })),

  serve(calls.setRole, async ({ member, body: { username, role }, request }) => {
    const stamp = createEventStamp(deps)
    const decide = (context: RoleContext) => planRoleChange(context, { role, by: member.sub }, stamp)
    const account = await changeRole(deps, username, decide, toNetworkPrefix(request.ip ?? ''))
    if (!account) throw new DomainError('member_not_found')
    return { member: toRoleHolderView(account) }
  }),
]

/**
 * Makes the account an admin if it has the configured address, which must be verified, and there is no admin yet. Returns the account
 * with its current role.
 */
export async function promoteFirstAdmin(deps: RoleDeps, account: Account, network: string): Promise<Account> {
  const { adminEmail } = deps
  const isNamed = adminEmail !== undefined && toEmailKey(adminEmail) === toEmailKey(account.email)
  if (!isNamed || !account.emailVerified || account.role === 'admin') return account
  const stamp = createEventStamp(deps)
  return (await changeRole(deps, account.username, (context) => planFirstAdmin(context, stamp), network)) ?? account
}

async function changeRole(
  deps: RoleDeps,
  username: string,
  decide: (context: RoleContext) => RoleChange | undefined,
  network: string,
): Promise<Account | undefined> {
  const { eventId, time } = createEventStamp(deps)
  let isChanged = false
  const { account, cutoff } = await deps.roles.change(
    username,
    (context) => {
      const change = decide(context)
      isChanged = change !== undefined
      return change
    },
    ({ _id: accountId }) => ({
      accountId,
      time,
      exceptSessionId: deps.newId(time),
      toEvent: (ended) => createSessionsEndedEvent(ended, { eventId, time }),
    }),
  )
  if (account && isChanged) {
    logSecurityEvent(deps.log, { event: 'auth.role_changed', reason: account.role, actor: account._id, network })
    if (cutoff) await publishSessionCutoff(deps, cutoff, { reason: 'role_changed', network })
  }
  return account
}

const toRoleHolderView = ({ _id, username, fullName, role }: Account) => ({ _id, username, fullName, role })
