import { type AppealView, type DecisionView, type DomainEvent, events } from '@meadow/contracts'
import { APPEAL_DAYS, APPEALABLE_DECISIONS } from '@meadow/contracts/report-limits'
import { createEvent, onEvent } from '@meadow/events'
import { DomainError } from '@meadow/service'
import { type Appeal, DAY_MS, type Report } from '../reports/report.ts'
import { type AuditEntry, assertNotInvolved } from './decision.ts'

/** A decided report whose author is known, with the decision against which they may appeal. */
export type Decision = Report & { reportedId: string; decision: DecisionView['decision']; decidedAt: Date }

/**
 * Returns true if the member is the author of the content and this report stands for the decision. A decision may close several reports:
 * all name the one that stands for it as `decisionId`.
 */
export const isDecisionOf = (report: Report, memberId: string): report is Decision =>
  report.reportedId === memberId &&
  report.decidedAt !== null &&
  APPEALABLE_DECISIONS.some((one) => one === report.decision) &&
  (report.decisionId === null || report.decisionId === report._id)

const isAppealPeriodOver = ({ decidedAt }: Pick<Decision, 'decidedAt'>, now: Date): boolean =>
  now.getTime() - decidedAt.getTime() > APPEAL_DAYS * DAY_MS

type NewAppeal = { by: string; text: string; at: Date }

/**
 * Adds the appeal of the member `by` to a report. `report` is undefined if there is none.
 * @throws report_not_found if moderators decided nothing about the member; already_appealed; appeal_expired
 */
export function planAppeal(report: Report | undefined, { by, text, at }: NewAppeal): Decision {
  if (!report || !isDecisionOf(report, by)) throw new DomainError('report_not_found')
  if (report.appeal) throw new DomainError('already_appealed')
  if (isAppealPeriodOver(report, at)) throw new DomainError('appeal_expired')
  return { ...report, appeal: { text, at, state: 'open', answeredBy: null, answeredAt: null } }
}

/** Changes a report in the transaction of the consumer. */
export type AppealProjection = {
  /** Locks a report, and stores the appeal of the report that `decide` returns. Stores nothing if it returns undefined. */
  appeal(reportId: string, decide: (report: Report | undefined) => Report | undefined): Promise<unknown>
}

/** Stores the appeal of a suspended member, whom auth refuses to sign in. A second one, and one that is too late, change nothing. */
export const onReportAppealed = onEvent(
  events.reportAppealed,
  async ({ subject, time, data: { memberId: by, text } }, { appeals }: { appeals: AppealProjection }) => {
    await appeals.appeal(subject, (report) => {
      if (!report || !isDecisionOf(report, by) || report.appeal) return undefined
      const at = new Date(time)
      return isAppealPeriodOver(report, at) ? undefined : planAppeal(report, { by, text, at })
    })
  },
)

/**
 * The decision of the moderator `by` on an appeal. `hasOtherModerator`: there is another moderator who neither made the decision that is
 * appealed against, nor reported the content, nor wrote it.
 */
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
 * Plans a moderator's decision on an appeal. `reports` are all that the original decision closed; if the appeal is accepted, all of them
 * are dismissed. @throws report_not_found if there is no appeal; report_closed if it is decided; forbidden to the reporters and the author;
 * appeal_needs_another if the moderator made the original decision and `hasOtherModerator`
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
  assertNotInvolved(reports, by)
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
  canAppeal: !report.appeal && !isAppealPeriodOver(report, now),
})
