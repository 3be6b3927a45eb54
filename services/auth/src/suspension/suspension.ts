import { type DomainEvent, events, type ReceivedEvent } from '@meadow/contracts'
import { createEvent, type EventHandler, onEvent } from '@meadow/events'
import { DomainError, type Logger, logSecurityEvent } from '@meadow/service'
import type { Account, Suspension } from '../accounts/account.ts'
import { type EndSessionDeps, publishSessionCutoff } from '../sessions/end-sessions.ts'
import { createSessionsEndedEvent, type EventStamp, type SessionCutoff } from '../sessions/session.ts'
import type { EndAllChange } from '../sessions/session-repository.ts'

/** The state of an account after the change. `suspension` is null if it has ended. */
export type SuspensionChange = { suspension: Suspension | null; event: DomainEvent }

/** Stores suspensions, each with its event. */
export type SuspensionStore = {
  /** Locks the account, stores the suspension that `decide` returns with its event, and ends all sessions. Undefined: nothing changed. */
  suspend(
    accountId: string,
    decide: (account: Account) => SuspensionChange | undefined,
    sessionEnd: EndAllChange,
  ): Promise<SessionCutoff | undefined>
  /** Locks the account and stores that its suspension has ended, if `decide` says so. Returns false if there is no such account. */
  end(accountId: string, decide: (account: Account) => SuspensionChange | undefined): Promise<boolean>
  /** Stores the hash of the token by which a suspended member appeals. It replaces an earlier one. */
  setAppealToken(accountId: string, token: { hash: Buffer; expiresAt: Date }): Promise<void>
  /**
   * Locks the account if the token is valid, stores that the member has appealed, with the event of `decide`, and removes the token.
   * @throws appeal_expired for another token, and the errors of `decide`
   */
  appeal(
    accountId: string,
    token: { hash: Buffer; now: Date },
    decide: (account: Account) => DomainEvent,
  ): Promise<void>
}

/** Runs work with the store in one transaction. */
export type WithSuspensions = <T>(work: (suspensions: SuspensionStore) => Promise<T>) => Promise<T>

/** Returns the suspension of an account if it is still in effect. */
export const getActiveSuspension = ({ suspension }: Pick<Account, 'suspension'>, now: Date): Suspension | undefined =>
  suspension && (suspension.until === null || suspension.until > now) ? suspension : undefined

/**
 * Plans a suspension. Returns undefined if the account belongs to a moderator or an admin, whose role must be removed first, or if the
 * suspension would be over already.
 */
function planSuspension(
  account: Account,
  { until, rule, reportId, by }: Pick<Suspension, 'until' | 'rule' | 'reportId'> & { by: string },
  { eventId, time }: EventStamp,
): SuspensionChange | undefined {
  if (account.role !== 'member' || (until && until <= time)) return undefined
  return {
    suspension: { at: time, until, rule, reportId, isAppealed: false },
    event: createEvent(events.memberSuspended, {
      source: 'auth',
      subject: account._id,
      id: eventId,
      time,
      data: { until: until?.toISOString() ?? null, rule, by },
    }),
  }
}

/** Plans the early end of a suspension. Returns undefined if the account is not suspended. */
export function planSuspensionEnd(
  account: Account,
  by: string,
  { eventId, time }: EventStamp,
): SuspensionChange | undefined {
  if (!getActiveSuspension(account, time)) return undefined
  const stamp = { source: 'auth', subject: account._id, id: eventId, time }
  return { suspension: null, event: createEvent(events.memberUnsuspended, { ...stamp, data: { by } }) }
}

/** Refuses the sign-in of a suspended member who has proved that the account is theirs. @throws account_suspended, which says until when and why */
export function assertNotSuspended(
  { log, now }: { log: Logger; now: () => Date },
  account: Account,
  network: string,
): void {
  const suspension = getActiveSuspension(account, now())
  if (!suspension) return
  logSecurityEvent(log, { event: 'auth.sign_in_failed', reason: 'suspended', actor: account._id, network })
  throw new DomainError('account_suspended', { message: toSuspensionText(suspension) })
}

/** Returns what a suspended member reads, such as 'Moderators have suspended this account until 3 December 2026, 14:05 UTC. Rule: Be kind'. */
export function toSuspensionText({ until, rule }: Pick<Suspension, 'until' | 'rule'>): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  const end = until ? ` until ${until.toLocaleString('en-GB', format).replace(' at ', ', ')} UTC` : ''
  return `Moderators have suspended this account${end}.${rule ? ` Rule: ${rule}` : ''}`
}

type SuspensionHandlerDeps = Pick<EndSessionDeps, 'endedSessions' | 'log' | 'newId'>

/**
 * Creates the handler that suspends a member if moderators decided so: all sessions end, and their sockets close. A decision may close
 * several reports, with an event each: only that of the report on which they decided suspends.
 */
export const createReportDecidedHandler = (
  deps: SuspensionHandlerDeps,
): EventHandler<{ suspensions: SuspensionStore }> =>
  onEvent(events.reportDecided, async (event, { suspensions }: { suspensions: SuspensionStore }) => {
    const { reportedId } = event.data
    if (event.data.decision !== 'suspend' || !reportedId || !isDecidedReport(event)) return
    const time = new Date(event.time)
    const { suspendedUntil, rule, decidedBy } = event.data
    const until = suspendedUntil ? new Date(suspendedUntil) : null
    const suspension = { until, rule, reportId: event.subject, by: decidedBy }
    const stamp = { time, eventId: deps.newId(time) }
    const cutoff = await suspensions.suspend(reportedId, (account) => planSuspension(account, suspension, stamp), {
      accountId: reportedId,
      time,
      exceptSessionId: deps.newId(time), // of no session, so that all end
      toEvent: (ended) => createSessionsEndedEvent(ended, { eventId: deps.newId(time), time }),
    })
    if (cutoff) await publishSessionCutoff(deps, cutoff, { reason: 'account_suspended', network: '' })
  })

/** An event of an older version names no decision: it is the only one. */
const isDecidedReport = ({ subject, data }: ReceivedEvent<typeof events.reportDecided>): boolean =>
  data.decisionId === undefined || data.decisionId === subject

/**
 * Ends a suspension if an appeal against the decision was accepted. A later suspension by another decision stays. An answer to an appeal
 * comes with an event for each report that the decision had closed: only that of the report on which they decided counts.
 */
export const createAppealDecidedHandler = ({
  newId,
}: Pick<SuspensionHandlerDeps, 'newId'>): EventHandler<{ suspensions: SuspensionStore }> =>
  onEvent(
    events.reportAppealDecided,
    async ({ subject, time: at, data }, { suspensions }: { suspensions: SuspensionStore }) => {
      const { decision, isAccepted, decisionId, reportedId, decidedBy, decidedAt } = data
      if (decision !== 'suspend' || !isAccepted || decisionId !== subject) return
      const time = new Date(at)
      await suspensions.end(reportedId, (account) =>
        account.suspension?.at.getTime() === Date.parse(decidedAt)
          ? planSuspensionEnd(account, decidedBy, { eventId: newId(time), time })
          : undefined,
      )
    },
  )
