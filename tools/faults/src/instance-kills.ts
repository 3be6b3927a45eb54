import { setTimeout as delay } from 'node:timers/promises'
import { type Stack, startStack } from '@meadow/testing/stack'
import { type Kill, killInstance } from './instance-kill.ts'
import { ownEngines } from './own-engines.ts'
import { brokenIn, told } from './sockets/check.ts'
import { type Device, isConnected, openDevice } from './sockets/device.ts'
import { type UnderLoad, underLoad } from './under-load.ts'

const SERVICES = ['chat', 'gateway', 'posts', 'notify'] as const
const LOOK_MS = 25
/** A read may meet the killed instance once: on a connection that breaks. */
const MOST_REPEATS = 1

type Answered = { instance: string; requests: number; messages: number }

const instancesOf = (service: string) => [service, `${service}-2`]

/**
 * The product on engines of its own with two instances each of gateway, chat, posts and notify; calls and sockets of its
 * members are spread over both. One of each is killed under load and comes back, and everything is read back afterwards.
 */
export async function instances({ seed, seconds }: { seed: number; seconds: number }): Promise<{ broken: string[] }> {
  process.env['RATE_LIMITS'] = 'off'
  await using own = await ownEngines()
  Object.assign(process.env, own.variables)
  await using stack = await startStack('--instances', '2')
  using open = new DisposableStack()
  const done: Kill[] = []
  const kills: number[] = []
  const devices: Device[] = []
  const messages: UnderLoad['history']['chat']['messages'][] = []
  const { broken: afterwards, ...counts } = await underLoad({ stack, seed, elsewhere: own.variables }, async (load) => {
    messages.push(load.history.chat.messages)
    devices.push(...(await openDevices(stack, load, open)))
    for (const service of SERVICES) {
      await delay(load.random.below(seconds * 1_000))
      const instance = load.random.pick(instancesOf(service))
      if (service === 'chat') kills.push(performance.now())
      done.push(await killInstance({ stack, load, service, instance, devices }))
      console.log(`${instance}: back after ${done.at(-1)?.backAfter} ms`)
    }
  })
  const hints = told({ devices, messages: messages.flatMap((all) => [...all.values()]), kills })
  const answered = await answeredBy(stack)
  const broken = [...done.flatMap(brokenBy), ...brokenIn(hints), ...answered.flatMap(idle), ...afterwards]
  console.table(done)
  console.table(answered)
  console.log(JSON.stringify({ fault: 'instances', seed, seconds, ...counts, ...hints, broken }))
  return { broken }
}

/** Each member has two, which begin at different gateways. */
async function openDevices(stack: Stack, { workers }: UnderLoad, open: DisposableStack): Promise<Device[]> {
  const devices = workers.flatMap((worker) =>
    stack.urls.map((_, first) => open.use(openDevice(worker, stack.urls, first))),
  )
  while (!devices.every(isConnected)) await delay(LOOK_MS)
  return devices
}

/** The other instance carries on: requests are answered at once, its sockets stay, and those of the killed one come to it. */
function brokenBy({ instance, mostRepeats, broke, stayed }: Kill): string[] {
  const holdsSockets = /^(chat|gateway)/.test(instance)
  return [
    ...(mostRepeats > MOST_REPEATS ? [`${instance}: a read was repeated ${mostRepeats} times`] : []),
    ...(stayed === 0 ? [`${instance}: no socket stayed`] : []),
    ...(broke > 0 === holdsSockets ? [] : [`${instance}: ${broke} sockets broke`]),
  ]
}

/** How many requests each instance has answered with success, and how many messages it has sent, by its own log. */
async function answeredBy(stack: Stack): Promise<Answered[]> {
  return Promise.all(
    SERVICES.flatMap(instancesOf).map(async (instance) => {
      const answers = (await stack.logOf(instance)).filter(({ status }) => Number(status) < 300)
      const requests = answers.filter(({ path }) => !String(path).startsWith('/health')).length
      const messages = answers.filter(({ method, path }) => method === 'POST' && path === '/messages').length
      return { instance, requests, messages }
    }),
  )
}

const idle = ({ instance, requests, messages }: Answered): string[] => [
  ...(requests > 0 ? [] : [`${instance} answered nothing`]),
  ...(messages > 0 || !instance.startsWith('chat') ? [] : [`${instance} sent no message`]),
]
