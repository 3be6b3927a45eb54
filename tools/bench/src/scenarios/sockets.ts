import { setTimeout as delay } from 'node:timers/promises'
import { SOCKET_PING_INTERVAL_MS } from '@meadow/contracts'
import { startBaselineSockets } from '../baseline/baseline-servers.ts'
import { ROUNDS } from '../measure/alternating-rounds.ts'
import { readCpuUs, readMemoryMib, waitUntilIdle } from '../measure/process-usage.ts'
import { createComparisonRow, printReport } from '../measure/report.ts'
import {
  connectSocketClients,
  createSocketAuths,
  type SocketAuth,
  type SocketClients,
} from '../measure/socket-clients.ts'
import { openBenchProduct } from '../product/open-product.ts'
import { createBaselineSubject, createProductSubject, type SocketSubject } from '../product/socket-subjects.ts'
import { seedPosts, seedStrangers } from '../seed/seed-posts.ts'

const SOCKETS = 5_000
const SOCKETS_PER_ROUND = SOCKETS / ROUNDS
const CONNECT_CONCURRENCY = 64
const BROADCAST_TIMEOUT_MS = 10_000

const MEANING = `${SOCKETS} members connect through the gateway, ${SOCKETS_PER_ROUND} in each round, ${CONNECT_CONCURRENCY} at a time, each with a token, and stay connected. The baseline is a
plain Socket.IO server without authentication behind a plain proxy. 'us to connect' is processor time of gateway and chat,
including presence. Memory is their growth with all sockets, idle is their share of one core, both over ${SOCKET_PING_INTERVAL_MS / 1000} s, in which we
send each socket one ping and plain Socket.IO sends two. Broadcast: milliseconds from the request that deletes a post until the last socket has received the event; stall is the
longest block of the chat's event loop meanwhile.`

/** Measures 5,000 sockets: connecting, idling, and a broadcast to all of them. */
export async function benchSockets(): Promise<void> {
  await using product = await openBenchProduct()
  await seedStrangers(product, 'meadow_chat')
  await seedStrangers(product, 'meadow_posts')
  await seedPosts(product, 0, ROUNDS)
  await product.query('postgres', 'create database bench')
  const posts = (await product.query('meadow_posts', 'select id, author_id from posts')).values()
  await using baselineServer = await startBaselineSockets(product.toStoreUrl('bench'))
  const baseline = { ...createBaselineSubject(baselineServer), rounds: emptyRounds(), clients: [] }
  const ours = { ...(await createProductSubject(product, posts)), rounds: emptyRounds(), clients: [] }
  await measure([baseline, ours], createSocketAuths(product, SOCKETS))
  const createRow = (figure: keyof Rounds, name: string, bar: string) =>
    createComparisonRow(name, ours.rounds[figure], baseline.rounds[figure], bar)
  const rows = [
    createRow('memory', 'KiB a socket', '<= 1.4'),
    createRow('perSecond', 'connected per second', '>= 0.6'),
    createRow('connectUs', 'us to connect', ''),
    createRow('idle', 'idle, % of a core', '<= 5 %'),
    createRow('last', 'broadcast: last', '<= 1.3'),
    createRow('spread', 'broadcast: first to last', ''),
    createRow('broadcastUs', 'broadcast: us a socket', ''),
    createRow('stall', 'broadcast: stall', '<= 25 ms'),
  ]
  printReport('sockets', rows, MEANING)
}

const emptyRounds = () => ({
  memory: [] as number[],
  perSecond: [] as number[],
  connectUs: [] as number[],
  idle: [] as number[],
  last: [] as number[],
  spread: [] as number[],
  broadcastUs: [] as number[],
  stall: [] as number[],
})
type Rounds = ReturnType<typeof emptyRounds>
type Subject = SocketSubject & { rounds: Rounds; clients: SocketClients[] }

async function measure(subjects: readonly Subject[], passes: readonly SocketAuth[]): Promise<void> {
  using connected = new DisposableStack()
  const memoryBefore = subjects.map(({ pids }) => readMemoryMib(pids)) // before the warm-up, whose memory is reused
  for (const { url, pids } of subjects) {
    const warm = await connectSocketClients({
      url,
      auths: passes.slice(0, SOCKETS_PER_ROUND),
      concurrency: CONNECT_CONCURRENCY,
    })
    warm[Symbol.dispose]()
    await waitUntilIdle(pids)
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const subject of subjects) connected.use(await connectMore(subject, passes))
  await delay(SOCKET_PING_INTERVAL_MS) // presence is pushed to others in batches
  for (let round = 0; round < ROUNDS; round++) await idle(subjects, memoryBefore)
  for (let round = 0; round < ROUNDS; round++) for (const subject of subjects) await broadcast(subject)
  for (const { clients } of subjects) for (const socketClients of clients) socketClients.assertConnected()
}

/** Connects the sockets of one round, in addition to the earlier ones. */
async function connectMore(
  { url, pids, rounds, clients }: Subject,
  passes: readonly SocketAuth[],
): Promise<SocketClients> {
  const from = clients.length * SOCKETS_PER_ROUND
  const before = readCpuUs(pids)
  const startedAt = performance.now()
  const more = await connectSocketClients({
    url,
    auths: passes.slice(from, from + SOCKETS_PER_ROUND),
    concurrency: CONNECT_CONCURRENCY,
  })
  rounds.perSecond.push((SOCKETS_PER_ROUND * 1000) / (performance.now() - startedAt))
  await waitUntilIdle(pids)
  rounds.connectUs.push((readCpuUs(pids) - before) / SOCKETS_PER_ROUND)
  clients.push(more)
  console.log(url, 'has connected', from + SOCKETS_PER_ROUND)
  return more
}

/** Measures all sockets during one ping of each. */
async function idle(subjects: readonly Subject[], memoryBefore: readonly number[]): Promise<void> {
  const before = subjects.map(({ pids }) => readCpuUs(pids))
  await delay(SOCKET_PING_INTERVAL_MS)
  for (const [at, { pids, rounds }] of subjects.entries()) {
    rounds.idle.push(((readCpuUs(pids) - (before[at] ?? 0)) / (SOCKET_PING_INTERVAL_MS * 1000)) * 100)
    rounds.memory.push(((readMemoryMib(pids) - (memoryBefore[at] ?? 0)) * 1024) / SOCKETS)
  }
}

/** Deletes a post and waits until every socket has received the event. */
async function broadcast({ pids, rounds, clients, deletePost, readStall }: Subject): Promise<void> {
  const sockets = clients.flatMap((socketClients) => socketClients.sockets)
  await waitUntilIdle(pids)
  await readStall()
  let first = 0
  let received = 0
  const { promise: allReceived, resolve, reject } = Promise.withResolvers<void>()
  const onPostDeleted = () => {
    first ||= performance.now()
    received += 1
    if (received === sockets.length) resolve()
  }
  for (const socket of sockets) socket.once('postDeleted', onPostDeleted)
  const onTimeout = () => reject(new Error(`Only ${received} sockets received the event`))
  AbortSignal.timeout(BROADCAST_TIMEOUT_MS).addEventListener('abort', onTimeout)
  const before = readCpuUs(pids)
  const startedAt = performance.now()
  const [response] = await Promise.all([deletePost(), allReceived])
  const last = performance.now()
  if (!response.ok) throw new Error(`Deleting a post failed with status ${response.status}`)
  rounds.last.push(last - startedAt)
  rounds.spread.push(last - first)
  rounds.broadcastUs.push((readCpuUs(pids) - before) / sockets.length)
  rounds.stall.push(await readStall())
}
