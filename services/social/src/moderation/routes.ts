import { type AuditEntryView, calls, type ModerationReportView } from '@meadow/contracts'
import type { Member } from '@meadow/members'
import { type CallRoute, serve, toKeysetPage, toKeysetWindow } from '@meadow/service'
import { type UpsertCallerDeps, upsertCaller } from '../profiles/upsert-caller.ts'
import { toReportView } from '../reports/report.ts'
import { type AuditEntry, planDecision } from './decision.ts'
import type { ModerationRepository, QueuedReport } from './moderation-repository.ts'

type ModerationRouteDeps = UpsertCallerDeps & { moderation: ModerationRepository; newId: (at: Date) => string }

export function createModerationRoutes(deps: ModerationRouteDeps): CallRoute[] {
  const { members, moderation, now, newId } = deps
  const findMembers = (ids: readonly (string | null)[]) => members.find([...new Set(ids.filter((id) => id !== null))])

  async function toViews(reports: readonly QueuedReport[]): Promise<ModerationReportView[]> {
    const found = await findMembers(reports.flatMap((one) => [one.reporterId, one.reportedId, one.decidedBy]))
    return reports.map((report) => ({
      ...toReportView(report),
      reporter: toReference(found.get(report.reporterId)),
      reported: toReference(found.get(report.reportedId ?? '')),
      decidedBy: toReference(found.get(report.decidedBy ?? '')),
      evidence: report.evidence,
      openReports: report.openReports,
      note: report.note,
      suspendedUntil: report.suspendedUntil?.toISOString() ?? null,
    }))
  }

  return [
    serve(calls.listModerationReports, async ({ query }) => {
      const { status, kind, category } = query
      const found = await moderation.list({ status, kind, category }, toKeysetWindow(query))
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
