import { APPEALABLE_DECISIONS } from '@meadow/contracts/report-limits'
import { appendToPostgresOutbox } from '@meadow/events'
import { type PostgresPool, type Queryable, withQueuedPostgresTransaction } from '@meadow/storage'
import { REPORT_COLUMNS, type ReportRow, rowToReport } from '../reports/postgres-report-repository.ts'
import type { Report } from '../reports/report.ts'
import type { AppealRepository } from './moderation-repository.ts'
import { insertAuditEntry } from './postgres-moderation-repository.ts'

/** Creates the repository of appeals on PostgreSQL. */
export const createPostgresAppealRepository = (pool: PostgresPool): AppealRepository => ({
  async listDecisions(memberId, { limit, after, skip }) {
    const { rows } = await pool.query<ReportRow>(
      `select ${REPORT_COLUMNS} from reports
       where reported_id = $1 and decision = any($2::text[]) and (decision_id is null or decision_id = id)
         ${after ? 'and (decided_at, id) < ($3, $4)' : ''}
       order by decided_at desc, id desc limit ${limit + 1} offset ${skip}`,
      [memberId, APPEALABLE_DECISIONS, ...(after ? [after.createdAt, after._id] : [])],
    )
    return rows.map(rowToReport)
  },

  appeal: (reportId, decide) =>
    withQueuedPostgresTransaction(pool, [reportId], (tx) =>
      createPostgresAppealProjection(tx).appeal(reportId, decide),
    ),

  answer: (reportId, by, decide) =>
    withQueuedPostgresTransaction(pool, [reportId], async (tx) => {
      const { rows } = await tx.query<ReportRow>(
        `select ${REPORT_COLUMNS} from reports where id = $1 or decision_id = $1 order by id for update`,
        [reportId],
      )
      const { reports, events, entry } = decide(rows.map(rowToReport), await hasOtherModerator(tx, reportId, by))
      for (const { _id, status } of reports)
        await tx.query('update reports set status = $2 where id = $1', [_id, status])
      await storeAppeal(tx, reports[0])
      await insertAuditEntry(tx, entry)
      await appendToPostgresOutbox(tx, events)
      return reports[0]
    }),
})

/** Creates the projection in the transaction of the consumer. */
export const createPostgresAppealProjection = (tx: Queryable) => ({
  async appeal<Changed extends Report | undefined>(
    reportId: string,
    decide: (report: Report | undefined) => Changed,
  ): Promise<Changed> {
    const { rows } = await tx.query<ReportRow>(`select ${REPORT_COLUMNS} from reports where id = $1 for update`, [
      reportId,
    ])
    const changed = decide(rows[0] && rowToReport(rows[0]))
    if (changed) await storeAppeal(tx, changed)
    return changed
  },
})

async function storeAppeal(tx: Queryable, { _id, appeal }: Report): Promise<void> {
  await tx.query(
    `update reports set appeal = $2, appealed_at = $3, appeal_state = $4, appeal_answered_by = $5, appeal_answered_at = $6
     where id = $1`,
    [_id, appeal?.text, appeal?.at, appeal?.state, appeal?.answeredBy, appeal?.answeredAt],
  )
}

/** Returns true if a moderator or admin beside `by` has neither decided on the report, nor filed it, nor written what it is about. */
async function hasOtherModerator(tx: Queryable, reportId: string, by: string): Promise<boolean> {
  const { rows } = await tx.query(
    `select from (
       select distinct on (member_id) member_id, action from moderation_audit
       where action like 'role.%' order by member_id, at desc, id desc) role
     join members m on m.id = role.member_id and m.state = 'active'
     where action in ('role.moderator', 'role.admin') and member_id <> $2 and not exists (
       select from reports
       where (id = $1 or decision_id = $1) and member_id in (decided_by, reported_id, reporter_id)) limit 1`,
    [reportId, by],
  )
  return rows.length > 0
}
