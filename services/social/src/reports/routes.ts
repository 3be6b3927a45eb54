import { calls } from '@meadow/contracts'
import { type CallRoute, serve, toKeysetPage, toKeysetWindow } from '@meadow/service'
import { type UpsertCallerDeps, upsertCaller } from '../profiles/upsert-caller.ts'
import { planReport, toReportView } from './report.ts'
import type { ReportRepository } from './report-repository.ts'

type ReportRouteDeps = UpsertCallerDeps & { reports: ReportRepository; newId: (at: Date) => string }

export function createReportRoutes(deps: ReportRouteDeps): CallRoute[] {
  const { reports, newId, now } = deps
  return [
    serve(calls.fileReport, async ({ member, body: { id: targetId, ...body }, key }) => {
      await upsertCaller(deps, member)
      const createdAt = now()
      const report = {
        ...body,
        targetId,
        _id: newId(createdAt),
        eventId: newId(createdAt),
        reporterId: member.sub,
        createdAt,
      }
      const filed = await reports.file(report, (context) => planReport(report, context), key)
      return { report: toReportView(filed) }
    }),

    serve(calls.listReports, async ({ member, query }) => {
      const found = await reports.listOf(member.sub, toKeysetWindow(query))
      const { page, ...more } = toKeysetPage(found, query.limit)
      return { reports: page.map(toReportView), ...more }
    }),
  ]
}
