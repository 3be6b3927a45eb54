import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { TOPICS, type Topic } from '@meadow/contracts'
import pg from 'pg'
import {
  DATABASES,
  type DatabaseName,
  type OperationCost,
  type Retention,
  SCALABLE_PROCESSES,
  type ScalableProcess,
} from '../capacity/operation-costs.ts'
import { readParentPid, readTreeCpuUs } from '../measure/process-usage.ts'
import type { BenchProduct } from '../product/open-product.ts'
import type { CountedClient } from './counted-client.ts'

/** Idle backends of PostgreSQL publish their statistics after 10 s (PGSTAT_IDLE_INTERVAL). */
const STATISTICS_MS = 11_500
const DRAIN_PROBE_MS = 100
const DRAIN_TIMEOUT_MS = 60_000

/** The retention of rows from docs/retention.md. Zero: the row is gone after its use, or is one of a few of each member. */
const RETENTION_DAYS: Record<string, number> = {
  outbox: 0,
  entries: 0,
  offsets: 0,
  counters: 0,
  preferences: 0,
  unread_totals: 0,
  post_counts: 0,
  known_devices: 0,
  client_keys: 35,
  log: 7,
  inbox: 14,
  known_likes: 90,
  known_shares: 90,
  known_comments: 90,
  known_follows: 90,
  notifications: 90,
  notification_actors: 90,
  sessions: 90,
}

type Table = { rows: number; bytes: number }
type Processor = Record<ScalableProcess, number> & { postgres: number }
type Counters = {
  cpuUs: Processor
  at: number
  rows: Record<DatabaseName, number>
  activeMs: Record<DatabaseName, number>
  transactions: number
  walBytes: number
  tables: Map<string, Table>
  events: Record<Topic, { count: number; bytes: number }>
  mediaBytes: number
}

/** Measures what operations cost in all processes of a product. */
export type CostMeter = AsyncDisposable & {
  /** Runs `work` and returns its cost divided by `count`. Waits until all of its events have been handled. */
  measure(count: number, client: CountedClient, work: () => Promise<void>): Promise<OperationCost>
  readProcessor(): Processor
  /** Waits until all outboxes are empty and every consumer has handled all events. @throws after a minute */
  waitUntilDrained(): Promise<void>
}

