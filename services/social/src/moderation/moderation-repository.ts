import { events } from '@meadow/contracts'
import { onEvent } from '@meadow/events'
import type { KeysetWindow } from '@meadow/service'
import type { Report } from '../reports/report.ts'
import type { AuditEntry, DecisionPlan } from './decision.ts'

/** The reports to list. */
type ReportFilter = Pick<Report, 'status'> & {
  kind: Report['kind'] | undefined
  category: Report['category'] | undefined
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
  /** Lists the audit log, newest first, and one more than the window's limit. */
  listAudit(window: KeysetWindow): Promise<AuditEntry[]>
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
