import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type BaselineServer, startBaselineServer } from '../baseline/baseline-servers.ts'
import { ROUNDS } from '../measure/alternating-rounds.ts'
import { createHttpClient, type HttpClient, type HttpRequest, runAtRate } from '../measure/http-load.ts'
import { type LoadResult, type SendOperation, sendAtRate } from '../measure/load.ts'
import { connectPostWatchers, type PostWatchers } from '../measure/post-watchers.ts'
import { readCpuUs, waitUntilIdle } from '../measure/process-usage.ts'
import { createComparisonRow, createRangeRow, getQuantile, printReport, type ReportRow } from '../measure/report.ts'
import { createSocketAuths, type SocketAuth } from '../measure/socket-clients.ts'
import { type BenchProduct, openBenchProduct } from '../product/open-product.ts'
import { MEMBER_COUNT } from '../seed/seed-ids.ts'
import { seedStrangers } from '../seed/seed-posts.ts'

const LIKES_PER_SECOND = 500
const SECONDS = 10
const BASELINE_SECONDS = 3
const WARM_SECONDS = 2
const WATCHERS = 1_000
const AUTHOR = MEMBER_COUNT - 1
const UPDATE_TIMEOUT_MS = 10_000
const UPDATE_POLL_INTERVAL_MS = 200

const MEANING = `${WATCHERS} members watch one post, each with a socket, and like and unlike it through the gateway: ${LIKES_PER_SECOND} requests a second, for ${SECONDS} s in
each round. p50 and p99 are milliseconds from the planned time of the request until its response. 'Per second' is what was responded to.
The baseline is one durable INSERT behind a plain proxy, at the same rate. 'us' is processor time of all our processes per like, without
PostgreSQL, including events, notifications and pushes. Packets are those of the socket that received most of them. At the end
of each round: the difference between the count of the post and the rows of its likes, plus the members whose row differs from their
last response; and the sockets that have not received this count within ${UPDATE_TIMEOUT_MS / 1000} s.`

/** The figures of each round, of the requests and of their effects. */
type LoadFigures = Record<'p50' | 'p99' | 'perSecond' | 'cpuUs', number[]>
type EffectFigures = Record<'packetsPerSecond' | 'differences' | 'outdatedSockets', number[]>

const createLoadFigures = (): LoadFigures => ({ p50: [], p99: [], perSecond: [], cpuUs: [] })

type HotPost = { product: BenchProduct; postId: string; likes: Likes; watchers: PostWatchers }

/** Measures 500 likes and unlikes a second of one post that 1,000 sockets watch. */
export async function benchHotPost(): Promise<void> {
  await using product = await openBenchProduct()
  for (const service of ['posts', 'chat', 'notify']) await seedStrangers(product, `meadow_${service}`)
  await product.query('postgres', 'create database bench')
  await product.query('bench', 'create table baseline (id uuid primary key, text text not null)')
  await using inserts = await startBaselineServer('insert', 'like', product.toStoreUrl('bench'))
  const postId = await createPost(product)
  const auths = createSocketAuths(product, WATCHERS)
  await using watchers = await connectPostWatchers(product.stack.url, postId, auths)
  using client = createHttpClient(product.stack.url)
  const likes = createLikes(client, postId, auths)
  const hotPost = { product, postId, likes, watchers }

  await sendInserts(inserts, WARM_SECONDS)
  await likes.likeByHalf()
  await sendAtRate(likes.send, LIKES_PER_SECOND, WARM_SECONDS)
  await waitUntilIdle(product.pids())
  const [ours, baseline] = [createLoadFigures(), createLoadFigures()]
  const effects: EffectFigures = { packetsPerSecond: [], differences: [], outdatedSockets: [] }
  for (let round = 0; round < ROUNDS; round++) {
    await measureLoad(inserts.pids, () => sendInserts(inserts, BASELINE_SECONDS), baseline)
    await measureHotPost(hotPost, ours, effects)
    console.log(`Round ${round + 1} of ${ROUNDS}: ${Math.round(ours.perSecond.at(-1) ?? 0)} likes a second`)
  }
  printReport('hot-post', rowsOf(ours, baseline, effects), MEANING)
}

function rowsOf(ours: LoadFigures, baseline: LoadFigures, effects: EffectFigures): ReportRow[] {
  const createRow = (name: string, figure: keyof LoadFigures, target: string) =>
    createComparisonRow(name, ours[figure], baseline[figure], target)
  return [
    createRow('like: p50', 'p50', ''),
    createRow('like: p99', 'p99', '<= 50 ms'),
    createRow(`per second, of ${LIKES_PER_SECOND}`, 'perSecond', ''),
    createRow('us', 'cpuUs', ''),
    createRangeRow('postUpdated per socket and second', effects.packetsPerSecond, '<= 10'),
    createRangeRow('count differs from the set at the end', effects.differences, '<= 0'),
    createRangeRow('sockets with an older count at the end', effects.outdatedSockets),
  ]
}

