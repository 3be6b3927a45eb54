import { setTimeout as delay } from 'node:timers/promises'
import type { Stack } from '@meadow/testing/stack'
import type { Service } from './history.ts'
import { READ_PATH_BY_SERVICE } from './recovery.ts'
import { getPid, waitForSuccessor } from './restart-instance.ts'
import { isConnected, type SocketDevice, waitUntilConnected } from './sockets/device.ts'
import type { UnderLoad } from './under-load.ts'

/**
 * The result of a kill. Times are milliseconds from the kill until the instance is ready, and until the outbox and the lag
 * are normal again. `broke` and `stayed` count the sockets.
 */
export type InstanceKill = {
  instance: string
  backAfter: number
  effectsAfter: number
  mostWaiting: number
  reads: number
  repeated: number
  mostRepeats: number
  longestRead: number
  broke: number
  stayed: number
}

type KillInstanceDeps = {
  stack: Stack
  load: UnderLoad
  service: Service | 'gateway'
  instance: string
  devices: readonly SocketDevice[]
}

const PROBE_INTERVAL_MS = 50
/** The normal number of waiting events. */
const MAX_WAITING_EVENTS = 20
/** Longer than Kafka's session time-out of a consumer. */
const EFFECTS_DURATION_MS = 8_000

/** Kills one process, waits until it is ready again, and measures the others. @throws if it does not restart */
export async function killInstance({
  stack,
  load,
  service,
  instance,
  devices,
}: KillInstanceDeps): Promise<InstanceKill> {
  const pid = getPid(stack, instance)
  const connections = devices.filter(isConnected).map((device) => device.connections.at(-1))
  const reading = startReading(load)
  const startedAt = performance.now()
  const elapsed = () => Math.round(performance.now() - startedAt)
  process.kill(pid, 'SIGKILL')
  const [backAfter, effects] = await Promise.all([
    waitForSuccessor(stack, instance, pid),
    watchEffects(load, service, elapsed),
  ])
  await waitUntilConnected(devices)
  const stayed = connections.filter((one) => one?.until === Number.POSITIVE_INFINITY).length
  return { instance, backAfter, ...effects, ...(await reading.end()), broke: connections.length - stayed, stayed }
}

/** Measures when more events than normal waited for the last time, in the outbox of a service or on the bus. */
async function watchEffects({ databases }: UnderLoad, service: Service | 'gateway', elapsed: () => number) {
  const waitingNow = async () => {
    if (service === 'gateway') return 0
    const [waiting, lags] = await Promise.all([databases.stores[service].waiting(), databases.lag()])
    return lags.filter(({ group }) => group === service).reduce((sum, { lag }) => sum + lag, waiting)
  }
  let [effectsAfter, mostWaiting] = [0, 0]
  for (
    let waiting = await waitingNow();
    waiting > MAX_WAITING_EVENTS || elapsed() < EFFECTS_DURATION_MS;
    waiting = await waitingNow()
  ) {
    mostWaiting = Math.max(mostWaiting, waiting)
    if (waiting > MAX_WAITING_EVENTS) effectsAfter = elapsed()
    await delay(PROBE_INTERVAL_MS)
  }
  return { effectsAfter, mostWaiting }
}

/** Reads from every service until `end`. Repeats failed reads at the next gateway. */
function startReading({ client, token }: UnderLoad) {
  const counts = { reads: 0, repeated: 0, mostRepeats: 0, longestRead: 0 }
  let isStopped = false
  const reading = Object.values(READ_PATH_BY_SERVICE).map(async (path) => {
    for (; !isStopped; await delay(PROBE_INTERVAL_MS)) {
      const startedAt = performance.now()
      const { status, repeats } = await client.callUntilResponse({ path, token })
      if (status !== 200) throw new Error(`${path} responded with ${status}`)
      counts.reads++
      if (repeats > 0) counts.repeated++
      counts.mostRepeats = Math.max(counts.mostRepeats, repeats)
      counts.longestRead = Math.max(counts.longestRead, Math.round(performance.now() - startedAt))
    }
  })
  return {
    async end() {
      isStopped = true
      await Promise.all(reading)
      return counts
    },
  }
}
