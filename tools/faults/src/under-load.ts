import { setTimeout as delay } from 'node:timers/promises'
import { createSeededRandom, type SeededRandom } from '@meadow/testing/random'
import type { Stack } from '@meadow/testing/stack'
import { check } from './check-invariants.ts'
import { type Databases, type Elsewhere, openDatabases } from './databases.ts'
import { emptyHistory, type History, type Member, type Service } from './history.ts'
import { createLoad } from './load.ts'
import { type Client, createClient } from './repeating-client.ts'
import { createSignal, type Signal } from './signal.ts'

const MEMBERS = 40
const WORKERS = 8
const AFTERWARDS_MS = 2_000

export type UnderLoad = {
  client: Client
  databases: Databases
  random: SeededRandom
  /** Which service has just answered a write. */
  written: Signal<Service>
  /** Of somebody who reads. */
  token: string
  /** Who acts, and what all have done. */
  workers: readonly Member[]
  history: History
}

type On = {
  stack: Stack
  seed: number
  /** Where bus and stores are, when they are not in PostgreSQL. */
  elsewhere?: Elsewhere | undefined
  /** How long an operation may be repeated until its outcome is known, in milliseconds. */
  patience?: number
  poison?: ReadonlySet<string>
}

/** Members act while `disturb` runs; afterwards everything is read back. Answers a line for all that is broken. */
export async function underLoad(
  { stack, seed, elsewhere, patience, poison }: On,
  disturb: (load: UnderLoad) => Promise<void>,
): Promise<{ broken: string[]; operations: number; unknown: number }> {
  console.log(`Seed ${seed}`)
  await using databases = await openDatabases(stack.postgresUrl(), elsewhere)
  const random = createSeededRandom(seed)
  const client = createClient(stack.urls, patience)
  const history = emptyHistory()
  const written = createSignal<Service>()
  const load = createLoad({ client, history, random, onWrite: written.tell })

  for (let made = 0; made < MEMBERS; made++) await load.publish(await load.register())
  const stopping = new AbortController()
  const members = [...history.members.values()]
  const workers = members.slice(0, WORKERS)
  for (const [index, member] of workers.entries()) {
    for (const after of [1, 2]) await load.befriend(member, workers[(index + after) % WORKERS] as Member)
  }
  const working = Promise.all(workers.map((member) => load.actAs(member, stopping.signal)))
  working.catch(() => {}) // whoever waits for it hears of it

  const token = members[0]?.token ?? ''
  const disturbing = disturb({ client, databases, random, written, token, workers, history })
  try {
    await Promise.race([disturbing, working.then(() => disturbing)]) // a member who fails ends it
    await delay(AFTERWARDS_MS)
  } finally {
    stopping.abort()
  }
  await working
  const { operations, unknown } = history
  return { broken: await check({ client, history, databases, ...(poison && { poison }) }), operations, unknown }
}
