import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { PAGE_SIZE } from '../limits.ts'
import {
  MAX_REPORT_NOTE_LENGTH,
  MAX_REPORT_RULE_LENGTH,
  MAX_REPORT_TEXT_LENGTH,
  MAX_SUSPENSION_DAYS,
  REPORT_CATEGORIES,
  REPORT_DECISIONS,
  REPORT_KINDS,
  REPORT_STATUSES,
} from '../report-limits.ts'
import { Cursor, PageNumber, pageLimit } from '../shapes/list.ts'
import { AuditEntryView, ModerationReportView, ReportView } from '../shapes/report.ts'
import { Id, lineText, trimmedText } from '../text.ts'

const PageQuery = z.object({ limit: pageLimit(PAGE_SIZE.reports), page: PageNumber, cursor: Cursor.optional() })
const PAGE_FIELDS = { hasMore: z.boolean(), nextCursor: z.string().nullable() }

/** Also across a block: a member can report what they saw before. */
export const fileReport = defineCall({
  method: 'post',
  path: '/reports',
  access: 'member',
  status: 201,
  idempotent: true,
  summary: 'Reports a post, a comment, a message or a member. A second report of the same returns the open one',
  body: z.object({
    kind: z.enum(REPORT_KINDS),
    id: Id,
    category: z.enum(REPORT_CATEGORIES),
    text: trimmedText(MAX_REPORT_TEXT_LENGTH).default(''),
  }),
  response: z.object({ report: ReportView }),
})

export const listReports = defineCall({
  method: 'get',
  path: '/reports',
  access: 'member',
  summary: 'Lists the reports of the member and their state, newest first',
  query: PageQuery,
  response: z.object({ reports: z.array(ReportView), ...PAGE_FIELDS }),
})

export const listModerationReports = defineCall({
  method: 'get',
  path: '/moderation/reports',
  access: 'moderator',
  summary: 'Lists the reports of all members with a status, newest first',
  query: PageQuery.extend({
    status: z.enum(REPORT_STATUSES).default('open'),
    kind: z.enum(REPORT_KINDS).optional(),
    category: z.enum(REPORT_CATEGORIES).optional(),
  }),
  response: z.object({ reports: z.array(ModerationReportView), ...PAGE_FIELDS }),
})

/** `suspendDays` comes with `suspend`: null suspends for ever. Nobody with a role is suspended: an admin takes the role first. */
export const decideReport = defineCall({
  method: 'post',
  path: '/moderation/reports/:id',
  access: 'moderator',
  summary: 'Decides on a report, and on all other open ones about the same',
  params: z.object({ id: Id }),
  body: z.object({
    decision: z.enum(REPORT_DECISIONS),
    suspendDays: z.int().min(1).max(MAX_SUSPENSION_DAYS).nullable().optional(),
    rule: lineText(MAX_REPORT_RULE_LENGTH).default(''),
    note: trimmedText(MAX_REPORT_NOTE_LENGTH).default(''),
  }),
  response: z.object({ report: ModerationReportView }),
})

export const listModerationAudit = defineCall({
  method: 'get',
  path: '/moderation/audit',
  access: 'moderator',
  summary: 'Lists what moderators and admins did, newest first',
  query: PageQuery,
  response: z.object({ entries: z.array(AuditEntryView), ...PAGE_FIELDS }),
})
