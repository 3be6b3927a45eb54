import { calls } from '@meadow/contracts'
import {
  type BackgroundTask,
  type CallRoute,
  DomainError,
  type Logger,
  logSecurityEvent,
  serve,
  toNetworkPrefix,
} from '@meadow/service'
import { createHourlyCleanup } from '@meadow/storage'
import { createInstallationEvent } from '../roles/installation-event.ts'
import { type AdmissionDeps, isFirstAdminExpected } from './admit-registration.ts'
import { createInvite, hashInviteToken, isInviteUsable, toInviteView } from './invite.ts'

type InviteRouteDeps = AdmissionDeps & {
  log: Logger
  newId: (at: Date) => string
}

/** Creates the calls of admins for invites, and those by which a page says what holds before a person fills in a form. */
export const createInviteRoutes = (deps: InviteRouteDeps): CallRoute[] => [
  serve(calls.getRegistration, async () => ({
    registration: deps.registration,
    isAdminExpected: deps.registration !== 'open' && (await isFirstAdminExpected(deps)),
  })),

  serve(calls.checkInvite, async ({ body }) => {
    const invite = await deps.invites.find(hashInviteToken(body.invite))
    return { isUsable: invite !== undefined && isInviteUsable(invite, deps.now()) }
  }),

  serve(calls.listInvites, async () => {
    const now = deps.now()
    return { invites: (await deps.invites.list(now)).map((invite) => toInviteView(invite, now)) }
  }),

  serve(calls.createInvite, async ({ member, body, request }) => {
    const now = deps.now()
    const { invite, token } = createInvite(body, { id: deps.newId(now), accountId: member.sub, now })
    const data = { action: 'invite.create' as const, by: member.sub, note: body.note }
    const event = createInstallationEvent(data, invite._id, { eventId: deps.newId(now), time: now })
    const added = await deps.invites.add(invite, event)
    if (!added) throw new DomainError('invite_limit_reached')
    logSecurityEvent(deps.log, {
      event: 'auth.invite_created',
      actor: member.sub,
      network: toNetworkPrefix(request.ip ?? ''),
    })
    return { invite: toInviteView(added, now), token }
  }),

  serve(calls.revokeInvite, async ({ member, params, request }) => {
    const time = deps.now()
    const toEvent = (note: string) => {
      const data = { action: 'invite.revoke' as const, by: member.sub, note }
      return createInstallationEvent(data, params.id, { eventId: deps.newId(time), time })
    }
    if (!(await deps.invites.revoke(params.id, toEvent))) throw new DomainError('invite_not_found')
    logSecurityEvent(deps.log, {
      event: 'auth.invite_revoked',
      actor: member.sub,
      network: toNetworkPrefix(request.ip ?? ''),
    })
    return { ok: true as const }
  }),
]

/** Creates the hourly background task that deletes expired invites. */
export const createInviteCleanup = ({
  invites,
  log,
  now,
}: Pick<InviteRouteDeps, 'invites' | 'log' | 'now'>): BackgroundTask =>
  createHourlyCleanup({
    name: 'invite cleanup',
    log,
    async deleteBatch() {
      await invites.deleteExpired(now())
      return false
    },
  })
