import { appendToPostgresOutbox, createPostgresClientKeyStore } from '@meadow/events'
import { createPostgresMemberReadModel } from '@meadow/members'
import { type PostgresPool, type Queryable, withQueuedPostgresTransaction } from '@meadow/storage'
import type { ProfilesTable, ReportsTable } from '../schema.ts'
import { type Appeal, DAY_MS, type NewReport, type Report, type ReportContext } from './report.ts'
import type { ReportProjection, ReportRepository } from './report-repository.ts'

/** The columns that a report is read from. */
export const REPORT_COLUMNS = `id, reporter_id, kind, target_id, reported_id, category, text, status, evidence, created_at, decision, rule,
  note, decided_by, decided_at, suspended_until, decision_id, appeal, appealed_at, appeal_state, appeal_answered_by, appeal_answered_at,
  assigned_to, hidden_at`
/** A row with `REPORT_COLUMNS`. */
export type ReportRow = ReportsTable

export const createPostgresReportRepository = (pool: PostgresPool): ReportRepository => ({
  file: (newReport, decide, key) =>
    withQueuedPostgresTransaction(pool, [newReport.reporterId], async (tx) => {
      // serialises the reports of a member, so that the limit and the open report are read as they are
      await tx.query('select from members where id = $1 for no key update', [newReport.reporterId])
      const repeatedId = key && (await createPostgresClientKeyStore(tx).claim(key, newReport._id))
      if (repeatedId) return readReport(tx, repeatedId)
      const plan = decide(await readContext(tx, newReport))
      if ('openReportId' in plan) return readReport(tx, plan.openReportId)
      await insertReport(tx, plan.report)
      await appendToPostgresOutbox(tx, plan.event)
      return plan.report
    }),

  async listOf(reporterId, { limit, after, skip }) {
    const { rows } = await pool.query<ReportRow>(
      `select ${REPORT_COLUMNS} from reports where reporter_id = $1 ${after ? 'and (created_at, id) < ($2, $3)' : ''}
       order by created_at desc, id desc limit ${limit + 1} offset ${skip}`,
      [reporterId, ...(after ? [after.createdAt, after._id] : [])],
    )
    return rows.map(rowToReport)
  },

  async deleteClosed(before) {
    const { rowCount } = await pool.query(
      `delete from reports where id in (
         select id from reports
         where status <> 'open' and created_at < $1 and coalesce(decided_at, created_at) < $1
           and appeal_state is distinct from 'open'
         limit ${DELETED_PER_BATCH} for update skip locked)`,
      [before],
    )
    return rowCount === DELETED_PER_BATCH
  },
})

const DELETED_PER_BATCH = 1_000

/** Creates the projection in the transaction of the consumer. */
export const createPostgresReportProjection = (tx: Queryable): ReportProjection => ({
  async change(id, decide) {
    const { rows } = await tx.query<ReportRow>(`select ${REPORT_COLUMNS} from reports where id = $1 for update`, [id])
    const changed = rows[0] && decide(rowToReport(rows[0]))
    if (!changed) return
    const { reportedId, status, evidence } = changed
    await tx.query('update reports set reported_id = $2, status = $3, evidence = $4 where id = $1', [
      id,
      reportedId,
      status,
      evidence && JSON.stringify(evidence),
    ])
  },
  async clearTexts(memberId) {
    await tx.query(
      `update reports set evidence = null, appeal = case when appeal is null then null else '' end where reported_id = $1`,
      [memberId],
    )
    await tx.query(`update reports set text = '' where reporter_id = $1`, [memberId])
  },
})

const READ_TARGET = {
  post: 'select member_id from counted_posts where post_id = $1',
  member: 'select member_id, bio, cover from profiles where member_id = $1',
}

async function readContext(
  tx: Queryable,
  { reporterId, kind, targetId, createdAt }: NewReport,
): Promise<ReportContext> {
  const members = await createPostgresMemberReadModel(tx).find(
    kind === 'member' ? [reporterId, targetId] : [reporterId],
  )
  const { rows: targets } =
    kind === 'post' || kind === 'member'
      ? await tx.query<Pick<ProfilesTable, 'member_id' | 'bio' | 'cover'>>(READ_TARGET[kind], [targetId])
      : { rows: [] }
  const { rows: open } = await tx.query<Pick<ReportsTable, 'id'>>(
    `select id from reports where reporter_id = $1 and kind = $2 and target_id = $3 and status = 'open'`,
    [reporterId, kind, targetId],
  )
  const { rows: day } = await tx.query<{ count: number; oldest: Date | null }>(
    'select count(*)::int as count, min(created_at) as oldest from reports where reporter_id = $1 and created_at > $2',
    [reporterId, new Date(createdAt.getTime() - DAY_MS)],
  )
  const member = members.get(targetId)
  return {
    reporterState: members.get(reporterId)?.state,
    reportedId: kind === 'member' ? targetId : targets[0]?.member_id,
    profile:
      kind === 'member' && member ? { member, bio: targets[0]?.bio ?? '', cover: targets[0]?.cover ?? '' } : undefined,
    openReportId: open[0]?.id,
    reportsOfDay: day[0]?.count ?? 0,
    oldestOfDay: day[0]?.oldest ?? undefined,
  }
}

async function insertReport(tx: Queryable, report: Report): Promise<void> {
  const { _id, reporterId, kind, targetId, reportedId, category, text, status, evidence, createdAt } = report
  await tx.query(
    `insert into reports (id, reporter_id, kind, target_id, reported_id, category, text, status, evidence, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      _id,
      reporterId,
      kind,
      targetId,
      reportedId,
      category,
      text,
      status,
      evidence && JSON.stringify(evidence),
      createdAt,
    ],
  )
}

async function readReport(tx: Queryable, id: string): Promise<Report> {
  const { rows } = await tx.query<ReportRow>(`select ${REPORT_COLUMNS} from reports where id = $1`, [id])
  if (!rows[0]) throw new Error(`The report ${id} is missing`)
  return rowToReport(rows[0])
}

/** Converts a row; its words are those of the contracts, which alone are written. */
export const rowToReport = (row: ReportRow): Report => ({
  _id: row.id,
  reporterId: row.reporter_id,
  kind: row.kind as Report['kind'],
  targetId: row.target_id,
  reportedId: row.reported_id,
  category: row.category as Report['category'],
  text: row.text,
  status: row.status as Report['status'],
  evidence: row.evidence as Report['evidence'],
  createdAt: row.created_at,
  decision: row.decision as Report['decision'],
  rule: row.rule ?? '',
  note: row.note ?? '',
  decidedBy: row.decided_by,
  decidedAt: row.decided_at,
  suspendedUntil: row.suspended_until,
  decisionId: row.decision_id,
  assignedTo: row.assigned_to,
  hiddenAt: row.hidden_at,
  appeal:
    row.appeal !== null && row.appealed_at
      ? {
          text: row.appeal,
          at: row.appealed_at,
          state: row.appeal_state as Appeal['state'],
          answeredBy: row.appeal_answered_by,
          answeredAt: row.appeal_answered_at,
        }
      : null,
})
