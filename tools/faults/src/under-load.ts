import { setTimeout as delay } from 'node:timers/promises'
import { createSeededRandom, type SeededRandom } from '@meadow/testing/random'
import type { Stack } from '@meadow/testing/stack'
import { checkInvariants } from './check-invariants.ts'
import { type Databases, type EngineUrls, openDatabases } from './databases.ts'
import { createHistory, type History, type Member, type Service } from './history.ts'
import { createLoad } from './load.ts'
import { createRepeatingClient, type FailureCounts, type RepeatingClient } from './repeating-client.ts'
import type { FaultRun } from './run/fault-run.ts'
import { createSignal, type Signal } from './signal.ts'

const MEMBER_COUNT = 40
const WORKER_COUNT = 8
const SETTLE_MS = 2_000

export type UnderLoad = {
  client: RepeatingClient
  databases: Databases
  random: SeededRandom
  /** Emits the service that has just acknowledged a write. */
  written: Signal<Service>
  /** The token of a member who only reads. */
  token: string
  /** Registers another member, who does not act. */
  register(): Promise<Member>
  /** The acting members, and the operations of all. */
  workers: readonly Member[]
  history: History
}

type UnderLoadOptions = {
  run: Pick<FaultRun, 'seed' | 'record'>
  /** The URLs of the gateways, and of the PostgreSQL server. */
  stack: Pick<Stack, 'urls' | 'postgresUrl'>
  /** The URLs of bus and stores that are not in PostgreSQL. */
  engineUrls?: EngineUrls | undefined
  /** The time-out of an operation, in milliseconds. */
  timeoutMs?: number
  poison?: ReadonlySet<string>
}

/** Runs `injectFaults` while members act, then checks all data. Returns a line for each violation. */
export async function runUnderLoad(
  { run, stack, engineUrls, timeoutMs, poison }: UnderLoadOptions,
  injectFaults: (load: UnderLoad) => Promise<void>,
): Promise<{ broken: string[]; operations: number; unknown: number } & FailureCounts> {
  await using databases = await openDatabases(stack.postgresUrl(), engineUrls)
  const random = createSeededRandom(run.seed)
  const client = createRepeatingClient({ urls: stack.urls, timeoutMs, record: run.record })
  const history = createHistory()
  const written = createSignal<Service>()
  const load = createLoad({ client, history, random, onWrite: written.emit })

  for (let index = 0; index < MEMBER_COUNT; index++) await load.publish(await load.register())
  const stopping = new AbortController()
  const members = [...history.members.values()]
  const workers = members.slice(0, WORKER_COUNT)
  for (const [index, member] of workers.entries()) {
    for (const after of [1, 2]) await load.befriend(member, workers[(index + after) % WORKER_COUNT] as Member)
  }
  const working = Promise.all(workers.map((member) => load.actAs(member, stopping.signal)))
  working.catch(() => {}) // handled below

  const token = members[0]?.token ?? ''
  const injecting = injectFaults({
    client,
    databases,
    random,
    written,
    token,
    register: load.register,
    workers,
    history,
  })
  try {
    await Promise.race([injecting, working.then(() => injecting)]) // a failing member ends the run
    await delay(SETTLE_MS)
  } finally {
    stopping.abort()
  }
  await working
  const { operations, unknown } = history
  const failureCounts = { ...client.counts } // without the requests of the checks
  return {
    broken: await checkInvariants({ client, history, databases, ...(poison && { poison }) }),
    operations,
    unknown,
    ...failureCounts,
  }
}
