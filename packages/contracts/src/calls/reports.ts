import * as z from 'zod'
import { USERNAME_LENGTH } from '../account-limits.ts'
import { defineCall } from '../define-call.ts'
import { PAGE_SIZE } from '../limits.ts'
import {
  MAX_APPEAL_LENGTH,
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
import { AuditEntryView, DecisionView, ModerationReportView, ReportedMember, ReportView } from '../shapes/report.ts'
import { Id, lineText, trimmedText } from '../text.ts'

const AppealText = trimmedText(MAX_APPEAL_LENGTH).min(1, 'Please say why')
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
    /** Only those with an open appeal, whatever their status. */
    appeal: z.literal('open').optional(),
    /** Only those that the caller, or nobody, has taken. */
    assigned: z.enum(['me', 'nobody']).optional(),
    /** Only those whose content is hidden. */
    hidden: z.literal('yes').optional(),
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

/** Missing fields stay unchanged. `isAssigned: false` gives the report back, also that of another moderator. */
export const updateReport = defineCall({
  method: 'put',
  path: '/moderation/reports/:id',
  access: 'moderator',
  summary: 'Takes an open report, notes something on it, or hides its content until there is a decision',
  params: z.object({ id: Id }),
  body: z.object({
    isAssigned: z.boolean().optional(),
    isHidden: z.boolean().optional(),
    note: trimmedText(MAX_REPORT_NOTE_LENGTH).optional(),
  }),
  response: z.object({ report: ModerationReportView }),
})

export const listDecisions = defineCall({
  method: 'get',
  path: '/moderation/decisions',
  access: 'member',
  summary: 'Lists what moderators decided about the content and the account of the member, newest first',
  query: PageQuery,
  response: z.object({ decisions: z.array(DecisionView), ...PAGE_FIELDS }),
})

/** A suspended member, who cannot sign in, appeals by `POST /auth/suspension/appeal`. */
export const appealDecision = defineCall({
  method: 'post',
  path: '/moderation/reports/:id/appeal',
  access: 'member',
  status: 201,
  summary: 'Appeals against a decision about what the member wrote, once and within 30 days',
  params: z.object({ id: Id }),
  body: z.object({ text: AppealText }),
  response: z.object({ decision: DecisionView }),
})

/** Another moderator answers than the one who decided, as long as there is one. */
export const decideAppeal = defineCall({
  method: 'post',
  path: '/moderation/reports/:id/appeal/answer',
  access: 'moderator',
  summary: 'Accepts or rejects an appeal. What was accepted is undone where it can be: a suspension ends',
  params: z.object({ id: Id }),
  body: z.object({ accepts: z.boolean(), note: trimmedText(MAX_REPORT_NOTE_LENGTH).default('') }),
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

/** For accounts whose people have proved to an admin who they are. */
export const listVerified = defineCall({
  method: 'get',
  path: '/moderation/badges',
  access: 'admin',
  summary: 'Lists the members with the verified badge, by username, at most 500',
  response: z.object({ members: z.array(ReportedMember) }),
})

export const setVerified = defineCall({
  method: 'put',
  path: '/moderation/badges',
  access: 'admin',
  summary: 'Gives a member the verified badge, or takes it back',
  body: z.object({
    username: lineText(USERNAME_LENGTH.max + 1).regex(/^@?[A-Za-z0-9_.]+$/, 'Give a username'),
    isVerified: z.boolean(),
  }),
  response: z.object({ member: ReportedMember, isVerified: z.boolean() }),
})