/** Opens a meter. The product must not have other users meanwhile. */
export async function openCostMeter(product: BenchProduct): Promise<CostMeter> {
  await using opening = new AsyncDisposableStack()
  const clients = new Map<DatabaseName, pg.Client>()
  for (const database of DATABASES) {
    const client = new pg.Client(product.toStoreUrl(`meadow_${database}`))
    await client.connect()
    opening.defer(() => client.end())
    clients.set(database, client)
  }
  const query = async (database: DatabaseName, text: string): Promise<Record<string, unknown>[]> => {
    const result = await clients.get(database)?.query(text)
    return result?.rows ?? []
  }
  const postmaster = await findPostmaster(() => query('bus', 'select pg_backend_pid() as pid'))
  const { stack } = product

  const readProcessor = (): Processor => {
    const services = SCALABLE_PROCESSES.map((name) => [name, readTreeCpuUs(stack.pidOf(name) ?? 0)])
    return { ...Object.fromEntries(services), postgres: readTreeCpuUs(postmaster) }
  }

  const readTables = async (): Promise<Map<string, Table>> => {
    const tables = new Map<string, Table>()
    for (const database of DATABASES) {
      const names = await query(
        database,
        "select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
      )
      for (const { name, bytes } of names) {
        const [counted] = await query(database, `select count(*)::float8 as rows from "${name}"`)
        tables.set(`${database}.${name}`, { rows: Number(counted?.['rows']), bytes: Number(bytes) })
      }
    }
    return tables
  }

  const readEvents = async (): Promise<Counters['events']> => {
    const rows = await query(
      'bus',
      'select topic, count(*)::float8 as count, sum(octet_length(event::text))::float8 as bytes from log group by topic',
    )
    const read = (topic: Topic) => {
      const row = rows.find((found) => found['topic'] === topic)
      return { count: Number(row?.['count'] ?? 0), bytes: Number(row?.['bytes'] ?? 0) }
    }
    return Object.fromEntries(TOPICS.map((topic) => [topic, read(topic)])) as Counters['events']
  }

  const readStatistics = async () => {
    const statistics = await query(
      'bus',
      `select replace(datname, 'meadow_', '') as name, active_time as active, xact_commit::float8 as commits,
         (tup_inserted + tup_updated + tup_deleted)::float8 as rows
       from pg_stat_database where datname like 'meadow_%'`,
    )
    const [wal] = await query('bus', "select (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 as bytes")
    const readColumn = (column: string) =>
      Object.fromEntries(statistics.map((row) => [row['name'], Number(row[column])])) as Record<DatabaseName, number>
    return {
      rows: readColumn('rows'),
      activeMs: readColumn('active'),
      transactions: statistics.reduce((sum, row) => sum + Number(row['commits']), 0),
      walBytes: Number(wal?.['bytes']),
    }
  }

  const readCounters = async (): Promise<Counters> => ({
    tables: await readTables(),
    events: await readEvents(),
    mediaBytes: await readFolderBytes(join(stack.dataDir, 'media')),
    ...(await readStatistics()),
    cpuUs: readProcessor(),
    at: performance.now(),
  })

  const isDrained = async (): Promise<boolean> => {
    for (const database of DATABASES) {
      if (database === 'bus' || database === 'state') continue
      const [outbox] = await query(database, 'select exists (select from outbox) as waiting')
      if (outbox?.['waiting']) return false
    }
    const [lag] = await query(
      'bus',
      `select exists (
         select from offsets o
         where o.position < (select max(l.position) from log l where l.topic = o.topic)) as waiting`,
    )
    return !lag?.['waiting']
  }

  const waitUntilDrained = async (): Promise<void> => {
    for (const end = performance.now() + DRAIN_TIMEOUT_MS; performance.now() < end; ) {
      if (await isDrained()) return
      await delay(DRAIN_PROBE_MS)
    }
    throw new Error('The events were not handled in time')
  }

  /** Reads the counters before and after a time without operations. */
  const measureIdle = async () => {
    const before = await readCounters()
    await delay(STATISTICS_MS)
    const after = await readCounters()
    return { before, after, ms: after.at - before.at }
  }

  const opened = opening.move()
  await waitUntilDrained()
  await delay(STATISTICS_MS)
  const idle = await measureIdle()
  return {
    readProcessor,
    waitUntilDrained,
    async measure(count, client, work) {
      const before = await readCounters()
      const bytesBefore = client.readBytes()
      await work()
      await waitUntilDrained()
      const worked = { cpuUs: readProcessor(), at: performance.now() }
      await delay(STATISTICS_MS)
      const after = await readCounters()
      const bytes = client.readBytes()

      const idleMs = after.at - worked.at
      const workMs = worked.at - before.at
      const cpuOf = (name: keyof Processor) => {
        const idleUs = after.cpuUs[name] - worked.cpuUs[name]
        return Math.max(0, worked.cpuUs[name] - before.cpuUs[name] - (idleUs / idleMs) * workMs) / count
      }
      const scale = (after.at - before.at) / idle.ms
      const withoutIdle = (read: (counters: Counters) => number) =>
        Math.max(0, read(after) - read(before) - (read(idle.after) - read(idle.before)) * scale) / count
      const byDatabase = (read: (counters: Counters, name: DatabaseName) => number) =>
        Object.fromEntries(DATABASES.map((name) => [name, withoutIdle((counters) => read(counters, name))])) as Record<
          DatabaseName,
          number
        >
      const activeMs = byDatabase((counters, name) => counters.activeMs[name])
      const allActiveMs = DATABASES.reduce((sum, name) => sum + activeMs[name], 0)
      const postgresUs = cpuOf('postgres')
      const grown = (read: (event: { count: number; bytes: number }) => number, topic: Topic) =>
        (read(after.events[topic]) - read(before.events[topic])) / count
      return {
        cpuUs: Object.fromEntries(SCALABLE_PROCESSES.map((name) => [name, cpuOf(name)])) as OperationCost['cpuUs'],
        databaseCpuUs: Object.fromEntries(
          DATABASES.map((name) => [name, allActiveMs === 0 ? 0 : (postgresUs * activeMs[name]) / allActiveMs]),
        ) as OperationCost['databaseCpuUs'],
        bytesIn: (bytes.sent - bytesBefore.sent) / count,
        bytesOut: (bytes.received - bytesBefore.received) / count,
        rows: byDatabase((counters, name) => counters.rows[name]),
        transactions: withoutIdle((counters) => counters.transactions),
        walBytes: withoutIdle((counters) => counters.walBytes),
        events: Object.fromEntries(TOPICS.map((topic) => [topic, grown(({ count: n }) => n, topic)])) as Record<
          Topic,
          number
        >,
        eventBytes: TOPICS.reduce((sum, topic) => sum + grown(({ bytes: n }) => n, topic), 0),
        storedBytes: sumStoredBytes(before.tables, after.tables, count),
        mediaBytes: (after.mediaBytes - before.mediaBytes) / count,
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Returns the bytes of the new rows, by retention. A row has the average size of its table with indexes. */
export function sumStoredBytes(
  before: ReadonlyMap<string, Table>,
  after: ReadonlyMap<string, Table>,
  count: number,
): OperationCost['storedBytes'] {
  const sums = new Map<Retention, number>()
  for (const [table, { rows, bytes }] of after) {
    const added = rows - (before.get(table)?.rows ?? 0)
    const retention = RETENTION_DAYS[table.split('.')[1] ?? ''] ?? 'always'
    if (added <= 0 || retention === 0) continue
    sums.set(retention, (sums.get(retention) ?? 0) + (added * bytes) / rows / count)
  }
  return [...sums].map(([retention, bytes]) => ({ retention, bytes }))
}

/** Finds the process of PostgreSQL, the parent of the backend of a connection. */
async function findPostmaster(readBackendPid: () => Promise<Record<string, unknown>[]>): Promise<number> {
  const [row] = await readBackendPid()
  return readParentPid(Number(row?.['pid']))
}

async function readFolderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
