import { setTimeout as delay } from 'node:timers/promises'
import type { Stack } from '@meadow/testing/stack'
import type { Service } from './history.ts'
import { READS } from './recovery.ts'
import { type Device, isConnected } from './sockets/device.ts'
import type { UnderLoad } from './under-load.ts'

/**
 * Times in milliseconds from the kill: until the instance answered again, and until no more events waited than at any time.
 * `repeated` reads were asked again, the worst of them `mostRepeats` times; of the sockets some `broke`, the others `stayed`.
 */
export type Kill = {
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

type Of = { stack: Stack; load: UnderLoad; service: Service | 'gateway'; instance: string; devices: readonly Device[] }

const LOOK_MS = 50
const BACK_WITHIN_MS = 60_000
/** As many events may wait, or be behind, at any time. */
const FEW = 20
/** Longer than Kafka waits for a consumer that is gone. */
const EFFECTS_MS = 8_000

/** Kills one process, waits until it is back, and tells how the others carried on. @throws when it does not come back */
export async function killInstance({ stack, load, service, instance, devices }: Of): Promise<Kill> {
  const pid = stack.pidOf(instance)
  if (pid === undefined) throw new Error(`${instance} does not run`)
  const connections = devices.filter(isConnected).map((device) => device.connections.at(-1))
  const reading = readOnAndOn(load)
  const begun = performance.now()
  const elapsed = () => Math.round(performance.now() - begun)
  process.kill(pid, 'SIGKILL')
  const comeBack = async () => {
    while (!(await isBack(stack, instance, pid))) {
      if (elapsed() > BACK_WITHIN_MS) throw new Error(`${instance} did not come back`)
      await delay(LOOK_MS)
    }
    return elapsed()
  }
  const [backAfter, effects] = await Promise.all([comeBack(), watchEffects(load, service, elapsed)])
  while (!devices.every(isConnected)) await delay(LOOK_MS)
  const stayed = connections.filter((one) => one?.until === Number.POSITIVE_INFINITY).length
  return { instance, backAfter, ...effects, ...(await reading.end()), broke: connections.length - stayed, stayed }
}

/** Another process has its name, and says that it is ready. */
async function isBack(stack: Stack, instance: string, killed: number): Promise<boolean> {
  if ([killed, undefined].includes(stack.pidOf(instance))) return false
  const { port } = (await stack.logOf(instance)).findLast(({ msg }) => msg === 'listening') ?? {}
  const path = instance.startsWith('gateway') ? 'api/health' : 'health/ready'
  return fetch(`http://127.0.0.1:${port}/${path}`).then(
    async (answer) => (await answer.text()) !== '' && answer.ok,
    () => false,
  )
}

/** When more events than usual waited in the outbox of a service, or for it on the bus, for the last time. */
async function watchEffects({ databases }: UnderLoad, service: Service | 'gateway', elapsed: () => number) {
  const waitingNow = async () => {
    if (service === 'gateway') return 0
    const [waiting, lags] = await Promise.all([databases.stores[service].waiting(), databases.lag()])
    return lags.filter(({ group }) => group === service).reduce((sum, { lag }) => sum + lag, waiting)
  }
  let [effectsAfter, mostWaiting] = [0, 0]
  for (let waiting = await waitingNow(); waiting > FEW || elapsed() < EFFECTS_MS; waiting = await waitingNow()) {
    mostWaiting = Math.max(mostWaiting, waiting)
    if (waiting > FEW) effectsAfter = elapsed()
    await delay(LOOK_MS)
  }
  return { effectsAfter, mostWaiting }
}

/** Reads from every service until it is ended; what fails is asked again, of the next gateway. */
function readOnAndOn({ client, token }: UnderLoad) {
  const counts = { reads: 0, repeated: 0, mostRepeats: 0, longestRead: 0 }
  let isOver = false
  const reading = Object.values(READS).map(async (path) => {
    for (; !isOver; await delay(LOOK_MS)) {
      const begun = performance.now()
      const { status, repeats } = await client.insist({ path, token })
      if (status !== 200) throw new Error(`${path} was answered ${status}`)
      counts.reads++
      if (repeats > 0) counts.repeated++
      counts.mostRepeats = Math.max(counts.mostRepeats, repeats)
      counts.longestRead = Math.max(counts.longestRead, Math.round(performance.now() - begun))
    }
  })
  return {
    async end() {
      isOver = true
      await Promise.all(reading)
      return counts
    },
  }
}
