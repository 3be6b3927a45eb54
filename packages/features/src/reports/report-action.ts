import type { MemberView } from '@meadow/contracts/browser'
import type { REPORT_CATEGORIES, REPORT_KINDS } from '@meadow/contracts/report-limits'
import { type ApiResponse, type OutboxKind, registerOutboxKind } from '@meadow/web'
import { queryKeys } from '../cache/query-keys.ts'
import { t } from './report-texts.ts'

export type ReportCategory = (typeof REPORT_CATEGORIES)[number]
/** The reported content or member, and the member who wrote it. */
export type ReportTarget = { kind: (typeof REPORT_KINDS)[number]; id: string; member: MemberView }
export type ReportActionData = {
  kind: ReportTarget['kind']
  targetId: string
  username: string
  category: ReportCategory
  text: string
}

/** Reports content or a member. */
export const reportAction: OutboxKind<ReportActionData, ApiResponse<'POST /reports'>> = {
  name: 'report',
  plan: ({ kind, targetId, username, category, text }, id) => ({
    lane: `report ${targetId}`,
    requests: [{ call: 'POST /reports', body: { kind, id: targetId, category, text }, key: id }],
    description: t('waiting.report', { username }),
  }),
  settle: (cache) => void cache.invalidateQueries({ queryKey: queryKeys.ownReports }),
  describeRefusal: ({ code }) => t(code === 'too_many_requests' ? 'report.tooMany' : 'report.failed'),
  onRefusal: 'drop',
}
registerOutboxKind(reportAction)
