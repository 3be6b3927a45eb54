import { type DomainEvent, events, type ReportView } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { DomainError } from '@meadow/service'
import { DAY_MS, type Report } from '../reports/report.ts'

/** An entry of the audit log: an act of a moderator or admin. `action` is `report.<decision>`, `report.<change>`, `appeal.<state>`, `role.<role>`,
 * `member.unsuspend`, `invite.<change>`, `refusals.update` or `legal.<notice>`. */
export type AuditEntry = {
  _id: string
  at: Date
  actorId: string
  action: string
  reportId: string | null
  memberId: string | null
  details: { rule: string; note: string }
}

/** The decision of the moderator `by` about a report. */
type Decision = {
  reportId: string
  decision: NonNullable<ReportView['decision']>
  rule: string
  note: string
  by: string
  at: Date
  /** The length of a suspension; null for ever. */
  suspendDays?: number | null | undefined
  /** The role of the reported member. */
  reportedRole: string
}

/** The decided reports, the named one first, with an event for each, and the entry of the audit log. */
export type DecisionPlan = { reports: [Report, ...Report[]]; events: DomainEvent[]; entry: AuditEntry }

const REMOVABLE_KINDS: readonly Report['kind'][] = ['post', 'comment', 'message']

/**
 * Decides about a report and all other open ones about the same, which are `reports`.
 * @throws report_not_found; report_closed; forbidden, also for the suspension of a member with a role; invalid_request if the content
 * cannot be removed, its author is unknown, or a suspension has no length
 */
export function planDecision(
  reports: readonly Report[],
  { reportId, decision, rule, note, by, at, suspendDays, reportedRole }: Decision,
  newId: () => string,
): DecisionPlan {
  const named = reports.find(({ _id }) => _id === reportId)
  if (!named) throw new DomainError('report_not_found')
  if (named.status !== 'open') throw new DomainError('report_closed')
  assertNotInvolved(reports, by)
  if (decision === 'remove' && !REMOVABLE_KINDS.includes(named.kind)) {
    throw toFieldError('decision', 'A profile cannot be removed')
  }
  if ((decision === 'warn' || decision === 'suspend') && !named.reportedId) {
    throw toFieldError('decision', 'It is not known who wrote this')
  }
  if (decision === 'suspend' && suspendDays === undefined) throw toFieldError('suspendDays', 'Choose for how long')
  if (decision === 'suspend' && reportedRole !== 'member') throw new DomainError('forbidden')
  const suspendedUntil = decision === 'suspend' && suspendDays ? new Date(at.getTime() + suspendDays * DAY_MS) : null
  const status = decision === 'dismiss' ? ('dismissed' as const) : ('resolved' as const)
  const decide = (report: Report): Report => ({
    ...report,
    status,
    decision,
    rule,
    note,
    decidedBy: by,
    decidedAt: at,
    suspendedUntil,
    decisionId: reportId,
    hiddenAt: null, // removed, or shown again
  })
  const others = reports.filter((report) => report !== named && report.status === 'open')
  const decided: DecisionPlan['reports'] = [decide(named), ...others.map(decide)]
  return {
    reports: decided,
    events: decided.map((report) => toDecidedEvent(report, { reportId, decision, rule, by, at }, newId())),
    entry: {
      _id: newId(),
      at,
      actorId: by,
      action: `report.${decision}`,
      reportId,
      memberId: named.reportedId,
      details: { rule, note },
    },
  }
}

/**
 * Asserts that a moderator has filed none of the reports about the same, and that they are not about the moderator: one decision closes
 * all of them. @throws forbidden
 */
export function assertNotInvolved(reports: readonly Report[], moderatorId: string): void {
  const isInvolved = reports.some((report) => report.reporterId === moderatorId || report.reportedId === moderatorId)
  if (isInvolved) throw new DomainError('forbidden')
}

/** Creates the error of one field. */
export const toFieldError = (field: string, message: string) =>
  new DomainError('invalid_request', { fields: { [field]: message }, fieldCodes: { [field]: 'custom' } })

const toDecidedEvent = (
  { _id, kind, targetId, reporterId, reportedId, suspendedUntil }: Report,
  { reportId, decision, rule, by, at }: Pick<Decision, 'reportId' | 'decision' | 'rule' | 'by' | 'at'>,
  id: string,
): DomainEvent =>
  createEvent(events.reportDecided, {
    source: 'social',
    subject: _id,
    id,
    time: at,
    data: {
      kind,
      targetId,
      reporterId,
      reportedId,
      decision,
      rule,
      decidedBy: by,
      decisionId: reportId,
      ...(decision === 'suspend' && { suspendedUntil: suspendedUntil?.toISOString() ?? null }),
    },
  })
