import { appendToPostgresOutbox } from '@meadow/events'
import { type PostgresPool, type Queryable, withQueuedPostgresTransaction } from '@meadow/storage'
import { REPORT_COLUMNS, type ReportRow, rowToReport } from '../reports/postgres-report-repository.ts'
import type { Report } from '../reports/report.ts'
import type { ModerationAuditTable } from '../schema.ts'
import type { AuditEntry } from './decision.ts'
import type { AuditLog, ModerationRepository } from './moderation-repository.ts'

/** Creates the moderation repository on PostgreSQL. */
export const createPostgresModerationRepository = (pool: PostgresPool): ModerationRepository => ({
  async list({ status, kind, category, isAppealed, assignedTo, isHidden }, { limit, after, skip }) {
    const { rows } = await pool.query<ReportRow & { open_reports: number }>(
      `select ${REPORT_COLUMNS}, (
         select count(*)::int from reports same
         where same.kind = reports.kind and same.target_id = reports.target_id and same.status = 'open') as open_reports
       from reports
       where ${isAppealed ? 'appeal_state' : 'status'} = $1 and ($2::text is null or kind = $2) and ($3::text is null or category = $3)
         and ($4::boolean is null or (assigned_to is null) = $4) and ($5::uuid is null or assigned_to = $5)
         ${isHidden ? 'and hidden_at is not null' : ''} ${after ? 'and (created_at, id) < ($6, $7)' : ''}
       order by created_at desc, id desc limit ${limit + 1} offset ${skip}`,
      [
        isAppealed ? 'open' : status,
        kind ?? null,
        category ?? null,
        assignedTo === null ? true : null,
        assignedTo ?? null,
        ...(after ? [after.createdAt, after._id] : []),
      ],
    )
    return rows.map((row) => ({ ...rowToReport(row), openReports: row.open_reports }))
  },

  decide: (reportId, decide) =>
    withQueuedPostgresTransaction(pool, [reportId], async (tx) => {
      const { reports, events, entry } = decide(await lockReports(tx, reportId), await readRole(tx, reportId))
      for (const { _id, status, decision, rule, note, decidedBy, decidedAt, suspendedUntil, decisionId } of reports)
        await tx.query(
          `update reports set status = $2, decision = $3, rule = $4, note = $5, decided_by = $6, decided_at = $7,
             suspended_until = $8, decision_id = $9, hidden_at = null where id = $1`,
          [_id, status, decision, rule, note, decidedBy, decidedAt, suspendedUntil, decisionId],
        )
      await insertAuditEntry(tx, entry)
      await appendToPostgresOutbox(tx, events)
      return reports[0]
    }),

  update: (reportId, decide) =>
    withQueuedPostgresTransaction(pool, [reportId], async (tx) => {
      const { reports, events, entries } = decide(await lockReports(tx, reportId))
      for (const { _id, assignedTo, hiddenAt, note } of reports)
        await tx.query('update reports set assigned_to = $2, hidden_at = $3, note = $4 where id = $1', [
          _id,
          assignedTo,
          hiddenAt,
          note,
        ])
      for (const entry of entries) await insertAuditEntry(tx, entry)
      await appendToPostgresOutbox(tx, events)
      return reports[0]
    }),

  async listAudit({ limit, after, skip }) {
    const { rows } = await pool.query<ModerationAuditTable>(
      `select * from moderation_audit ${after ? 'where (at, id) < ($1, $2)' : ''}
       order by at desc, id desc limit ${limit + 1} offset ${skip}`,
      after ? [after.createdAt, after._id] : [],
    )
    return rows.map((row) => ({
      _id: row.id,
      at: row.at,
      actorId: row.actor_id,
      action: row.action,
      reportId: row.report_id,
      memberId: row.member_id,
      details: row.details as AuditEntry['details'],
    }))
  },
})

/** Creates the audit log in the transaction of the consumer. */
export const createPostgresAuditLog = (tx: Queryable): AuditLog => ({ add: (entry) => insertAuditEntry(tx, entry) })

/** Locks a report and the open ones about the same. */
async function lockReports(tx: Queryable, reportId: string): Promise<Report[]> {
  const { rows } = await tx.query<ReportRow>(
    `select ${REPORT_COLUMNS} from reports
     where id = $1 or (status = 'open' and (kind, target_id) = (select kind, target_id from reports where id = $1))
     order by id for update`,
    [reportId],
  )
  return rows.map(rowToReport)
}

/** Reads the role of the reported member, from the audit log of all changes of roles. */
async function readRole(tx: Queryable, reportId: string): Promise<string> {
  const { rows } = await tx.query<Pick<ModerationAuditTable, 'action'>>(
    `select action from moderation_audit
     where member_id = (select reported_id from reports where id = $1) and action like 'role.%' order by at desc, id desc limit 1`,
    [reportId],
  )
  return rows[0]?.action.replace('role.', '') ?? 'member'
}

/** Appends an entry to the audit log. */
export async function insertAuditEntry(tx: Queryable, entry: AuditEntry): Promise<void> {
  const { _id, at, actorId, action, reportId, memberId, details } = entry
  await tx.query(
    `insert into moderation_audit (id, at, actor_id, action, report_id, member_id, details) values ($1, $2, $3, $4, $5, $6, $7)`,
    [_id, at, actorId, action, reportId, memberId, JSON.stringify(details)],
  )
}
