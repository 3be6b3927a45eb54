import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { MAX_REPORT_TEXT_LENGTH, PAGE_SIZE, REPORT_CATEGORIES, REPORT_KINDS } from '../limits.ts'
import { Cursor, PageNumber, pageLimit } from '../shapes/list.ts'
import { ReportView } from '../shapes/report.ts'
import { Id, trimmedText } from '../text.ts'

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
  query: z.object({ limit: pageLimit(PAGE_SIZE.reports), page: PageNumber, cursor: Cursor.optional() }),
  response: z.object({ reports: z.array(ReportView), hasMore: z.boolean(), nextCursor: z.string().nullable() }),
})
