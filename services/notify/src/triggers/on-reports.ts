import { events, type ReceivedEvent } from '@meadow/contracts'
import { type EventHandler, onEvent } from '@meadow/events'
import type { Notice } from '../notifications/notification.ts'
import type { NotificationTrigger } from './notification-trigger.ts'
import type { NotifyHandlerDeps } from './on-posts.ts'

/** The kinds of notices for the author of content, by the decision. A dismissed report is not told to them. */
const REPORTED_NOTICES = new Map<unknown, Notice['kind']>([
  ['remove', 'content_removed'],
  ['warn', 'warned'],
  ['suspend', 'suspended'],
])

/** Creates the trigger of a notice. Its actor is the member themselves, so that nobody learns which moderator decided. */
const toNoticeTrigger = (to: string, at: Date, notice: Notice): NotificationTrigger => ({
  type: 'other',
  to,
  from: to,
  at,
  postId: null,
  commentId: null,
  excerpt: '',
  notice,
})

/**
 * Returns the notices of a decision. Each reporter learns the outcome and the rule. A decision may close several reports, with an event
 * each: the reported member is told by that of the report on which moderators decided, and only what concerns them.
 */
function toDecisionNotices({
  subject: reportId,
  time,
  data,
}: ReceivedEvent<typeof events.reportDecided>): NotificationTrigger[] {
  const { reporterId, reportedId, decision, rule, decisionId = reportId } = data
  const at = new Date(time)
  const outcome = decision === 'dismiss' ? 'report_dismissed' : 'report_resolved'
  const notices = [toNoticeTrigger(reporterId, at, { kind: outcome, rule, reportId })]
  const kind = REPORTED_NOTICES.get(decision)
  if (reportedId && kind && decisionId === reportId)
    notices.push(toNoticeTrigger(reportedId, at, { kind, rule, reportId }))
  return notices
}

/**
 * Returns the notices of the answer to an appeal. The author learns it by the event of the report on which moderators decided, and each
 * reporter learns that a decision was taken back.
 */
function toAppealNotices({
  subject: reportId,
  time,
  data,
}: ReceivedEvent<typeof events.reportAppealDecided>): NotificationTrigger[] {
  const { reporterId, reportedId, isAccepted, rule, decisionId } = data
  const at = new Date(time)
  const notices: NotificationTrigger[] = []
  if (decisionId === reportId) {
    const kind = isAccepted ? 'appeal_accepted' : 'appeal_rejected'
    notices.push(toNoticeTrigger(reportedId, at, { kind, rule, reportId }))
  }
  if (isAccepted) notices.push(toNoticeTrigger(reporterId, at, { kind: 'decision_reversed', rule, reportId }))
  return notices
}

/** Tell reporters and authors of reported content what moderators decided. */
export const reportTriggerHandlers: EventHandler<NotifyHandlerDeps>[] = [
  onEvent(events.reportDecided, async (event, { writer }: NotifyHandlerDeps) => {
    await writer.notify(toDecisionNotices(event))
  }),
  onEvent(events.reportContentHidden, async ({ subject, time, data }, { writer }: NotifyHandlerDeps) => {
    const { reportedId, isHidden } = data
    const notice = { kind: 'content_hidden' as const, rule: '', reportId: subject }
    if (isHidden && reportedId) await writer.notify([toNoticeTrigger(reportedId, new Date(time), notice)])
  }),
  onEvent(events.reportAppealDecided, async (event, { writer }: NotifyHandlerDeps) => {
    await writer.notify(toAppealNotices(event))
  }),
  onEvent(events.memberUnsuspended, async ({ subject, time }, { writer }: NotifyHandlerDeps) => {
    await writer.notify([toNoticeTrigger(subject, new Date(time), { kind: 'unsuspended', rule: '', reportId: null })])
  }),
]
