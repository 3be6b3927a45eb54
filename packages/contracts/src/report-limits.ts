/** The kinds of content that members can report: `member` is a profile. */
export const REPORT_KINDS = ['post', 'comment', 'message', 'member'] as const
export const REPORT_CATEGORIES = [
  'spam',
  'harassment',
  'hate',
  'violence',
  'sexual',
  'self_harm',
  'illegal',
  'other',
] as const
/**
 * A report is `open` until moderators have decided on it. `refused`: its content is gone, is the reporter's own, or was never
 * theirs to see.
 */
export const REPORT_STATUSES = ['open', 'dismissed', 'resolved', 'refused'] as const
/** `remove` is possible for posts, comments and messages, `warn` and `suspend` if the author is known. */
export const REPORT_DECISIONS = ['dismiss', 'remove', 'warn', 'suspend'] as const
/** The decisions against which the author may appeal, once and within `APPEAL_DAYS` days. */
export const APPEALABLE_DECISIONS = ['remove', 'warn', 'suspend'] as const
export const APPEAL_DAYS = 30
export const MAX_APPEAL_LENGTH = 1_000
/** An appeal is `open` until a moderator has answered it. */
export const APPEAL_STATES = ['open', 'accepted', 'rejected'] as const
export const MAX_SUSPENSION_DAYS = 365
export const MAX_REPORT_TEXT_LENGTH = 500
export const MAX_REPORT_RULE_LENGTH = 100
export const MAX_REPORT_NOTE_LENGTH = 1_000
export const MAX_REPORTS_PER_DAY = 30
/**
 * The kinds of notifications of the type `other`: outcomes of reports for the reporter, decisions for the reported, and the outcome of an
 * appeal for both. `post_edited`, the only one with an actor, tells those who commented on a post that its text has changed.
 */
export const NOTICE_KINDS = [
  'report_dismissed',
  'report_resolved',
  'content_removed',
  'warned',
  'suspended',
  'unsuspended',
  'content_hidden',
  'appeal_accepted',
  'appeal_rejected',
  'decision_reversed',
  'post_edited',
] as const
