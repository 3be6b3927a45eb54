import { setTimeout as delay } from 'node:timers/promises'
import type { Stack } from '@meadow/testing/stack'
import { createProcessClocks, type ProcessClocks } from '../clock/process-clocks.ts'
import { defineFault } from '../fault.ts'
import { SERVICES } from '../history.ts'
import { watchReads } from '../recovery.ts'
import { findPort, restartInstance } from '../restart-instance.ts'
import { startFaultStack } from '../run/fault-run.ts'
import { isConnected, openSocketDevice } from '../sockets/device.ts'
import { runUnderLoad, type UnderLoad } from '../under-load.ts'

const SHIFT_MS = 2 * 3_600_000
const PROGRAMS = [...SERVICES, 'gateway'] as const
const PROBE_INTERVAL_MS = 100

type ShiftedClock = { instance: string; isAhead: boolean; reads: number; failedReads: number; offlineDevices: number }

/** Moves the clock of the second instance of each service two hours ahead, one after the other, while members act. */
export const fault = defineFault({
  summary: 'moves the clock of one instance two hours ahead; --service: only of this one',
  options: { seconds: 20, service: 'all' },
  async run(run, { seconds, service }) {
    const programs = PROGRAMS.filter((program) => service === 'all' || service === program)
    if (programs.length === 0) throw new Error(`There is no service '${service}'`)
    const clocks = createProcessClocks(run)
    const stack = await startFaultStack(run, {
      options: ['--instances', '2'],
      environment: { ...clocks.environment, DRAIN_SECONDS: '2' },
    })
    const shifted: ShiftedClock[] = []
    const { broken: violations, ...counts } = await runUnderLoad({ run, stack }, async (load) => {
      for (const program of programs) {
        const instance = `${program}-2`
        shifted.push(await shiftDuring({ stack, clocks, load, instance, seconds }))
        run.log(`${instance} was two hours ahead for ${seconds} s`)
      }
    })
    const broken = [
      ...(counts.refusedTokens > 0 ? [`${counts.refusedTokens} requests with a valid token were refused`] : []),
      ...shifted.flatMap(findBroken),
      ...violations,
    ]
    return { broken, figures: counts, tables: [shifted] }
  },
})

type Shift = { stack: Stack; clocks: ProcessClocks; load: UnderLoad; instance: string; seconds: number }

async function shiftDuring({ stack, clocks, load, instance, seconds }: Shift): Promise<ShiftedClock> {
  clocks.shift(await findPort(stack, instance), SHIFT_MS)
  await restartInstance(stack, instance)
  const reading = watchReads(load)
  const offlineDevices = await countOfflineDevices(stack, load, seconds)
  const { reads, failed } = await reading.end()
  const isAhead = (await stack.logOf(instance)).some(({ time }) => Date.parse(String(time)) > Date.now() + SHIFT_MS / 2)
  clocks.shift(0, 0)
  await restartInstance(stack, instance)
  return { instance, isAhead, reads, failedReads: failed, offlineDevices }
}

/** Opens a device for each acting member at each gateway, and counts those that are not connected at the end. */
async function countOfflineDevices(stack: Stack, { workers, client }: UnderLoad, seconds: number): Promise<number> {
  using open = new DisposableStack()
  const devices = workers.flatMap((worker) =>
    stack.urls.map((_, first) =>
      open.use(openSocketDevice(worker, { urls: stack.urls, first, tokens: client.tokens })),
    ),
  )
  await delay(seconds * 1_000)
  const deadline = Date.now() + seconds * 1_000
  while (!devices.every(isConnected) && Date.now() < deadline) await delay(PROBE_INTERVAL_MS)
  return devices.filter((device) => !isConnected(device)).length
}

const findBroken = ({ instance, isAhead, reads, failedReads, offlineDevices }: ShiftedClock): string[] => [
  ...(isAhead ? [] : [`The clock of ${instance} was not ahead`]),
  ...(failedReads > 0 ? [`${instance} ahead: ${failedReads} of ${reads} reads failed`] : []),
  ...(offlineDevices > 0 ? [`${instance} ahead: ${offlineDevices} devices were not connected`] : []),
]
