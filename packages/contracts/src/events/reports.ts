import * as z from 'zod'
import { defineEvent } from '../define-event.ts'
import { REPORT_DECISIONS, REPORT_KINDS } from '../report-limits.ts'
import { ReportEvidence } from '../shapes/report.ts'
import { Count, Id, Timestamp } from '../text.ts'

const ReportTarget = z.object({ kind: z.enum(REPORT_KINDS), targetId: Id })

export const reportFiled = defineEvent({
  type: 'report.filed',
  topic: 'reports',
  version: 1,
  producers: ['social'],
  summary: 'A member reported content. Its owner answers with the evidence',
  data: ReportTarget.extend({ reporterId: Id }),
})

/** The only events that contain the text of a message. `evidence` is null if the reporter could not see such content. */
export const reportEvidenceFrozen = defineEvent({
  type: 'report.evidence-frozen',
  topic: 'reports',
  version: 1,
  producers: ['posts', 'chat'],
  summary: 'The owner of reported content has copied it as evidence, or has found nothing that the reporter could see',
  data: ReportTarget.extend({ evidence: ReportEvidence.nullable(), rev: Count }),
})

/**
 * `reportedId` is null if nobody knows the author. A decision closes all open reports about the same, with an event for each: all name
 * the report that the moderator read as `decisionId`. It is missing from older versions of social. `suspendedUntil` comes with `suspend`:
 * null suspends for ever.
 */
export const reportDecided = defineEvent({
  type: 'report.decided',
  topic: 'reports',
  version: 1,
  producers: ['social'],
  summary: 'A moderator decided on a report. The owner of the content removes it if the decision says so',
  data: ReportTarget.extend({
    reporterId: Id,
    reportedId: Id.nullable(),
    decision: z.enum(REPORT_DECISIONS),
    rule: z.string(),
    decidedBy: Id,
    decisionId: Id.optional(),
    suspendedUntil: Timestamp.nullable().optional(),
  }),
})

/** A suspended member cannot sign in, so that auth takes the appeal. Social stores it, once for each decision. */
export const reportAppealed = defineEvent({
  type: 'report.appealed',
  topic: 'reports',
  version: 1,
  producers: ['auth'],
  summary: 'A suspended member appealed against the decision on a report',
  data: z.object({ memberId: Id, text: z.string() }),
})

/**
 * As `report.decided`, an event for each report that the decision had closed. `decidedAt` is the time of that decision, by which auth
 * knows the suspension.
 */
export const reportAppealDecided = defineEvent({
  type: 'report.appeal-decided',
  topic: 'reports',
  version: 1,
  producers: ['social'],
  summary: 'A moderator accepted or rejected an appeal. What was accepted is undone where it can be',
  data: ReportTarget.extend({
    reporterId: Id,
    reportedId: Id,
    decision: z.enum(REPORT_DECISIONS),
    isAccepted: z.boolean(),
    rule: z.string(),
    decidedBy: Id,
    decisionId: Id,
    decidedAt: Timestamp,
  }),
})

/** The author learns that it is hidden, and from a later `report.decided` what becomes of it. */
export const reportContentHidden = defineEvent({
  type: 'report.content-hidden',
  topic: 'reports',
  version: 1,
  producers: ['social'],
  summary: 'A moderator hid reported content until there is a decision, or let it be seen again. Its owner does it',
  data: ReportTarget.extend({ reportedId: Id.nullable(), isHidden: z.boolean() }),
})
