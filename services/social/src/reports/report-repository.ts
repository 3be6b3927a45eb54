import { events } from '@meadow/contracts'
import { type EventHandler, onEvent } from '@meadow/events'
import type { BackgroundTask, ClientKey, KeysetWindow, Logger } from '@meadow/service'
import { createHourlyCleanup } from '@meadow/storage'
import { DAY_MS, type NewReport, planEvidence, type Report, type ReportContext, type ReportPlan } from './report.ts'

/** Stores the reports of members. */
export type ReportRepository = {
  /**
   * Locks the reporter, calls `decide`, and stores its report with the event in one transaction. Stores nothing and returns the
   * earlier report if the client key was used before, or if the reporter has an open report about the same.
   * @throws key_reused, and the errors of `decide`
   */
  file(report: NewReport, decide: (context: ReportContext) => ReportPlan, key?: ClientKey): Promise<Report>
  /** Lists the reports of a member, newest first, and one more than the window's limit. */
  listOf(reporterId: string, window: KeysetWindow): Promise<Report[]>
  /** Deletes a batch of reports that were closed before a time and have no open appeal. Returns true if there may be more. */
  deleteClosed(before: Date): Promise<boolean>
}

/** Longer than an appeal can come, and long enough for moderators to see what somebody did before. The audit log stays. */
const CLOSED_REPORT_RETENTION_MS = 180 * DAY_MS

type ReportCleanupDeps = { reports: Pick<ReportRepository, 'deleteClosed'>; log: Logger; now: () => Date }

/** Creates the background task that deletes reports 180 days after the decision, every hour. */
export const createReportCleanup = ({ reports, log, now }: ReportCleanupDeps): BackgroundTask =>
  createHourlyCleanup({
    name: 'report cleanup',
    log,
    deleteBatch: () => reports.deleteClosed(new Date(now().getTime() - CLOSED_REPORT_RETENTION_MS)),
  })

/** Changes reports in the transaction of the consumer. */
export type ReportProjection = {
  /** Locks a report, calls `decide`, and stores its result. Does nothing if there is no such report. */
  change(id: string, decide: (report: Report) => Report | undefined): Promise<void>
  /** Removes an erased member's words: the evidence of reports about them, and the texts of their reports. */
  clearTexts(memberId: string): Promise<void>
}

type ReportHandlerDeps = { reports: ReportProjection }

/** Handlers of the answers of the content's owners, and of erased members. */
export const reportHandlers: EventHandler<ReportHandlerDeps>[] = [
  onEvent(events.reportEvidenceFrozen, ({ subject, data }, { reports }: ReportHandlerDeps) =>
    reports.change(subject, (report) => planEvidence(report, data)),
  ),
  onEvent(events.memberErased, ({ subject }, { reports }: ReportHandlerDeps) => reports.clearTexts(subject)),
]
