import type { CallResponse, calls } from '@meadow/contracts'
import { type LoadRounds, type LoadSubject, measureInTurns } from '../measure/alternating-rounds.ts'
import { readParentPid, readTreeCpuUs } from '../measure/process-usage.ts'
import { createComparisonRow, printReport, type ReportRow } from '../measure/report.ts'
import { type BenchProduct, openBenchProduct } from '../product/open-product.ts'
import { MEMBER_COUNT, parseSeedId, toSeedId } from '../seed/seed-ids.ts'
import { seedMembers, seedPosts } from '../seed/seed-posts.ts'

const SECONDS = 1
const LIMIT = 5
const DEEP_PAGES = [20, 200]
const LAST_PAGE = 200
const AUTHOR = MEMBER_COUNT - 1
const AUTHOR_POSTS = 10_000
const LISTS = { home: '/api/posts', profile: `/api/posts/user/member${AUTHOR}` }

const MEANING = `Pages of ${LIMIT} posts, through the gateway: the home feed of a member who follows many others, and the profile of a member with
${AUTHOR_POSTS.toLocaleString('en')} posts. The baseline is page 1 of the same list. Pages ${DEEP_PAGES.join(' and ')} are requested with the cursor of the page before. p50 is in
milliseconds at half of saturation. 'us' is the processor time of all processes per request, including PostgreSQL.`

/** Measures `GET /posts` and `GET /posts/user/:username` far from their first page. */
export async function benchDeepPages(): Promise<void> {
  await using product = await openBenchProduct()
  await seedMembers(product, 'meadow_posts')
  await seedPosts(product, 0, MEMBER_COUNT)
  await seedPosts(product, MEMBER_COUNT, MEMBER_COUNT + AUTHOR_POSTS, { authorNumber: AUTHOR })
  const headers = { authorization: `Bearer ${product.signToken(await findViewer(product))}` }
  const rows: ReportRow[] = []
  for (const list of Object.keys(LISTS) as (keyof typeof LISTS)[])
    rows.push(...(await measureList(product, list, headers)))
  printReport('deep-pages', rows, MEANING)
}

/** Finds the member who follows the fewest others, of those whose home feed has a page after the last one that is measured. */
async function findViewer({ query }: BenchProduct): Promise<number> {
  const [viewer] = await query(
    'meadow_posts',
    `with authors as (select author_id, count(*) as posts from posts where author_id <> $1 group by author_id)
     select from_id as id, count(*) as followed from follows left join authors on author_id = to_id
     where active group by from_id having sum(posts) > $2 and bool_and(to_id <> $1)
     order by followed, id limit 1`,
    [toSeedId('member', AUTHOR), LAST_PAGE * LIMIT],
  )
  if (!viewer) throw new Error(`No home feed has more than ${LAST_PAGE} pages`)
  console.log(`The home feed is that of a member who follows ${viewer['followed']} others`)
  return parseSeedId(String(viewer['id']))
}

async function measureList(
  product: BenchProduct,
  list: keyof typeof LISTS,
  headers: Record<string, string>,
): Promise<ReportRow[]> {
  const supervisor = readParentPid(product.stack.pidOf('gateway') ?? 0)
  const paths = await collectPagePaths(product, LISTS[list], headers)
  const createSubject = (page: number): LoadSubject => {
    const request = { path: paths[page - 1] ?? '', headers }
    return {
      load: { url: product.stack.url, next: () => request, seconds: SECONDS },
      readUs: () => readTreeCpuUs(supervisor),
    }
  }
  const pages = [1, ...DEEP_PAGES]
  const rounds = await measureInTurns(Object.fromEntries(pages.map((page) => [page, createSubject(page)])))
  const roundsOf = (page: number) => rounds[page] as LoadRounds
  return DEEP_PAGES.flatMap((page) => rowsOf(list, page, roundsOf(page), roundsOf(1)))
}

const rowsOf = (list: string, page: number, deep: LoadRounds, first: LoadRounds): ReportRow[] => [
  createComparisonRow(`${list}, page ${page}: p50`, deep.p50, first.p50, page === LAST_PAGE ? '<= 1.3' : ''),
  createComparisonRow(`${list}, page ${page}: us`, deep.cpuUs, first.cpuUs, ''),
]

/** Requests all pages of a list up to the last one that is measured. Returns their paths. @throws if the list is shorter */
async function collectPagePaths({ stack }: BenchProduct, list: string, headers: Record<string, string>) {
  const paths: string[] = []
  for (let path = `${list}?limit=${LIMIT}`; paths.length < LAST_PAGE; ) {
    paths.push(path)
    const response = await fetch(stack.url + path, { headers })
    if (!response.ok) throw new Error(`${path} responded with ${response.status}`)
    const { posts, nextCursor } = (await response.json()) as CallResponse<typeof calls.listPosts>
    if (posts.length < LIMIT || !nextCursor) throw new Error(`${list} has only ${paths.length} pages`)
    path = `${list}?limit=${LIMIT}&cursor=${encodeURIComponent(nextCursor)}`
  }
  return paths
}
