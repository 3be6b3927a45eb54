import { type AuditEntryView, calls, type ModerationReportView } from '@meadow/contracts'
import type { Member } from '@meadow/members'
import { type CallRoute, serve, toKeysetPage, toKeysetWindow } from '@meadow/service'
import { type UpsertCallerDeps, upsertCaller } from '../profiles/upsert-caller.ts'
import { toReportView } from '../reports/report.ts'
import { isDecisionOf, planAppeal, planAppealDecision, toAppealView, toDecisionView } from './appeal.ts'
import { type BadgeRepository, planBadge } from './badge.ts'
import { type AuditEntry, planDecision } from './decision.ts'
import type { AppealRepository, ModerationRepository, QueuedReport } from './moderation-repository.ts'
import { planReportUpdate } from './report-update.ts'

type ModerationRouteDeps = UpsertCallerDeps & {
  moderation: ModerationRepository
  appeals: AppealRepository
  badges: BadgeRepository
  newId: (at: Date) => string
}

export function createModerationRoutes(deps: ModerationRouteDeps): CallRoute[] {
  const { members, moderation, appeals, badges, now, newId } = deps
  const findMembers = (ids: readonly (string | null)[]) => members.find([...new Set(ids.filter((id) => id !== null))])

  async function toViews(reports: readonly QueuedReport[]): Promise<ModerationReportView[]> {
    const found = await findMembers(
      reports.flatMap((one) => [one.reporterId, one.reportedId, one.decidedBy, one.assignedTo]),
    )
    return reports.map((report) => ({
      ...toReportView(report),
      reporter: toReference(found.get(report.reporterId)),
      reported: toReference(found.get(report.reportedId ?? '')),
      decidedBy: toReference(found.get(report.decidedBy ?? '')),
      evidence: report.evidence,
      openReports: report.openReports,
      note: report.note,
      suspendedUntil: report.suspendedUntil?.toISOString() ?? null,
      appeal: report.appeal && toAppealView(report.appeal),
      assignedTo: toReference(found.get(report.assignedTo ?? '')),
      isHidden: report.hiddenAt !== null,
    }))
  }

  return [
    serve(calls.listModerationReports, async ({ member, query }) => {
      const { status, kind, category, appeal, assigned, hidden } = query
      const assignedTo = assigned && (assigned === 'me' ? member.sub : null)
      const flags = { isAppealed: appeal === 'open', isHidden: hidden === 'yes', assignedTo }
      const filter = { status, kind, category, ...flags }
      const found = await moderation.list(filter, toKeysetWindow(query))
      const { page, ...more } = toKeysetPage(found, query.limit)
      return { reports: await toViews(page), ...more }
    }),

    serve(calls.decideReport, async ({ member, params, body }) => {
      await upsertCaller(deps, member)
      const at = now()
      const decision = { ...body, reportId: params.id, by: member.sub, at }
      const report = await moderation.decide(params.id, (reports, reportedRole) =>
        planDecision(reports, { ...decision, reportedRole }, () => newId(at)),
      )
      const [view] = await toViews([{ ...report, openReports: 0 }])
      return { report: view as ModerationReportView }
    }),

    serve(calls.updateReport, async ({ member, params, body: { isAssigned, isHidden, note } }) => {
      await upsertCaller(deps, member)
      const at = now()
      const update = { reportId: params.id, by: member.sub, at, isAssigned, isHidden, note }
      const report = await moderation.update(params.id, (reports) => planReportUpdate(reports, update, () => newId(at)))
      const [view] = await toViews([{ ...report, openReports: 0 }])
      return { report: view as ModerationReportView }
    }),

    serve(calls.listDecisions, async ({ member, query }) => {
      const found = await appeals.listDecisions(member.sub, toKeysetWindow(query))
      const decisions = found.filter((report) => isDecisionOf(report, member.sub))
      const keyed = decisions.map((report) => ({ ...report, createdAt: report.decidedAt }))
      const { page, ...more } = toKeysetPage(keyed, query.limit)
      return { decisions: page.map((report) => toDecisionView(report, now())), ...more }
    }),

    serve(calls.appealDecision, async ({ member, params, body: { text } }) => {
      const at = now()
      const appealed = await appeals.appeal(params.id, (report) => planAppeal(report, { by: member.sub, text, at }))
      return { decision: toDecisionView(appealed, at) }
    }),

    serve(calls.decideAppeal, async ({ member, params, body }) => {
      await upsertCaller(deps, member)
      const at = now()
      const answer = { ...body, reportId: params.id, by: member.sub, at }
      const report = await appeals.answer(params.id, member.sub, (reports, hasOtherModerator) =>
        planAppealDecision(reports, { ...answer, hasOtherModerator }, () => newId(at)),
      )
      const [view] = await toViews([{ ...report, openReports: 0 }])
      return { report: view as ModerationReportView }
    }),

    serve(calls.listVerified, async () => ({
      members: (await badges.list()).flatMap((one) => toReference(one) ?? []),
    })),

    serve(calls.setVerified, async ({ member, body: { username, isVerified } }) => {
      await upsertCaller(deps, member)
      const at = now()
      const badge = { isVerified, by: member.sub, at }
      const name = username.replace(/^@/, '').toLowerCase()
      const { _id, ...changed } = await badges.set(name, (context) => planBadge(context, badge, () => newId(at)))
      const { fullName, avatar } = changed
      return { member: { _id, username: changed.username, fullName, avatar }, isVerified }
    }),

    serve(calls.listModerationAudit, async ({ query }) => {
      const found = await moderation.listAudit(toKeysetWindow(query))
      const keyed = found.map((entry) => ({ ...entry, createdAt: entry.at }))
      const { page, ...more } = toKeysetPage(keyed, query.limit)
      const known = await findMembers(page.flatMap(({ actorId, memberId }) => [actorId, memberId]))
      return { entries: page.map((entry) => toAuditEntryView(entry, known)), ...more }
    }),
  ]
}

/** Returns a member as moderators see them: also across a block, and deactivated. */
function toReference(member: Member | undefined) {
  if (!member || member.state === 'erased') return null
  const { _id, username, fullName, avatar } = member
  return { _id, username, fullName, avatar }
}

const toAuditEntryView = (entry: AuditEntry, known: ReadonlyMap<string, Member>): AuditEntryView => ({
  _id: entry._id,
  at: entry.at.toISOString(),
  action: entry.action,
  by: toReference(known.get(entry.actorId)),
  member: toReference(known.get(entry.memberId ?? '')),
  reportId: entry.reportId,
  ...entry.details,
})
