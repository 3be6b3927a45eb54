import * as z from 'zod'
import { APPEAL_STATES, REPORT_CATEGORIES, REPORT_DECISIONS, REPORT_KINDS, REPORT_STATUSES } from '../report-limits.ts'
import { Count, Id, Timestamp } from '../text.ts'

/** A member as moderators see them; of reported content, as they were when it was reported. */
export const ReportedMember = z.object({ _id: Id, username: z.string(), fullName: z.string(), avatar: z.string() })
const QuotedText = z.object({ author: ReportedMember, text: z.string(), createdAt: Timestamp })

/**
 * Reported content as it was when its owner learned of the report, with what stood around it, oldest first: the post of a
 * comment, or the messages before a message. `url` is '' for pictures of messages, which only the conversation may see.
 */
export const ReportEvidence = QuotedText.extend({
  pictures: z.array(z.object({ url: z.string(), alt: z.string() })),
  context: z.array(QuotedText),
})
export type ReportEvidence = z.infer<typeof ReportEvidence>

/**
 * A report as its reporter sees it. `targetId` is the id of the reported content or member. `decision` and `decidedAt` are null, and
 * `rule` is '', until moderators have decided.
 */
export const ReportView = z.object({
  _id: Id,
  kind: z.enum(REPORT_KINDS),
  targetId: Id,
  category: z.enum(REPORT_CATEGORIES),
  text: z.string(),
  status: z.enum(REPORT_STATUSES),
  createdAt: Timestamp,
  decision: z.enum(REPORT_DECISIONS).nullable(),
  rule: z.string(),
  decidedAt: Timestamp.nullable(),
})
export type ReportView = z.infer<typeof ReportView>

/** An appeal against a decision. `answeredAt` is null while it is open. */
export const AppealView = z.object({
  text: z.string(),
  at: Timestamp,
  state: z.enum(APPEAL_STATES),
  answeredAt: Timestamp.nullable(),
})
export type AppealView = z.infer<typeof AppealView>

/**
 * A decision as the author of the content sees it: nothing tells who reported it or who decided. `_id` is the id of the report, and
 * `text` are the words of the author as moderators saw them, or ''. `suspendedUntil` is null for ever, and comes with `suspend`.
 */
export const DecisionView = z.object({
  _id: Id,
  kind: z.enum(REPORT_KINDS),
  text: z.string(),
  decision: z.enum(REPORT_DECISIONS),
  rule: z.string(),
  decidedAt: Timestamp,
  suspendedUntil: Timestamp.nullable().optional(),
  appeal: AppealView.nullable(),
  canAppeal: z.boolean(),
})
export type DecisionView = z.infer<typeof DecisionView>

/**
 * A report as moderators see it. `reported` is null until the owner of the content has told its author, and `evidence` if there is
 * no copy. `openReports` counts the open reports about the same, this one included: a decision closes all of them.
 * `suspendedUntil` is the end of the suspension that was decided, null for ever. `isHidden`: nobody sees the content until there is a
 * decision.
 */
export const ModerationReportView = ReportView.extend({
  reporter: ReportedMember.nullable(),
  reported: ReportedMember.nullable(),
  evidence: ReportEvidence.nullable(),
  openReports: Count,
  note: z.string(),
  decidedBy: ReportedMember.nullable(),
  suspendedUntil: Timestamp.nullable().optional(),
  appeal: AppealView.nullable().optional(),
  assignedTo: ReportedMember.nullable().optional(),
  isHidden: z.boolean().optional(),
})
export type ModerationReportView = z.infer<typeof ModerationReportView>

/** An entry of the audit log: an act of a moderator or admin. `action` is `report.<decision>`, `appeal.<state>`, `role.<role>`, `invite.<change>`
 * `refusals.update` or `legal.<notice>`, among others. */
export const AuditEntryView = z.object({
  _id: Id,
  at: Timestamp,
  action: z.string(),
  by: ReportedMember.nullable(),
  member: ReportedMember.nullable(),
  reportId: Id.nullable(),
  rule: z.string(),
  note: z.string(),
})
export type AuditEntryView = z.infer<typeof AuditEntryView>
