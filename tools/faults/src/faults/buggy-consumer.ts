import { setTimeout as delay } from 'node:timers/promises'
import { type Bus, openBus } from '@meadow/events'
import { openBusOperator } from '@meadow/events/testing'
import { createLogger, type Logger } from '@meadow/service'
import {
  BUGGY_CONSUMER,
  type BuggyStore,
  CONSUMED_TOPICS,
  CONSUMED_TYPES,
  openBuggyStore,
  startBuggyConsumer,
} from '../buggy-consumer/buggy-consumer.ts'
import { defineFault } from '../fault.ts'
import { openOwnEngines } from '../own-engines.ts'
import { type FaultRun, startFaultStack } from '../run/fault-run.ts'
import { runUnderLoad } from '../under-load.ts'

type BusOperator = Awaited<ReturnType<typeof openBusOperator>>
type StoredDeadLetter = Parameters<BusOperator['replay']>[0][number]

const MAX_DEAD_LETTERS = 20
const WAIT_TIMEOUT_MS = 120_000
const POLL_INTERVAL_MS = 200

type Installation = { run: FaultRun; bus: Bus; busUrl: string; store: BuggyStore; log: Logger }

/**
 * Runs a consumer of its own on the bus, whose handler throws on every event: broken, broken after a restart, then mended.
 * All events must be handled once in the end, and dead letters never be more than the limit.
 */
export const fault = defineFault({
  summary: 'a handler that throws on every event: its group pauses, and goes on when mended; --engines: on Kafka',
  options: { seconds: 10, engines: false },
  async run(run, { seconds, engines }) {
    const engineUrls = engines ? (await openOwnEngines(run)).variables : undefined
    const stack = await startFaultStack(run, { environment: { ...engineUrls } })
    const busUrl = engineUrls?.BUS_URL ?? stack.postgresUrl()
    const log = createLogger({ name: 'faults', level: 'fatal' })
    const store = await run.open(() => openBuggyStore(stack.postgresUrl(), log))
    const bus = await run.open(() => openBus(busUrl, { log }))
    const installation = { run, bus, busUrl, store, log }
    const published = await recordPublishedIds(installation)
    let result = { broken: [] as string[], deadLetters: [] as number[], handled: 0 }
    const { broken: violations, ...counts } = await runUnderLoad({ run, stack, engineUrls }, async () => {
      const deadLetters = [await runBroken(installation, seconds), await runBroken(installation, seconds)]
      await run.open(() => startBuggyConsumer(installation, 'mended'))
      const replayed = await sumOverDeadLetters(installation, (page, operator) => operator.replay(page))
      const handled = await waitUntilHandled(store, published)
      result = { broken: findBroken(deadLetters, replayed), deadLetters, handled }
    })
    const { broken, ...figures } = result
    return { broken: [...broken, ...violations], figures: { ...counts, ...figures } }
  },
})

/** Records the ids of all events that the consumer must handle, in the order of publishing. */
async function recordPublishedIds({ run, bus }: Installation): Promise<Set<string>> {
  const ids = new Set<string>()
  await run.open(() =>
    bus.subscribe({
      group: 'published',
      topics: CONSUMED_TOPICS,
      async handle(batch) {
        for (const { event } of batch) {
          const { id, type } = event as { id: string; type: string }
          if (CONSUMED_TYPES.has(type)) ids.add(id)
        }
      },
    }),
  )
  return ids
}

/** Runs the broken version until it pauses, and for `seconds` after that. Returns the number of its dead letters. */
async function runBroken(installation: Installation, seconds: number): Promise<number> {
  const { run, store } = installation
  await using consumer = await startBuggyConsumer(installation, 'broken')
  await waitUntil('the consumer pauses', () => consumer.isDegraded())
  await delay(seconds * 1_000)
  await waitUntil('its dead letters are published', async () => (await countOutbox(store)) === 0)
  const count = await sumOverDeadLetters(installation, async (page) => page.length)
  if (!(await consumer.isDegraded())) run.log('the consumer does not pause any more')
  run.log(`the broken consumer has ${count} dead letters after ${seconds} s`)
  return count
}

async function countOutbox({ pool }: BuggyStore): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from outbox')
  return rows[0]?.count ?? 0
}

/** Sums up what `handle` returns for each page of the consumer's dead letters. */
async function sumOverDeadLetters(
  { busUrl, log }: Installation,
  handle: (page: StoredDeadLetter[], operator: BusOperator) => Promise<number>,
): Promise<number> {
  await using operator = await openBusOperator(busUrl, { log })
  let total = 0
  for await (const page of operator.readDeadLetterPages()) {
    const own = page.filter(({ deadLetter }) => deadLetter.consumer === BUGGY_CONSUMER)
    total += await handle(own, operator)
  }
  return total
}

/** Waits until all events that are published now are handled. Returns their number. */
async function waitUntilHandled(store: BuggyStore, published: ReadonlySet<string>): Promise<number> {
  const wanted = [...published]
  await waitUntil('all events are handled', async () => {
    const handled = await store.readHandledIds()
    return wanted.every((id) => handled.has(id))
  })
  return wanted.length
}

function findBroken(deadLetters: readonly number[], replayed: number): string[] {
  return [
    ...deadLetters.flatMap((count) =>
      count === MAX_DEAD_LETTERS ? [] : [`the consumer has ${count} dead letters instead of ${MAX_DEAD_LETTERS}`],
    ),
    ...(replayed === MAX_DEAD_LETTERS ? [] : [`${replayed} dead letters were replayed`]),
  ]
}

async function waitUntil(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WAIT_TIMEOUT_MS
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`Not in time: ${what}`)
    await delay(POLL_INTERVAL_MS)
  }
}
