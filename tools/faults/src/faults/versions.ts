import { setTimeout as delay } from 'node:timers/promises'
import type { SeededRandom } from '@meadow/testing/random'
import type { Stack } from '@meadow/testing/stack'
import { defineFault } from '../fault.ts'
import { watchReads } from '../recovery.ts'
import { restartInstance } from '../restart-instance.ts'
import { type FaultRun, startFaultStack } from '../run/fault-run.ts'
import { runUnderLoad } from '../under-load.ts'
import { findMissingData, readNextVersionData } from '../versions/next-version-data.ts'
import { appendRemovedEvent } from '../versions/removed-event.ts'
import { createVersionTrees, PROGRAMS, type Version, type VersionTrees } from '../versions/version-trees.ts'

type Restart = { version: Version; instance: string; readyAfter: number }

const PAUSE_MS = 3_000

/**
 * Rolls all programs forward and back again, process by process, in an order that the seed decides: consumers must accept
 * what a newer version publishes and stores, whichever is updated first.
 */
export const fault = defineFault({
  summary: 'rolls from the current commit to a next version and back, on one set of stores',
  options: { instances: 2, seconds: 5 },
  async run(run, { instances, seconds }) {
    const trees = createVersionTrees(run)
    const stack = await startFaultStack(run, {
      script: trees.stackScript,
      options: ['--instances', String(instances)],
      environment: { DRAIN_SECONDS: '5' },
    })
    const restarts: Restart[] = []
    let reads = { reads: 0, failed: 0 }
    const { broken: violations, ...counts } = await runUnderLoad({ run, stack }, async (load) => {
      const reading = watchReads(load)
      await delay(seconds * 1_000)
      for (const version of ['next', 'current'] as const) {
        await appendRemovedEvent(stack)
        restarts.push(...(await rollOut({ run, stack, trees, random: load.random, version, instances })))
        await delay(seconds * 1_000)
      }
      reads = await reading.end()
    })
    const data = await readNextVersionData(stack)
    const broken = [
      ...(counts.failuresWithKey > 0 ? [`${counts.failuresWithKey} requests with a client key failed`] : []),
      ...(counts.failedReads > 0 ? [`${counts.failedReads} reads failed`] : []),
      ...findMissingData(data),
      ...violations,
    ]
    return { broken, figures: { ...counts, ...reads, ...data }, tables: [restarts] }
  },
})

type RollOut = {
  run: FaultRun
  stack: Stack
  trees: VersionTrees
  random: SeededRandom
  version: Version
  instances: number
}

async function rollOut({ run, stack, trees, random, version, instances }: RollOut): Promise<Restart[]> {
  const restarts: Restart[] = []
  const order = PROGRAMS.map((program) => ({ program, at: random.next() })).toSorted((one, other) => one.at - other.at)
  for (const { program } of order) {
    trees.use(program, version)
    for (const instance of toInstanceNames(program, instances)) {
      const readyAfter = await restartInstance(stack, instance)
      restarts.push({ version, instance, readyAfter })
      run.log(`${instance} is of the ${version} version after ${readyAfter} ms`)
      await delay(random.below(PAUSE_MS))
    }
  }
  return restarts
}

/** Returns the names of the instances: `chat`, `chat-2`, … */
const toInstanceNames = (program: string, instances: number): string[] =>
  Array.from({ length: instances }, (_, index) => (index === 0 ? program : `${program}-${index + 1}`))
