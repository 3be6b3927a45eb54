import * as z from 'zod'
import { REPORT_CATEGORIES, REPORT_KINDS, REPORT_STATUSES } from '../limits.ts'
import { Id, Timestamp } from '../text.ts'

/** A member as they were when content was reported. */
const ReportedMember = z.object({ _id: Id, username: z.string(), fullName: z.string(), avatar: z.string() })
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

/** A report as its reporter sees it. `targetId` is the id of the reported content or member. */
export const ReportView = z.object({
  _id: Id,
  kind: z.enum(REPORT_KINDS),
  targetId: Id,
  category: z.enum(REPORT_CATEGORIES),
  text: z.string(),
  status: z.enum(REPORT_STATUSES),
  createdAt: Timestamp,
})
export type ReportView = z.infer<typeof ReportView>
