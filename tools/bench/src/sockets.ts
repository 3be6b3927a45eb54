import { setTimeout as delay } from 'node:timers/promises'
import { startBareSockets } from './bare.ts'
import { type Clients, connectClients, type Pass, passesOf } from './clients.ts'
import { compare, report } from './figures.ts'
import { ROUNDS } from './measured.ts'
import { cpuOf, memoryOf, quiet } from './processes.ts'
import { openProduct } from './product.ts'
import { seedPosts, seedStrangers } from './seed.ts'
import { bareSubject, ourSubject, type SocketSubject } from './socket-subjects.ts'

const SOCKETS = 5_000
const EACH_ROUND = SOCKETS / ROUNDS
const AT_ONCE = 64
/** Each socket is asked once in this time (ms) whether it is there. */
const HEARTBEAT = 25_000
const HEARS_MS = 10_000

const MEANING = `${SOCKETS} members connect through the gateway, ${EACH_ROUND} in each round, ${AT_ONCE} at a time, each with a token, and are kept. Bare is a
plain Socket.IO server behind a bare proxy that lets everybody in. 'us to connect' is processor time of gateway and chat
until nothing is left to do, presence included. Memory is what they have grown by when all are there, idle is their share
of one core, both over a heartbeat of all sockets. Broadcast to all of them: from the request that deletes a post until the last socket has
heard, in milliseconds; stall is for how long the event loop of the chat stood still at most meanwhile.`

/** 5,000 sockets: connecting, holding, and telling all of them. */
export async function sockets(): Promise<void> {
  await using product = await openProduct()
  await seedStrangers(product, 'meadow_chat')
  await seedStrangers(product, 'meadow_posts')
  await seedPosts(product, 0, ROUNDS)
  await product.query('postgres', 'create database bench')
  const posts = (await product.query('meadow_posts', 'select id, author_id from posts')).values()
  await using bareServer = await startBareSockets(product.storeOf('bench'))
  const bare = { ...bareSubject(bareServer), rounds: emptyRounds(), clients: [] }
  const ours = { ...(await ourSubject(product, posts)), rounds: emptyRounds(), clients: [] }
  await measure([bare, ours], passesOf(product, SOCKETS))
  const of = (figure: keyof Rounds, name: string, bar: string) =>
    compare(name, ours.rounds[figure], bare.rounds[figure], bar)
  const rows = [
    of('memory', 'KiB a socket', '<= 1.4'),
    of('perSecond', 'connected per second', '>= 0.6'),
    of('connectUs', 'us to connect', ''),
    of('idle', 'idle, % of a core', '<= 5 %'),
    of('last', 'broadcast: last', '<= 1.3'),
    of('spread', 'broadcast: first to last', ''),
    of('broadcastUs', 'broadcast: us a socket', ''),
    of('stall', 'broadcast: stall', '<= 25 ms'),
  ]
  report('sockets', rows, MEANING)
}

const emptyRounds = () => ({
  ...{ memory: [] as number[], perSecond: [] as number[], connectUs: [] as number[], idle: [] as number[] },
  ...{ last: [] as number[], spread: [] as number[], broadcastUs: [] as number[], stall: [] as number[] },
})
type Rounds = ReturnType<typeof emptyRounds>
type Subject = SocketSubject & { rounds: Rounds; clients: Clients[] }

async function measure(subjects: readonly Subject[], passes: readonly Pass[]): Promise<void> {
  using held = new DisposableStack()
  const memoryBefore = subjects.map(({ pids }) => memoryOf(pids)) // room that warming up makes is taken by those who stay
  for (const { url, pids } of subjects) {
    const warm = await connectClients({ url, passes: passes.slice(0, EACH_ROUND), atOnce: AT_ONCE })
    warm[Symbol.dispose]()
    await quiet(pids)
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const subject of subjects) held.use(await connectMore(subject, passes))
  await delay(HEARTBEAT) // who came is told to others, a few at a time
  for (let round = 0; round < ROUNDS; round++) await idle(subjects, memoryBefore)
  for (let round = 0; round < ROUNDS; round++) for (const subject of subjects) await broadcast(subject)
  for (const { clients } of subjects) for (const some of clients) some.check()
}

/** As many as belong to a round, beside those that are there. */
async function connectMore({ url, pids, rounds, clients }: Subject, passes: readonly Pass[]): Promise<Clients> {
  const from = clients.length * EACH_ROUND
  const before = cpuOf(pids)
  const begun = performance.now()
  const more = await connectClients({ url, passes: passes.slice(from, from + EACH_ROUND), atOnce: AT_ONCE })
  rounds.perSecond.push((EACH_ROUND * 1000) / (performance.now() - begun))
  await quiet(pids)
  rounds.connectUs.push((cpuOf(pids) - before) / EACH_ROUND)
  clients.push(more)
  console.log(url, 'holds', from + EACH_ROUND)
  return more
}

/** What all of them cost while each socket is asked once whether it is there. */
async function idle(subjects: readonly Subject[], memoryBefore: readonly number[]): Promise<void> {
  const before = subjects.map(({ pids }) => cpuOf(pids))
  await delay(HEARTBEAT)
  for (const [at, { pids, rounds }] of subjects.entries()) {
    rounds.idle.push(((cpuOf(pids) - (before[at] ?? 0)) / (HEARTBEAT * 1000)) * 100)
    rounds.memory.push(((memoryOf(pids) - (memoryBefore[at] ?? 0)) * 1024) / SOCKETS)
  }
}

/** Deletes a post, and waits until every socket has heard of it. */
async function broadcast({ pids, rounds, clients, deletePost, readStall }: Subject): Promise<void> {
  const sockets = clients.flatMap((some) => some.sockets)
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
  rounds.last.push(last - begun)
  rounds.spread.push(last - first)
  rounds.broadcastUs.push((cpuOf(pids) - before) / sockets.length)
  rounds.stall.push(await readStall())
}
