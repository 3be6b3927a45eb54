import { startBaselineService } from '../baseline/baseline-servers.ts'
import { type LoadRounds, measureInTurns } from '../measure/alternating-rounds.ts'
import { createComparisonRow, printReport, type ReportRow } from '../measure/report.ts'
import { type BenchProduct, openBenchProduct } from '../product/open-product.ts'
import { toSeedId } from '../seed/seed-ids.ts'

const SECONDS = 2
const MANY = 100_000
const PATH = '/posts/notifications/unread-count'

const MEANING = `The unread count of notify, called directly, for a member with none and one with 100,000 unread notifications. The baseline is
a service of the same kind (token, log line, metrics) that reads one row by primary key. 'us' is processor time of the
process per request, without PostgreSQL; p50 and p99 are milliseconds at half of saturation.`

/** Measures `GET /posts/notifications/unread-count` with no and with 100,000 unread notifications. */
export async function benchUnreadCount(): Promise<void> {
  await using product = await openBenchProduct()
  await seed(product)
  const { signToken: tokenOf } = product
  const notify = await product.findServiceUrl('notify')
  await using baseline = await startBaselineService(product.signingKey, product.toStoreUrl('meadow_notify'))
  const createRequests = (url: string, member: number) => {
    const request = { path: PATH, headers: { authorization: `Bearer ${tokenOf(member)}` } }
    return { url, next: () => request, seconds: SECONDS }
  }
  const rounds = await measureInTurns({
    baseline: { load: createRequests(baseline.url, 0), pids: baseline.pids },
    none: { load: createRequests(notify, 0), pids: product.pids('notify') },
    many: { load: createRequests(notify, 1), pids: product.pids('notify') },
  })
  printReport(
    'unread-count',
    [...rowsOf('none', rounds.none, rounds.baseline), ...rowsOf('100 k', rounds.many, rounds.baseline)],
    MEANING,
  )
}

const rowsOf = (size: string, ours: LoadRounds, baseline: LoadRounds): ReportRow[] => [
  createComparisonRow(`${size}: us`, ours.cpuUs, baseline.cpuUs, '<= 1.5'),
  createComparisonRow(`${size}: p50`, ours.p50, baseline.p50, '<= 1.5'),
  createComparisonRow(`${size}: p99`, ours.p99, baseline.p99, ''),
  createComparisonRow(`${size}: per second`, ours.perSecond, baseline.perSecond, ''),
]

/** Inserts unread likes of different posts for the second member, and the row of the baseline. */
async function seed({ query }: BenchProduct): Promise<void> {
  const id = `('00000009-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
  const likes = `generate_series(1, ${MANY}) n`
  await query(
    'meadow_notify',
    `set session_replication_role = replica;
     insert into notifications (id, member_id, type, post_id, is_read, created_at, updated_at, actor_count)
     select ${id}, '${toSeedId('member', 1)}', 'like', ${id}, false, at, at, 1
     from ${likes}, lateral (select timestamptz '2026-01-01' + n * interval '1 minute' as at) moment;
     insert into notification_actors (notification_id, actor_id, at, excerpt, hidden)
     select ${id}, '${toSeedId('member', 0)}', timestamptz '2026-01-01' + n * interval '1 minute', '', false from ${likes};
     insert into counters values
       ('${toSeedId('member', 1)}', 'like', ${MANY}, ${MANY}), ('${toSeedId('member', 1)}', 'all', ${MANY}, ${MANY}),
       ('${toSeedId('member', 0)}', 'all', 0, 0);
     create table baseline (id uuid primary key, value integer not null);
     insert into baseline values ('${toSeedId('member', 0)}', 0)`,
  )
  await query('meadow_notify', 'vacuum analyze')
}
