import { measureInTurns } from '../measure/alternating-rounds.ts'
import { createComparisonRow, printReport, type ReportRow } from '../measure/report.ts'
import { openMessageLoad } from '../mix/message-load.ts'
import { type BenchProduct, openBenchProduct } from '../product/open-product.ts'
import { seedBlocks } from '../seed/seed-blocks.ts'
import { seedConversations } from '../seed/seed-conversations.ts'
import { MEMBER_COUNT } from '../seed/seed-ids.ts'
import { seedMembers, seedPosts, seedStrangers } from '../seed/seed-posts.ts'
import { createHomeRequests } from './home.ts'

const SECONDS = 2
const VIEWERS = 250
const PAIRS = 50

const MEANING = `The home page, and a message until its arrival, of members who each block 200 others and mute 200. The baseline is the same
product at the same time, for members who block and mute nobody. 'us' is processor time of the processes without PostgreSQL; p50 is
milliseconds at half of saturation by 16 callers.`

/** Measures what blocks and mutes cost the members who have many. */
export async function benchBlocks(): Promise<void> {
  await using product = await openBenchProduct()
  const rows = [...(await measureHome(product)), ...(await measureMessages(product))]
  printReport('blocks', rows, MEANING)
}

async function measureHome(product: BenchProduct): Promise<ReportRow[]> {
  const step = Math.floor(MEMBER_COUNT / (2 * VIEWERS))
  const viewers = Array.from({ length: VIEWERS }, (_, n) => 2 * n * step)
  await seedMembers(product, 'meadow_posts')
  await seedBlocks(product, 'meadow_posts', viewers)
  await seedPosts(product, 0, MEMBER_COUNT)
  const subjectOf = (members: readonly number[]) => ({
    load: { url: product.stack.url, next: createHomeRequests(product, members), seconds: SECONDS },
    pids: product.pids('gateway', 'posts'),
  })
  const rounds = await measureInTurns({
    baseline: subjectOf(viewers.map((viewer) => viewer + step)),
    ours: subjectOf(viewers),
  })
  return rowsOf('home', rounds)
}

async function measureMessages(product: BenchProduct): Promise<ReportRow[]> {
  await seedStrangers(product, 'meadow_chat')
  const firstOther = 4 * PAIRS
  await seedBlocks(product, 'meadow_chat', [...Array(2 * PAIRS).keys()], firstOther)
  await seedConversations(product, 2 * PAIRS, 10_000)
  const url = product.stack.url
  await using blocking = await openMessageLoad(product, url, { pairs: PAIRS, seconds: SECONDS })
  await using others = await openMessageLoad(product, url, { firstPair: PAIRS, pairs: PAIRS, seconds: SECONDS })
  const pids = product.pids()
  const rounds = await measureInTurns({
    baseline: { load: others.load, pids },
    ours: { load: blocking.load, pids },
  })
  return rowsOf('messages', rounds)
}

const rowsOf = (name: string, { ours, baseline }: Awaited<ReturnType<typeof measureInTurns<'ours' | 'baseline'>>>) => [
  createComparisonRow(`${name}: us`, ours.cpuUs, baseline.cpuUs, ''),
  createComparisonRow(`${name}: p50`, ours.p50, baseline.p50, '<= 1.1'),
  createComparisonRow(`${name}: per second`, ours.perSecond, baseline.perSecond, ''),
]
