import { startBaselineServer, startBaselineSockets } from '../baseline/baseline-servers.ts'
import { MAX_P99_MS, measureMixInTurns } from '../measure/mix-rounds.ts'
import { printReport, type ReportRow } from '../measure/report.ts'
import { createSocketAuths } from '../measure/socket-clients.ts'
import { openChatMix } from '../mix/chat-mix.ts'
import { createFeedRequests, openFeedMix } from '../mix/feed-mix.ts'
import { type BenchProduct, openBenchProduct } from '../product/open-product.ts'
import { seedConversations } from '../seed/seed-conversations.ts'
import { MEMBER_COUNT } from '../seed/seed-ids.ts'
import { seedMembers, seedPosts, seedStrangers } from '../seed/seed-posts.ts'

const SOCKETS = 1_000

const MEANING = `The highest constant rate at which 99 % of the operations end within ${MAX_P99_MS} ms of their planned time, found by bisection in
each round, and at half of it: p50 and p99 (ms) and the processor time of all our processes per operation ('us', without
PostgreSQL). Feed: 60 % home pages, 30 % pages of a member's posts, 10 % new posts. The baseline sends the same bytes after the
minimal query or one durable INSERT, behind a plain proxy. Chat: ${SOCKETS} sockets, of which 70 % are idle; of the operations of the
others 50 % are typing, 30 % messages until the recipient's socket has them, 20 % read marks. The baseline is plain Socket.IO with
a durable INSERT for each message and mark, behind a plain proxy.`

/** Measures mixes of operations at a constant rate: of the feed and of chats. */
export async function benchMix(): Promise<void> {
  await using product = await openBenchProduct()
  await product.query('postgres', 'create database bench')
  const createBaselineTable = 'create table baseline (id uuid primary key, text text not null)'
  for (const database of ['meadow_posts', 'bench']) await product.query(database, createBaselineTable)
  printReport('mix', [...(await measureFeed(product)), ...(await measureChat(product))], MEANING)
}

async function measureFeed(product: BenchProduct): Promise<ReportRow[]> {
  await seedMembers(product, 'meadow_posts')
  await seedMembers(product, 'meadow_social')
  await seedPosts(product, 0, MEMBER_COUNT)
  const requests = createFeedRequests(product)
  const { path, headers } = requests.home(0)
  const bytes = await (await fetch(product.stack.url + path, { headers })).text()
  await using baseline = await startBaselineServer('mix', bytes, product.toStoreUrl('meadow_posts'))
  using ours = openFeedMix(product.stack.url, requests)
  using bare = openFeedMix(baseline.url, requests)
  return await measureMixInTurns('feed', { ...ours, pids: product.pids() }, { ...bare, pids: baseline.pids })
}

async function measureChat(product: BenchProduct): Promise<ReportRow[]> {
  await seedStrangers(product, 'meadow_chat')
  await seedConversations(product, SOCKETS / 2, MEMBER_COUNT)
  await using baseline = await startBaselineSockets(product.toStoreUrl('bench'))
  const auths = createSocketAuths(product, SOCKETS)
  await using ours = await openChatMix(product.stack.url, auths)
  await using bare = await openChatMix(baseline.url, auths)
  return await measureMixInTurns('chat', { ...ours, pids: product.pids() }, { ...bare, pids: baseline.pids })
}
