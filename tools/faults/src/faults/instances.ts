import { setTimeout as delay } from 'node:timers/promises'
import type { Stack } from '@meadow/testing/stack'
import { defineFault } from '../fault.ts'
import { type InstanceKill, killInstance } from '../instance-kill.ts'
import { openOwnEngines } from '../own-engines.ts'
import { startFaultStack } from '../run/fault-run.ts'
import { countMessagePushes, findBrokenPushes } from '../sockets/check.ts'
import type { SocketDevice } from '../sockets/device.ts'
import { openDevicePairs } from '../sockets/device-pairs.ts'
import { runUnderLoad, type UnderLoad } from '../under-load.ts'

const SERVICES = ['chat', 'gateway', 'posts', 'notify', 'auth', 'social'] as const
/** A read may reach the killed instance once, on a connection that breaks. */
const MAX_READ_REPEATS = 1

type InstanceActivity = { instance: string; requests: number; messages: number }

const toInstanceNames = (service: string) => [service, `${service}-2`]

/**
 * Runs the product on its own engines with two instances of each process. Requests and sockets use both. Kills one instance of each under load, then checks all data.
 */
export const fault = defineFault({
  summary: 'kills one of two instances of each service; --seconds: the maximum time before each kill',
  options: { seconds: 60 },
  async run(run, { seconds }) {
    const { variables } = await openOwnEngines(run)
    const stack = await startFaultStack(run, { options: ['--instances', '2'], environment: variables })
    const open = run.opened.use(new DisposableStack())
    const done: InstanceKill[] = []
    const kills: number[] = []
    const devices: SocketDevice[] = []
    const messages: UnderLoad['history']['chat']['messages'][] = []
    const { broken: violations, ...counts } = await runUnderLoad(
      { run, stack, engineUrls: variables },
      async (load) => {
        messages.push(load.history.chat.messages)
        devices.push(...(await openDevicePairs(stack, load, open)))
        for (const service of SERVICES) {
          await delay(load.random.below(seconds * 1_000))
          const instance = load.random.pick(toInstanceNames(service))
          if (service === 'chat') kills.push(performance.now())
          done.push(await killInstance({ stack, load, service, instance, devices }))
          run.log(`${instance}: ready after ${done.at(-1)?.backAfter} ms`)
        }
      },
    )
    const pushes = countMessagePushes({ devices, messages: messages.flatMap((all) => [...all.values()]), kills })
    const activities = await readActivity(stack)
    const broken = [
      ...done.flatMap(findBroken),
      ...findBrokenPushes(pushes),
      ...activities.flatMap(findIdle),
      ...violations,
    ]
    return { broken, figures: { ...counts, ...pushes }, tables: [done, activities] }
  },
})

/** Checks that the other instance responds, and that exactly the sockets of the killed one broke. */
function findBroken({ instance, mostRepeats, broke, stayed }: InstanceKill): string[] {
  const holdsSockets = /^(chat|gateway)/.test(instance)
  return [
    ...(mostRepeats > MAX_READ_REPEATS ? [`${instance}: a read was repeated ${mostRepeats} times`] : []),
    ...(stayed === 0 ? [`${instance}: no socket stayed`] : []),
    ...(broke > 0 === holdsSockets ? [] : [`${instance}: ${broke} sockets broke`]),
  ]
}

/** Counts the successful requests and the sent messages of each instance in its log. */
async function readActivity(stack: Stack): Promise<InstanceActivity[]> {
  return Promise.all(
    SERVICES.flatMap(toInstanceNames).map(async (instance) => {
      const successful = (await stack.logOf(instance)).filter(({ status }) => Number(status) < 300)
      const requests = successful.filter(({ path }) => !String(path).startsWith('/health')).length
      const messages = successful.filter(({ method, path }) => method === 'POST' && path === '/messages').length
      return { instance, requests, messages }
    }),
  )
}

const findIdle = ({ instance, requests, messages }: InstanceActivity): string[] => [
  ...(requests > 0 ? [] : [`${instance} handled no request`]),
  ...(messages > 0 || !instance.startsWith('chat') ? [] : [`${instance} sent no message`]),
]
