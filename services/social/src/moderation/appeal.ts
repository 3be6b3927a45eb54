import { type AppealView, type DecisionView, type DomainEvent, events } from '@meadow/contracts'
import { APPEAL_DAYS, APPEALABLE_DECISIONS } from '@meadow/contracts/report-limits'
import { createEvent, onEvent } from '@meadow/events'
import { DomainError } from '@meadow/service'
import { type Appeal, DAY_MS, type Report } from '../reports/report.ts'
import type { AuditEntry } from './decision.ts'

/** A decided report whose author is known, with the decision against which they may appeal. */
export type Decision = Report & { reportedId: string; decision: DecisionView['decision']; decidedAt: Date }

/** Returns true if the author of the content learns of the decision by this report: a decision may close several. */
export const isDecisionOf = (report: Report, memberId: string): report is Decision =>
  report.reportedId === memberId &&
  report.decidedAt !== null &&
  APPEALABLE_DECISIONS.some((one) => one === report.decision) &&
  (report.decisionId === null || report.decisionId === report._id)

const hasAppealEnded = ({ decidedAt }: Pick<Decision, 'decidedAt'>, now: Date): boolean =>
  now.getTime() - decidedAt.getTime() > APPEAL_DAYS * DAY_MS

type NewAppeal = { by: string; text: string; at: Date }

/**
 * Decides on an appeal of the member `by`. `report` is undefined if there is none.
 * @throws report_not_found if moderators decided nothing about the member; already_appealed; appeal_expired
 */
export function planAppeal(report: Report | undefined, { by, text, at }: NewAppeal): Decision {
  if (!report || !isDecisionOf(report, by)) throw new DomainError('report_not_found')
  if (report.appeal) throw new DomainError('already_appealed')
  if (hasAppealEnded(report, at)) throw new DomainError('appeal_expired')
  return { ...report, appeal: { text, at, state: 'open', answeredBy: null, answeredAt: null } }
}

/** Changes a report in the transaction of the consumer. */
export type AppealProjection = {
  /** Locks a report, calls `decide`, and stores the appeal of its result. Does nothing if it returns nothing. */
  appeal(reportId: string, decide: (report: Report | undefined) => Report | undefined): Promise<unknown>
}

/** Stores the appeal of a suspended member, whom auth refuses to sign in. A second one, and one that is too late, change nothing. */
export const onReportAppealed = onEvent(
  events.reportAppealed,
  async ({ subject, time, data: { memberId: by, text } }, { appeals }: { appeals: AppealProjection }) => {
    await appeals.appeal(subject, (report) => {
      if (!report || !isDecisionOf(report, by) || report.appeal) return undefined
      const at = new Date(time)
      return hasAppealEnded(report, at) ? undefined : planAppeal(report, { by, text, at })
    })
  },
)

/** The answer of the moderator `by`. `hasOtherModerator`: somebody else could answer who did not decide, and is not involved. */
type AppealDecision = {
  reportId: string
  accepts: boolean
  note: string
  by: string
  at: Date
  hasOtherModerator: boolean
}

/** The reports of the decision, the named one first, with an event for each, and the entry of the audit log. */
export type AppealDecisionPlan = { reports: [Report, ...Report[]]; events: DomainEvent[]; entry: AuditEntry }

/**
 * Decides on the answer to an appeal. `reports` are all that the decision had closed. Those of an accepted appeal are dismissed.
 * @throws report_not_found if there is no appeal; report_closed if it has an answer; forbidden to the reporter and the author;
 * appeal_needs_another
 */
export function planAppealDecision(
  reports: readonly Report[],
  { reportId, accepts, note, by, at, hasOtherModerator }: AppealDecision,
  newId: () => string,
): AppealDecisionPlan {
  const named = reports.find(({ _id }) => _id === reportId)
  if (!named?.appeal || !named.reportedId || !isDecisionOf(named, named.reportedId)) {
    throw new DomainError('report_not_found')
  }
  if (named.appeal.state !== 'open') throw new DomainError('report_closed')
  if (reports.some(({ reporterId }) => reporterId === by) || named.reportedId === by) throw new DomainError('forbidden')
  if (named.decidedBy === by && hasOtherModerator) throw new DomainError('appeal_needs_another')
  const state = accepts ? ('accepted' as const) : ('rejected' as const)
  const status = accepts ? ('dismissed' as const) : named.status
  const answered: Decision = { ...named, status, appeal: { ...named.appeal, state, answeredBy: by, answeredAt: at } }
  const others = reports.filter((report) => report !== named)
  return {
    reports: [answered, ...others.map((report) => ({ ...report, status }))],
    events: [answered, ...others].map((report) => toAnsweredEvent(report, answered, { by, at, accepts, id: newId() })),
    entry: {
      _id: newId(),
      at,
      actorId: by,
      action: `appeal.${state}`,
      reportId,
      memberId: named.reportedId,
      details: { rule: named.rule, note },
    },
  }
}

const toAnsweredEvent = (
  { _id, reporterId }: Report,
  { _id: decisionId, kind, targetId, reportedId, decision, rule, decidedAt }: Decision,
  { by, at, accepts, id }: { by: string; at: Date; accepts: boolean; id: string },
): DomainEvent =>
  createEvent(events.reportAppealDecided, {
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
      isAccepted: accepts,
      rule,
      decidedBy: by,
      decisionId,
      decidedAt: decidedAt.toISOString(),
    },
  })

/** Converts an appeal to its view, which does not tell who answered. */
export const toAppealView = ({ text, at, state, answeredAt }: Appeal): AppealView => ({
  text,
  at: at.toISOString(),
  state,
  answeredAt: answeredAt?.toISOString() ?? null,
})

/** Converts a decision to its view for the author. */
export const toDecisionView = (report: Decision, now: Date): DecisionView => ({
  _id: report._id,
  kind: report.kind,
  text: report.evidence?.text ?? '',
  decision: report.decision,
  rule: report.rule,
  decidedAt: report.decidedAt.toISOString(),
  ...(report.decision === 'suspend' && { suspendedUntil: report.suspendedUntil?.toISOString() ?? null }),
  appeal: report.appeal && toAppealView(report.appeal),
  canAppeal: !report.appeal && !hasAppealEnded(report, now),
})
