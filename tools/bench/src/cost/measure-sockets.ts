import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { OperationCost, SocketCosts } from '../capacity/operation-costs.ts'
import { readMemoryMib, readTreeCpuUs } from '../measure/process-usage.ts'
import { connectSocketClients, createSocketAuths } from '../measure/socket-clients.ts'
import type { BenchProduct } from '../product/open-product.ts'
import { startSecondChatInstance } from '../product/second-chat-instance.ts'
import { MEMBER_COUNT, toSeedId } from '../seed/seed-ids.ts'
import type { CostMeter } from './cost-meter.ts'
import { type CountedClient, createCountedClient } from './counted-client.ts'

const SOCKET_COUNT = 500
const CONNECT_CONCURRENCY = 8
/** Two heartbeats of Socket.IO. */
const IDLE_MS = 50_000
const PUSHED_POSTS = 30
const WARM_LIKES = 200
const PEER_LIKES = 400
const WARM_SOCKETS = 200
const MEMORY_SOCKETS = 1_500
const SETTLE_MS = 10_000

type SocketProcess = 'gateway' | 'chat'
const PROCESSES = ['gateway', 'chat'] as const

/** Measures sockets: the connection, heartbeats, and pushes. `post` is the cost of a post without sockets. */
export async function measureSockets(
  product: BenchProduct,
  meter: CostMeter,
  client: CountedClient,
  post: OperationCost,
): Promise<{ connection: OperationCost; sockets: Pick<SocketCosts, 'idleUsPerMinute' | 'pushUs'> }> {
  const pidOf = (name: string) => product.stack.pidOf(name) ?? 0
  const readCpu = () => mapProcesses((name) => readTreeCpuUs(pidOf(name)))
  const readIdleUsPerMinute = async () => {
    const before = readCpu()
    await delay(IDLE_MS)
    const after = readCpu()
    return mapProcesses((name) => ((after[name] - before[name]) / IDLE_MS) * 60_000)
  }
  const auths = createSocketAuths(product, SOCKET_COUNT + 1).slice(1) // all follow the first member

  const idleWithoutSockets = await readIdleUsPerMinute()
  const connecting = Promise.withResolvers<Awaited<ReturnType<typeof connectSocketClients>>>()
  const connection = await meter.measure(SOCKET_COUNT, client, async () => {
    connecting.resolve(await connectSocketClients({ url: product.stack.url, auths, concurrency: CONNECT_CONCURRENCY }))
  })
  using clients = await connecting.promise
  const idleWithSockets = await readIdleUsPerMinute()

  let received = 0
  const { promise: allReceived, resolve } = Promise.withResolvers<void>()
  for (const socket of clients.sockets)
    socket.on('postCreated', () => {
      received += 1
      if (received === PUSHED_POSTS * SOCKET_COUNT) resolve()
    })
  const pushed = await meter.measure(PUSHED_POSTS, client, async () => {
    for (let n = 0; n < PUSHED_POSTS; n++) {
      const headers = { 'idempotency-key': randomUUID() }
      const body = { content: 'Something for all who follow me' }
      await client.send({ method: 'POST', path: '/api/posts', token: product.signToken(0), body, headers })
    }
    await allReceived
  })
  clients.assertConnected()
  return {
    connection,
    sockets: {
      idleUsPerMinute: mapProcesses((name) =>
        Math.max(0, (idleWithSockets[name] - idleWithoutSockets[name]) / SOCKET_COUNT),
      ),
      pushUs: mapProcesses((name) => Math.max(0, (pushed.cpuUs[name] - post.cpuUs[name]) / SOCKET_COUNT)),
    },
  }
}

/** Measures the memory of open sockets in KiB. The processes must be new: later, sockets fill memory that is free already. */
export async function measureSocketMemory(product: BenchProduct): Promise<SocketCosts['memoryKib']> {
  const readMemory = () => mapProcesses((name) => readMemoryMib([product.stack.pidOf(name) ?? 0]) * 1024)
  const auths = createSocketAuths(product, WARM_SOCKETS + MEMORY_SOCKETS)
  const connect = (from: number, to: number) =>
    connectSocketClients({ url: product.stack.url, auths: auths.slice(from, to), concurrency: CONNECT_CONCURRENCY })
  using warm = await connect(0, WARM_SOCKETS)
  await delay(SETTLE_MS)
  const before = readMemory()
  using clients = await connect(WARM_SOCKETS, auths.length)
  await delay(SETTLE_MS)
  const after = readMemory()
  warm.assertConnected()
  clients.assertConnected()
  return mapProcesses((name) => (after[name] - before[name]) / MEMORY_SOCKETS)
}

/**
 * Measures what an event costs an instance of chat that another instance has consumed and forwarded, in microseconds. `like`
 * is the cost of the likes that cause the events.
 */
export async function measurePeerEvents(
  product: BenchProduct,
  meter: Pick<CostMeter, 'waitUntilDrained'>,
  like: Pick<OperationCost, 'events'>,
): Promise<number> {
  await using second = await startSecondChatInstance(product)
  const [chatPid = 0] = second.pids
  using client = createCountedClient(product.stack.url, 4)
  const likePosts = async (from: number, count: number) => {
    for (let n = from; n < from + count; n++)
      await client.send({
        method: 'POST',
        path: `/api/posts/${toSeedId('post', MEMBER_COUNT - 1 - n)}/like`,
        token: product.signToken(n),
        body: { state: true },
      })
    await meter.waitUntilDrained()
  }
  await likePosts(0, WARM_LIKES)
  await delay(SETTLE_MS)
  const idleFrom = performance.now()
  const idleBefore = readTreeCpuUs(chatPid)
  await delay(SETTLE_MS)
  const before = readTreeCpuUs(chatPid)
  const startedAt = performance.now()
  const idlePerMs = (before - idleBefore) / (startedAt - idleFrom)
  await likePosts(WARM_LIKES, PEER_LIKES)
  const used = readTreeCpuUs(chatPid) - before - idlePerMs * (performance.now() - startedAt)
  return Math.max(0, used / (PEER_LIKES * (like.events.posts + like.events.notifications)))
}

const mapProcesses = (read: (name: SocketProcess) => number): Record<SocketProcess, number> =>
  Object.fromEntries(PROCESSES.map((name) => [name, read(name)])) as Record<SocketProcess, number>
