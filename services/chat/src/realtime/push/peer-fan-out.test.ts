import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from '@jest/globals'
import { eventually, testLog } from '@meadow/testing'
import type { PeerTimings } from './known-peers.ts'
import { createPeerFanOut } from './peer-fan-out.ts'
import type { SocketPush } from './push-bus.ts'
import { createSharedStateChannels } from './shared-state-channels.ts'

const push: SocketPush = { to: { member: 'ann' }, name: 'unread', payload: { messages: 1, changeSeq: 1 } }
const peerTimings = { announceMs: 3_600_000, silenceMs: 3_600_000, answerMs: 0 }

/** Opens a shared state in memory, without presence. */
function openState() {
  type Subscriber = { channel: string; onMessage: (payload: string) => void; onResubscribed: () => void }
  const subscribers = new Set<Subscriber>()
  const published: string[] = []
  const values = new Map<string, string>()
  const state = {
    get: (key: string) => nextTurn(values.get(key)),
    set: async (key: string, value: string) => void values.set(key, value),
    async publish(to: string, payload: string) {
      published.push(payload)
      for (const { channel, onMessage } of subscribers) if (channel === to) onMessage(payload)
    },
    async subscribe(channel: string, onMessage: (payload: string) => void, onResubscribed = () => {}) {
      const subscriber = { channel, onMessage, onResubscribed }
      subscribers.add(subscriber)
      return { [Symbol.asyncDispose]: async () => void subscribers.delete(subscriber) }
    },
  }
  return { state, subscribers, countPushes: () => published.filter((payload) => payload.includes('"pushes"')).length }
}

function createFanOut({ state }: ReturnType<typeof openState>, timings: PeerTimings = peerTimings) {
  const address = randomUUID()
  const channels = createSharedStateChannels({ address, state, log: testLog, peerTimings: timings })
  const findConnectedInstances = () => Promise.reject(new Error('Presence is not tested here'))
  return createPeerFanOut({ address, channels, findConnectedInstances, log: testLog })
}

async function startInstance(opened: ReturnType<typeof openState>) {
  const received: SocketPush[] = []
  const { publish, subscribe } = createFanOut(opened)
  const subscription = await subscribe((pushes) => void received.push(...pushes))
  return { publish, received, stop: () => subscription[Symbol.asyncDispose]() }
}

it('publishes only while there is a peer', async () => {
  const opened = openState()
  const one = await startInstance(opened)
  await eventually(async () => {
    const before = opened.countPushes()
    await one.publish([push])
    expect(opened.countPushes()).toBe(before)
  })
  const peer = await startInstance(opened)
  await one.publish([push])
  await eventually(() => expect(peer.received).toEqual([push]))
  await peer.stop()
  const before = opened.countPushes()
  await one.publish([push])
  expect(opened.countPushes()).toBe(before)
})

it('publishes until peers had time to answer, also after its subscription was lost', async () => {
  const opened = openState()
  const { publish, subscribe } = createFanOut(opened, { ...peerTimings, answerMs: 3_600_000 })
  await publish([push])
  await subscribe(() => undefined)
  await publish([push])
  expect(opened.countPushes()).toBe(2)
})

it('knows the peers that were there before it, and those that its lost subscription has missed', async () => {
  const opened = openState()
  const peer = await startInstance(opened)
  const one = await startInstance(opened)
  await one.publish([push])
  await eventually(() => expect(peer.received).toEqual([push]))
  const own = [...opened.subscribers].slice(-2) // the channels of all instances and of this one
  for (const subscriber of own) opened.subscribers.delete(subscriber)
  const missed = await startInstance(opened)
  await peer.stop()
  for (const subscriber of own) opened.subscribers.add(subscriber)
  for (const { onResubscribed } of own) onResubscribed()
  await one.publish([push])
  await eventually(() => expect(missed.received).toEqual([push]))
})

it('delivers the pushes of a peer in order, also those that are too long for one message', async () => {
  const opened = openState()
  const [one, peer] = [await startInstance(opened), await startInstance(opened)]
  const long: SocketPush = { ...push, to: { members: Array.from({ length: 300 }, () => randomUUID()) } } as SocketPush
  await one.publish([long])
  await one.publish([push])
  await eventually(() => expect(peer.received).toEqual([long, push]))
})
