import { openPostgres } from '@meadow/storage'
import { createPostgresMemberDirectory } from '../../../../services/social/src/directory/postgres-member-directory.ts'
import { ROUNDS } from '../measure/alternating-rounds.ts'
import { runSaturated } from '../measure/http-load.ts'
import { createComparisonRow, getQuantile, printReport, type ReportRow } from '../measure/report.ts'
import { type BenchProduct, openBenchProduct } from '../product/open-product.ts'
import { DIRECTORY_SEARCHES, seedDirectory } from '../seed/seed-directory.ts'
import { toSeedId } from '../seed/seed-ids.ts'

const SECONDS = 2
const LIMIT = 10
const VIEWER = 7

const MEANING = `A page of the directory of 100,000 members, requested by one caller. The baseline is the plain indexed query (members whose name
starts with or contains the text, sorted, without policy, follows or HTTP). 'HTTP' calls social directly, 'SQL' runs its queries
without it. p50 and p99 are milliseconds.`

/** The minimum of a search: an index scan. */
const BASELINE = {
  prefix: `select id, username, full_name, avatar, is_verified from members
    where folded_name collate "C" like $1 || '%' order by folded_name collate "C", id limit ${LIMIT + 1}`,
  infix: `select id, username, full_name, avatar, is_verified from members
    where found_by like '%' || $1 || '%' order by username collate "C", id limit ${LIMIT + 1}`,
} as const
type Kind = keyof typeof BASELINE

/** Measures `GET /auth/users?query=` with prefixes and with parts of names. */
export async function benchSearch(): Promise<void> {
  await using product = await openBenchProduct()
  await seedDirectory(product)
  const rows: ReportRow[] = []
  for (const kind of ['prefix', 'infix'] as const) rows.push(...(await measure(product, kind)))
  printReport('search', rows, MEANING)
}

async function measure(
  { findServiceUrl: urlOf, toStoreUrl: storeOf, signToken: tokenOf }: BenchProduct,
  kind: Kind,
): Promise<ReportRow[]> {
  const social = await urlOf('social')
  await using pool = await openPostgres(storeOf('meadow_social'), { maxConnections: 1 })
  const headers = { authorization: `Bearer ${tokenOf(VIEWER)}` }
  const words = DIRECTORY_SEARCHES[kind]
  let count = 0
  const nextWord = () => words[count++ % words.length] ?? ''
  const next = () => ({ path: `/auth/users?limit=${LIMIT}&query=${nextWord()}`, headers })

  const directory = createPostgresMemberDirectory(pool)
  const window = { limit: LIMIT, after: undefined, skip: 0 }
  const subjects = {
    baseline: () => measureDurations(() => pool.query(BASELINE[kind], [nextWord()])),
    sql: () =>
      measureDurations(() =>
        directory.search({ text: nextWord(), isUsername: false }, { _id: toSeedId('member', VIEWER) }, window),
      ),
    http: async () => (await runSaturated({ url: social, next, seconds: SECONDS }, 1)).durationsMs,
  }
  for (const runSearch of Object.values(subjects)) await runSearch() // warm
  const rounds = { baseline: [] as number[][], sql: [] as number[][], http: [] as number[][] }
  for (let round = 0; round < ROUNDS; round++)
    for (const name of ['baseline', 'sql', 'http'] as const) rounds[name].push(await subjects[name]())

  const at = (share: number, durations: number[][]) => durations.map((round) => getQuantile(round, share))
  return [
    createComparisonRow(`${kind}: p50, HTTP`, at(0.5, rounds.http), at(0.5, rounds.baseline), '<= 3'),
    createComparisonRow(`${kind}: p50, SQL`, at(0.5, rounds.sql), at(0.5, rounds.baseline), ''),
    createComparisonRow(`${kind}: p99, HTTP`, at(0.99, rounds.http), at(0.99, rounds.baseline), ''),
  ]
}

/** Runs a query repeatedly. Returns the durations, sorted. */
async function measureDurations(runSearch: () => Promise<unknown>): Promise<number[]> {
  const durationsMs: number[] = []
  for (const end = performance.now() + SECONDS * 1000; performance.now() < end; ) {
    const at = performance.now()
    await runSearch()
    durationsMs.push(performance.now() - at)
  }
  return durationsMs.sort((a, b) => a - b)
}
