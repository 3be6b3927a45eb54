import { events } from '@meadow/contracts'
import { onEvent } from '@meadow/events'
import type { KeysetWindow } from '@meadow/service'
import type { Report } from '../reports/report.ts'
import type { AppealDecisionPlan, Decision } from './appeal.ts'
import type { AuditEntry, DecisionPlan } from './decision.ts'
import type { ReportUpdatePlan } from './report-update.ts'

/** The reports to list. */
type ReportFilter = Pick<Report, 'status'> & {
  kind: Report['kind'] | undefined
  category: Report['category'] | undefined
  /** Only reports with an open appeal, whatever their status. */
  isAppealed: boolean
  /** Only reports that this moderator has taken; null: that nobody has. */
  assignedTo: string | null | undefined
  /** Only reports whose content is hidden. */
  isHidden: boolean
}

/** A report with the number of open reports about the same. */
export type QueuedReport = Report & { openReports: number }

/** Stores decisions about reports, with the audit log. */
export type ModerationRepository = {
  /** Lists reports, newest first, and one more than the window's limit. */
  list(filter: ReportFilter, window: KeysetWindow): Promise<QueuedReport[]>
  /**
   * Locks a report and the open ones about the same, calls `decide` with the role of the reported member, and stores its plan with events and audit entry in one
   * transaction. @throws the errors of `decide`
   */
  decide(reportId: string, decide: (reports: Report[], reportedRole: string) => DecisionPlan): Promise<Report>
  /**
   * Locks a report and the open ones about the same, calls `decide`, and stores its plan with events and audit entries in one transaction.
   * @throws the errors of `decide`
   */
  update(reportId: string, decide: (reports: Report[]) => ReportUpdatePlan): Promise<Report>
  /** Lists the audit log, newest first, and one more than the window's limit. */
  listAudit(window: KeysetWindow): Promise<AuditEntry[]>
}

/** Stores appeals against decisions. */
export type AppealRepository = {
  /** Lists what was decided about a member, the latest decision first, and one more than the window's limit. */
  listDecisions(memberId: string, window: KeysetWindow): Promise<Report[]>
  /** Locks a report, calls `decide`, and stores the appeal of its result. @throws the errors of `decide` */
  appeal(reportId: string, decide: (report: Report | undefined) => Decision): Promise<Decision>
  /**
   * Locks the reports of a decision, calls `decide`, and stores its plan with events and audit entry in one transaction.
   * `hasOtherModerator`: a moderator beside `by` could answer who is not involved. @throws the errors of `decide`
   */
  answer(
    reportId: string,
    by: string,
    decide: (reports: Report[], hasOtherModerator: boolean) => AppealDecisionPlan,
  ): Promise<Report>
}

/** Appends to the audit log in the transaction of the consumer. */
export type AuditLog = { add(entry: AuditEntry): Promise<void> }

/** Writes the early end of a suspension into the audit log. Its beginning is a decision, which is there already. */
export const onMemberUnsuspended = onEvent(
  events.memberUnsuspended,
  ({ id, subject, time, data: { by } }, { audit }: { audit: AuditLog }) =>
    audit.add({
      _id: id,
      at: new Date(time),
      actorId: by,
      action: 'member.unsuspend',
      reportId: null,
      memberId: subject,
      details: { rule: '', note: '' },
    }),
)

/** Writes what an admin changed about the installation into the audit log, under the names of a newer version, too. */
export const onInstallationUpdated = onEvent(
  events.installationUpdated,
  ({ id, time, data: { action, by, note } }, { audit }: { audit: AuditLog }) =>
    audit.add({
      _id: id,
      at: new Date(time),
      actorId: by,
      action: String(action),
      reportId: null,
      memberId: null,
      details: { rule: '', note },
    }),
)

/** Writes a change of a role into the audit log. The first admin has made themselves one, by the configuration. */
export const onMemberRoleChanged = onEvent(
  events.memberRoleChanged,
  ({ id, subject, time, data: { role, by } }, { audit }: { audit: AuditLog }) =>
    audit.add({
      _id: id,
      at: new Date(time),
      actorId: by ?? subject,
      action: `role.${String(role)}`,
      reportId: null,
      memberId: subject,
      details: { rule: '', note: '' },
    }),
)
