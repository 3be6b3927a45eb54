import { type DomainEvent, events, type SessionUser } from '@meadow/contracts'
import { ROLES } from '@meadow/contracts/limits'
import { createEvent } from '@meadow/events'
import { DomainError } from '@meadow/service'
import type { Account } from '../accounts/account.ts'
import type { EventStamp } from '../sessions/session.ts'

type Role = SessionUser['role']

/** The account whose role changes, undefined if there is none, and the ids of all admins. Both are locked. */
export type RoleContext = { account: Account | undefined; adminIds: readonly string[] }

/** The new role with its event. `endsSessions`: the member has lost rights, which their tokens still carry. */
export type RoleChange = { role: Role; event: DomainEvent; endsSessions: boolean }

/**
 * Decides on the change of a role by the admin `by`. Returns undefined if the account has the role already.
 * @throws forbidden if `by` is no longer an admin; member_not_found; last_admin
 */
export function planRoleChange(
  { account, adminIds }: RoleContext,
  { role, by }: { role: Role; by: string },
  stamp: EventStamp,
): RoleChange | undefined {
  if (!adminIds.includes(by)) throw new DomainError('forbidden')
  if (!account) throw new DomainError('member_not_found')
  if (account.role === role) return undefined
  if (account.role === 'admin' && adminIds.length === 1) throw new DomainError('last_admin')
  return toRoleChange(account, { role, by }, stamp)
}

/** Makes the account with the configured address an admin, once it is verified, if there is no admin yet. */
export function planFirstAdmin({ account, adminIds }: RoleContext, stamp: EventStamp): RoleChange | undefined {
  if (!account?.emailVerified || adminIds.length > 0) return undefined
  return toRoleChange(account, { role: 'admin', by: null }, stamp)
}

/** Gives a role on behalf of the installation. Returns undefined if there is no such account, or if it has the role already. */
export function planInstalledRole({ account }: RoleContext, role: Role, stamp: EventStamp): RoleChange | undefined {
  if (!account || account.role === role) return undefined
  return toRoleChange(account, { role, by: null }, stamp)
}

const toRoleChange = (
  account: Account,
  { role, by }: { role: Role; by: string | null },
  { eventId, time }: EventStamp,
): RoleChange => ({
  role,
  endsSessions: ROLES.indexOf(role) < ROLES.indexOf(account.role),
  event: createEvent(events.memberRoleChanged, {
    source: 'auth',
    subject: account._id,
    id: eventId,
    time,
    data: { role, by },
  }),
})