/** Creates a post by a member who does not like it. Returns its id. */
async function createPost({ stack, signToken }: BenchProduct): Promise<string> {
  const authorization = `Bearer ${signToken(AUTHOR)}`
  const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const body = JSON.stringify({ content: 'A post that many members like' })
  const response = await fetch(`${stack.url}/api/posts`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`Creating the post failed with status ${response.status}`)
  const { _id } = (await response.json()) as { _id: string }
  return _id
}

/** Likes and unlikes of one post by a number of members. */
type Likes = {
  /** Lets half of the members like the post, so that after it every second request is an unlike. */
  likeByHalf(): Promise<LoadResult>
  /** Sends the like or unlike of the next member, after the response to the last one of this member. */
  send: SendOperation
  /** The ids of the members whose last response says that they like the post. */
  likers: ReadonlySet<string>
}

function createLikes(client: HttpClient, postId: string, auths: readonly SocketAuth[]): Likes {
  const likers = new Set<string>()
  const running = new Map<string, Promise<number>>()
  let count = 0

  async function setLike({ token, member }: SocketAuth, state: boolean): Promise<number> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const path = `/api/posts/${postId}/like`
    const endedAt = await client.send({ method: 'POST', path, headers, body: JSON.stringify({ state }) })
    if (state) likers.add(member)
    else likers.delete(member)
    return endedAt
  }

  return {
    likers,
    likeByHalf() {
      const half = auths.filter((_, n) => n % 2 === 0).values()
      const send = () => setLike(half.next().value as SocketAuth, true)
      return sendAtRate(send, LIKES_PER_SECOND, auths.length / 2 / LIKES_PER_SECOND)
    },
    async send() {
      const auth = auths[count++ % auths.length] as SocketAuth
      const { member } = auth
      const ended = (running.get(member) ?? Promise.resolve()).then(() => setLike(auth, !likers.has(member)))
      running.set(member, ended)
      return ended
    },
  }
}

/** Sends requests to the baseline, each of which inserts a row. */
function sendInserts({ url }: BaselineServer, seconds: number): Promise<LoadResult> {
  const request: HttpRequest = { method: 'POST', path: '/', headers: {} }
  return runAtRate({ url, next: () => request, seconds }, LIKES_PER_SECOND)
}

/** Runs a load until these processes are idle again, and adds its latency, its rate and the processor time per request. */
async function measureLoad(
  pids: readonly number[],
  run: () => Promise<LoadResult>,
  figures: LoadFigures,
): Promise<void> {
  const before = readCpuUs(pids)
  const { durationsMs, perSecond } = await run()
  await waitUntilIdle(pids)
  figures.p50.push(getQuantile(durationsMs, 0.5))
  figures.p99.push(getQuantile(durationsMs, 0.99))
  figures.perSecond.push(perSecond)
  figures.cpuUs.push((readCpuUs(pids) - before) / durationsMs.length)
}

async function measureHotPost(hotPost: HotPost, figures: LoadFigures, effects: EffectFigures): Promise<void> {
  const { product, postId, likes, watchers } = hotPost
  const run = () => sendAtRate(likes.send, LIKES_PER_SECOND, SECONDS)
  await measureLoad(product.pids(), () => measurePackets(watchers, run, effects), figures)
  effects.differences.push(await countDifferences(product, postId, likes.likers))
  effects.outdatedSockets.push(await countOutdatedSockets(watchers, likes.likers.size))
}

/** Runs a load, and adds the packets per second of the socket that received most. @throws if a socket received none */
async function measurePackets(
  watchers: PostWatchers,
  run: () => Promise<LoadResult>,
  effects: EffectFigures,
): Promise<LoadResult> {
  await watchers.readUpdates()
  const startedAt = performance.now()
  const result = await run()
  const packets = (await watchers.readUpdates()).map((received) => received.packets)
  if (packets.includes(0)) throw new Error('A socket has received no update of the post')
  effects.packetsPerSecond.push((Math.max(...packets) * 1000) / (performance.now() - startedAt))
  return result
}

/** Counts the differences between the count of the post, the rows of its likes, and the responses to the members. */
async function countDifferences({ query }: BenchProduct, postId: string, likers: Likes['likers']): Promise<number> {
  const [post] = await query('meadow_posts', 'select likes_count from posts where id = $1', [postId])
  const rows = await query('meadow_posts', 'select member_id from likes where post_id = $1', [postId])
  const stored = new Set(rows.map(({ member_id }) => String(member_id)))
  const missing = [...likers].filter((member) => !stored.has(member))
  const unexpected = [...stored].filter((member) => !likers.has(member))
  return Math.abs(Number(post?.['likes_count']) - stored.size) + missing.length + unexpected.length
}

/** Counts the sockets that have not received this number of likes, after waiting for it for at most 10 s. */
async function countOutdatedSockets(watchers: PostWatchers, likesCount: number): Promise<number> {
  for (const deadline = performance.now() + UPDATE_TIMEOUT_MS; ; await delay(UPDATE_POLL_INTERVAL_MS)) {
    const outdated = (await watchers.readUpdates()).filter((received) => received.likesCount !== likesCount)
    if (outdated.length === 0 || performance.now() > deadline) return outdated.length
  }
}
