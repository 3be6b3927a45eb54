import { type DomainEvent, type EventOf, events, type ReportEvidence, type ReportView } from '@meadow/contracts'
import { type APPEAL_STATES, MAX_REPORTS_PER_DAY } from '@meadow/contracts/report-limits'
import { createEvent } from '@meadow/events'
import { type Member, toActor } from '@meadow/members'
import { DomainError } from '@meadow/service'

export const DAY_MS = 86_400_000

/** A report to be stored, and the id of the event that announces it. */
export type NewReport = Pick<ReportView, '_id' | 'kind' | 'targetId' | 'category' | 'text'> & {
  eventId: string
  reporterId: string
  createdAt: Date
}

/** A stored report. `reportedId` is the author of the content; null until its owner has told it. */
export type Report = Omit<ReportView, 'createdAt' | 'decidedAt'> & {
  reporterId: string
  reportedId: string | null
  evidence: ReportEvidence | null
  createdAt: Date
  note: string
  decidedBy: string | null
  decidedAt: Date | null
  /** The end of the suspension that was decided; null: none, or for ever. */
  suspendedUntil: Date | null
  /** The report on which moderators decided; null: none, or by an older version, which did not store it. */
  decisionId: string | null
  /** The moderator who has taken the report. */
  assignedTo: string | null
  /** The time since which the content is hidden until there is a decision; null: it is not. */
  hiddenAt: Date | null
  /** The appeal of the author. */
  appeal: Appeal | null
}

/** An appeal against a decision, with its answer. */
export type Appeal = {
  text: string
  at: Date
  state: (typeof APPEAL_STATES)[number]
  answeredBy: string | null
  answeredAt: Date | null
}

/** The database state for a new report. */
export type ReportContext = {
  reporterState: Member['state'] | undefined
  /** The author of the reported post as far as social knows them, or the reported member. */
  reportedId: string | undefined
  /** The reported member, for reports of kind `member`. */
  profile: { member: Member; bio: string; cover: string } | undefined
  /** The open report of the same reporter about the same. */
  openReportId: string | undefined
  /** Reports of the reporter within the last 24 hours, and the time of the oldest of them. */
  reportsOfDay: number
  oldestOfDay: Date | undefined
}

/** The report to store with its event, or the open report that the reporter has filed before. */
export type ReportPlan = { report: Report; event: DomainEvent } | { openReportId: string }

/**
 * Decides on a new report. A block between the two does not matter: members report what they saw before it.
 * @throws forbidden if the reporter is not active; cannot_report_own; member_not_found; too_many_requests
 */
export function planReport({ eventId, ...report }: NewReport, context: ReportContext): ReportPlan {
  const { reporterId, kind, targetId, createdAt } = report
  if (context.reporterState !== 'active') throw new DomainError('forbidden')
  if (context.reportedId === reporterId) throw new DomainError('cannot_report_own')
  const { profile } = context
  if (kind === 'member' && (!profile || profile.member.state === 'erased')) throw new DomainError('member_not_found')
  if (context.openReportId) return { openReportId: context.openReportId }
  if (context.reportsOfDay >= MAX_REPORTS_PER_DAY) {
    const waitMs = (context.oldestOfDay ?? createdAt).getTime() + DAY_MS - createdAt.getTime()
    throw new DomainError('too_many_requests', { retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)) })
  }
  return {
    report: {
      ...report,
      status: 'open',
      reportedId: context.reportedId ?? null,
      evidence: profile ? toProfileEvidence(profile, createdAt) : null,
      decision: null,
      rule: '',
      note: '',
      decidedBy: null,
      decidedAt: null,
      suspendedUntil: null,
      decisionId: null,
      assignedTo: null,
      hiddenAt: null,
      appeal: null,
    },
    event: createEvent(events.reportFiled, {
      source: 'social',
      subject: report._id,
      id: eventId,
      time: createdAt,
      data: { kind, targetId, reporterId },
    }),
  }
}

/** Copies a profile as evidence. */
function toProfileEvidence(
  { member, bio, cover }: NonNullable<ReportContext['profile']>,
  createdAt: Date,
): ReportEvidence {
  const { profileVersion: _profileVersion, ...author } = toActor(member)
  const pictures = [member.avatar, cover].filter((url) => url !== '').map((url) => ({ url, alt: '' }))
  return { author, text: bio, pictures, createdAt: createdAt.toISOString(), context: [] }
}

/**
 * Decides what the answer of the content's owner changes. An answer about another target, and a second answer, change nothing.
 * A report without evidence stays open if its author is known: the post was deleted before it was copied. Any other one, and a
 * report of what the reporter wrote, is refused.
 */
export function planEvidence(
  report: Report,
  {
    kind,
    targetId,
    evidence,
  }: Pick<EventOf<typeof events.reportEvidenceFrozen>['data'], 'targetId' | 'evidence'> & {
    kind: unknown
  },
): Report | undefined {
  if (report.kind !== kind || report.targetId !== targetId) return undefined
  if (report.status !== 'open' || report.evidence) return undefined
  if (!evidence) return report.reportedId ? undefined : { ...report, status: 'refused' }
  if (evidence.author._id === report.reporterId) return { ...report, status: 'refused' }
  return { ...report, reportedId: evidence.author._id, evidence }
}

/** Converts a report to its view for its reporter. */
export const toReportView = (report: Report): ReportView => {
  const { _id, kind, targetId, category, text, status, createdAt, decision, rule, decidedAt } = report
  return {
    _id,
    kind,
    targetId,
    category,
    text,
    status,
    createdAt: createdAt.toISOString(),
    decision,
    rule,
    decidedAt: decidedAt?.toISOString() ?? null,
  }
}
