import { setTimeout as delay } from 'node:timers/promises'
import { startBareSockets } from './bare.ts'
import { type Clients, connectClients, tokensOf } from './clients.ts'
import { compare, report } from './figures.ts'
import { ROUNDS } from './measured.ts'
import { cpuOf, memoryOf, quiet } from './processes.ts'
import { openProduct } from './product.ts'
import { seedMembers, seedPosts } from './seed.ts'
import { bareSubject, ourSubject, type SocketSubject } from './socket-subjects.ts'

const SOCKETS = 5_000
const AT_ONCE = 64
const WARM = 500
const BROADCASTS = 5
/** Each socket is asked once in this time (ms) whether it is there. */
const HEARTBEAT = 25_000
const HEARS_MS = 10_000

const MEANING = `${SOCKETS} members connect through the gateway, ${AT_ONCE} at a time, each with a token, and are kept. Bare is a plain Socket.IO server
behind a bare proxy that lets everybody in. Every round has fresh processes. Memory is what gateway and chat have grown by,
taken after two heartbeats; 'us to connect' is their processor time until nothing is left to do, presence included. Idle is their
share of one core over a heartbeat. Broadcast: from the request that deletes a post until the last socket has heard,
in milliseconds; stall is for how long the event loop of the chat stood still at most meanwhile.`

/** 5,000 sockets: connecting, holding, and telling all of them. */
export async function sockets(): Promise<void> {
  await using product = await openProduct()
  await seedMembers(product, 'meadow_chat')
  await seedMembers(product, 'meadow_posts')
  await seedPosts(product, 0, ROUNDS * BROADCASTS)
  await product.query('postgres', 'create database bench')
  const posts = (await product.query('meadow_posts', 'select id, author_id from posts')).values()
  const tokens = tokensOf(product, SOCKETS)
  const rounds = { bare: emptyRounds(), ours: emptyRounds() }
  for (let round = 0; round < ROUNDS; round++) {
    await product.stack.stop()
    await product.stack.start()
    await using bare = await startBareSockets(product.storeOf('bench'))
    const subjects = [
      { ...bareSubject(bare), rounds: rounds.bare },
      { ...(await ourSubject(product, posts)), rounds: rounds.ours },
    ]
    await oneRound(subjects, tokens)
    console.log(`Round ${round + 1} of ${ROUNDS}:`, JSON.stringify(rounds))
  }
  const { ours, bare } = rounds
  const rows = [
    compare('KiB a socket', ours.memory, bare.memory, '<= 1.4'),
    compare('connected per second', ours.perSecond, bare.perSecond, '>= 0.6'),
    compare('us to connect', ours.connectUs, bare.connectUs, ''),
    compare('idle, % of a core', ours.idle, bare.idle, '<= 5 %'),
    compare('broadcast: last', ours.last, bare.last, '<= 1.3'),
    compare('broadcast: first to last', ours.spread, bare.spread, ''),
    compare('broadcast: us a socket', ours.broadcastUs, bare.broadcastUs, ''),
    compare('broadcast: stall', ours.stall, bare.stall, '<= 25 ms'),
  ]
  report('sockets', rows, MEANING)
}

const emptyRounds = () => ({
  ...{ memory: [] as number[], perSecond: [] as number[], connectUs: [] as number[], idle: [] as number[] },
  ...{ last: [] as number[], spread: [] as number[], broadcastUs: [] as number[], stall: [] as number[] },
})
type Subject = SocketSubject & { rounds: ReturnType<typeof emptyRounds> }

async function oneRound(subjects: readonly Subject[], tokens: readonly string[]): Promise<void> {
  using held = new DisposableStack()
  const all: { subject: Subject; clients: Clients; memoryBefore: number }[] = []
  for (const subject of subjects) {
    const connected = await connect(subject, tokens)
    held.use(connected.clients)
    all.push({ subject, ...connected })
  }
  await delay(HEARTBEAT) // who came is told to others, a few at a time
  const before = subjects.map(({ pids }) => cpuOf(pids))
  await delay(HEARTBEAT)
  for (const [at, { subject, clients, memoryBefore }] of all.entries()) {
    const { pids, rounds } = subject
    rounds.idle.push(((cpuOf(pids) - (before[at] ?? 0)) / (HEARTBEAT * 1000)) * 100)
    rounds.memory.push(((memoryOf(pids) - memoryBefore) * 1024) / SOCKETS)
    clients.check()
  }
  for (let told = 0; told < BROADCASTS; told++)
    for (const { subject, clients } of all) await broadcast(subject, clients)
}

/** Opens all sockets, after some that went again. */
async function connect({ url, pids, rounds }: Subject, tokens: readonly string[]) {
  const some = await connectClients({ url, tokens: tokens.slice(0, WARM), atOnce: AT_ONCE })
  some[Symbol.dispose]()
  await quiet(pids)
  const memoryBefore = memoryOf(pids)
  const before = cpuOf(pids)
  const begun = performance.now()
  const clients = await connectClients({ url, tokens, atOnce: AT_ONCE })
  rounds.perSecond.push((SOCKETS * 1000) / (performance.now() - begun))
  await quiet(pids)
  rounds.connectUs.push((cpuOf(pids) - before) / SOCKETS)
  return { clients, memoryBefore }
}

/** Deletes a post, and waits until every socket has heard of it. */
async function broadcast({ pids, rounds, deletePost, readStall }: Subject, { sockets, check }: Clients): Promise<void> {
  await quiet(pids)
  await readStall()
  let first = 0
  let heard = 0
  const { promise: allHeard, resolve, reject } = Promise.withResolvers<void>()
  const hear = () => {
    first ||= performance.now()
    heard += 1
    if (heard === sockets.length) resolve()
  }
  for (const socket of sockets) socket.once('postDeleted', hear)
  const tooLate = () => reject(new Error(`Only ${heard} sockets heard`))
  AbortSignal.timeout(HEARS_MS).addEventListener('abort', tooLate)
  const before = cpuOf(pids)
  const begun = performance.now()
  const [answer] = await Promise.all([deletePost(), allHeard])
  const last = performance.now()
  if (!answer.ok) throw new Error(`A post was not deleted: ${answer.status}`)
  check()
  rounds.last.push(last - begun)
  rounds.spread.push(last - first)
  rounds.broadcastUs.push((cpuOf(pids) - before) / sockets.length)
  rounds.stall.push(await readStall())
}
