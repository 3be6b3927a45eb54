import { createHash, randomBytes } from 'node:crypto'
import { type DomainEvent, events } from '@meadow/contracts'
import { APPEAL_DAYS } from '@meadow/contracts/report-limits'
import { createEvent } from '@meadow/events'
import { DomainError, type Logger, logSecurityEvent } from '@meadow/service'
import type { Account } from '../accounts/account.ts'
import type { EventStamp } from '../sessions/session.ts'
import { assertNotSuspended, getActiveSuspension, toSuspensionText, type WithSuspensions } from './suspension.ts'

const DAY_MS = 86_400_000
/** The time for which the token of a refused sign-in can be used. */
const APPEAL_TOKEN_LIFETIME_MS = 3_600_000

const hashAppealToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const canAppeal = ({ suspension }: Account, now: Date): boolean =>
  suspension !== undefined &&
  suspension.reportId !== null &&
  !suspension.isAppealed &&
  now.getTime() - suspension.at.getTime() <= APPEAL_DAYS * DAY_MS

export type RefuseSuspendedDeps = { withSuspensions: WithSuspensions; log: Logger; now: () => Date }

/**
 * Refuses the sign-in of a suspended member who has proved that the account is theirs. The error has a token to appeal with, unless they
 * have appealed already or it is too late. Does nothing for other accounts.
 * @throws account_suspended
 */
export async function refuseSuspended(deps: RefuseSuspendedDeps, account: Account, network: string): Promise<void> {
  const time = deps.now()
  const suspension = getActiveSuspension(account, time)
  if (!suspension || !canAppeal(account, time)) return assertNotSuspended(deps, account, network)
  const token = `${account._id}.${randomBytes(32).toString('base64url')}`
  const expiresAt = new Date(time.getTime() + APPEAL_TOKEN_LIFETIME_MS)
  await deps.withSuspensions((suspensions) =>
    suspensions.setAppealToken(account._id, { hash: hashAppealToken(token), expiresAt }),
  )
  logSecurityEvent(deps.log, { event: 'auth.sign_in_failed', reason: 'suspended', actor: account._id, network })
  throw new DomainError('account_suspended', { message: toSuspensionText(suspension), appeal: { token } })
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Appeals against the suspension of the account of a token, which cannot be used again. @throws appeal_expired */
export async function appealSuspension(
  { withSuspensions }: Pick<RefuseSuspendedDeps, 'withSuspensions'>,
  { token, text }: { token: string; text: string },
  stamp: EventStamp,
): Promise<void> {
  const [accountId = ''] = token.split('.', 1)
  if (!UUID.test(accountId)) throw new DomainError('appeal_expired')
  await withSuspensions((suspensions) =>
    suspensions.appeal(accountId, { hash: hashAppealToken(token), now: stamp.time }, (account) =>
      toAppealedEvent(account, text, stamp),
    ),
  )
}

/** @throws appeal_expired if the suspension has ended, or the member has appealed or is too late */
function toAppealedEvent(account: Account, text: string, { eventId, time }: EventStamp): DomainEvent {
  const suspension = getActiveSuspension(account, time)
  if (!suspension?.reportId || !canAppeal(account, time)) throw new DomainError('appeal_expired')
  return createEvent(events.reportAppealed, {
    source: 'auth',
    subject: suspension.reportId,
    id: eventId,
    time,
    data: { memberId: account._id, text },
  })
}
