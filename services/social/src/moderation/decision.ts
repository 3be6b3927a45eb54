import { type DomainEvent, events, type ReportView } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { DomainError } from '@meadow/service'
import type { Report } from '../reports/report.ts'

/** An entry of the audit log: an act of a moderator or admin. `action` is `report.<decision>` or `role.<role>`. */
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
}

/** The decided reports, the named one first, with an event for each, and the entry of the audit log. */
export type DecisionPlan = { reports: [Report, ...Report[]]; events: DomainEvent[]; entry: AuditEntry }

const REMOVABLE_KINDS: readonly Report['kind'][] = ['post', 'message']

/**
 * Decides about a report and all other open ones about the same, which are `reports`. Nobody decides about a report that they filed,
 * or that is about them.
 * @throws report_not_found; report_closed; forbidden; invalid_request if the content cannot be removed
 */
export function planDecision(
  reports: readonly Report[],
  { reportId, decision, rule, note, by, at }: Decision,
  newId: () => string,
): DecisionPlan {
  const named = reports.find(({ _id }) => _id === reportId)
  if (!named) throw new DomainError('report_not_found')
  if (named.status !== 'open') throw new DomainError('report_closed')
  if (named.reporterId === by || named.reportedId === by) throw new DomainError('forbidden')
  if (decision === 'remove' && !REMOVABLE_KINDS.includes(named.kind)) {
    const message = 'Only posts and messages can be removed'
    throw new DomainError('invalid_request', { fields: { decision: message }, fieldCodes: { decision: 'custom' } })
  }
  const status = decision === 'dismiss' ? ('dismissed' as const) : ('resolved' as const)
  const decide = (report: Report): Report => ({
    ...report,
    status,
    decision,
    rule,
    note,
    decidedBy: by,
    decidedAt: at,
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

const toDecidedEvent = (
  { _id, kind, targetId, reporterId, reportedId }: Report,
  { reportId, decision, rule, by, at }: Omit<Decision, 'note'>,
  id: string,
): DomainEvent =>
  createEvent(events.reportDecided, {
    source: 'social',
    subject: _id,
    id,
    time: at,
    data: { kind, targetId, reporterId, reportedId, decision, rule, decidedBy: by, decisionId: reportId },
  })
