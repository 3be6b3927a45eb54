import { setTimeout as delay } from 'node:timers/promises'
import { defineFault } from '../fault.ts'
import { watchReads } from '../recovery.ts'
import type { FailureCounts } from '../repeating-client.ts'
import { restartInstance } from '../restart-instance.ts'
import { startFaultStack } from '../run/fault-run.ts'
import { countMessagePushes, findBrokenPushes } from '../sockets/check.ts'
import type { SocketDevice } from '../sockets/device.ts'
import { openDevicePairs } from '../sockets/device-pairs.ts'
import { runUnderLoad, type UnderLoad } from '../under-load.ts'

const SERVICES = ['auth', 'social', 'posts', 'notify', 'chat', 'gateway'] as const
const PAUSE_MS = 2_000

/** A planned restart. `readyAfter` is the time in milliseconds from SIGTERM until the successor is ready. */
type InstanceRestart = { instance: string; readyAfter: number; reads: number } & FailureCounts

const toInstanceNames = (service: string) => [service, `${service}-2`]

/**
 * Runs the product with two instances of each process, and restarts them one after the other by SIGTERM under load, as a
 * deployment does. Reads and writes with a client key must succeed at the first attempt, and no connected device may miss
 * a push.
 */
export const fault = defineFault({
  summary: 'restarts each instance by SIGTERM; --service: only the instances of one service',
  options: { service: 'all' },
  async run(run, { service }) {
    const services = SERVICES.filter((name) => service === 'all' || name === service)
    if (services.length === 0) throw new Error(`There is no service '${service}'`)
    const environment = { DRAIN_SECONDS: '5' }
    const stack = await startFaultStack(run, { options: ['--instances', '2'], environment })
    const open = run.opened.use(new DisposableStack())
    const restarts: InstanceRestart[] = []
    const devices: SocketDevice[] = []
    const messages: UnderLoad['history']['chat']['messages'][] = []
    const { broken: violations, ...counts } = await runUnderLoad({ run, stack }, async (load) => {
      messages.push(load.history.chat.messages)
      devices.push(...(await openDevicePairs(stack, load, open)))
      for (const instance of services.flatMap(toInstanceNames)) {
        await delay(PAUSE_MS)
        const before = { ...load.client.counts }
        const reading = watchReads(load)
        const readyAfter = await restartInstance(stack, instance)
        const { reads } = await reading.end()
        restarts.push({ instance, readyAfter, reads, ...subtractCounts(load.client.counts, before) })
        run.log(`${instance}: ready after ${readyAfter} ms`)
      }
    })
    const requests = restarts.reduce((sum, { reads }) => sum + reads, counts.operations)
    const pushes = countMessagePushes({ devices, messages: messages.flatMap((all) => [...all.values()]), kills: [] })
    const broken = [...restarts.flatMap(findBroken), ...findBrokenPushes(pushes), ...violations]
    return { broken, figures: { ...counts, requests, ...pushes }, tables: [restarts] }
  },
})

const subtractCounts = (now: FailureCounts, before: FailureCounts): FailureCounts => ({
  failures: now.failures - before.failures,
  failuresWithKey: now.failuresWithKey - before.failuresWithKey,
  failedReads: now.failedReads - before.failedReads,
  refusedTokens: now.refusedTokens - before.refusedTokens,
})

const findBroken = ({ instance, failedReads, failuresWithKey }: InstanceRestart): string[] => [
  ...(failedReads > 0 ? [`${instance}: ${failedReads} reads failed`] : []),
  ...(failuresWithKey > 0 ? [`${instance}: ${failuresWithKey} writes with a client key failed`] : []),
]
