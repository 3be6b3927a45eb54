import { expect, it } from '@jest/globals'
import { eventually, testLog } from '@meadow/testing'
import type { SocketPush } from './push-bus.ts'
import { createSharedStateFanOut } from './shared-state-fan-out.ts'

const push: SocketPush = { to: { member: 'ann' }, name: 'unread', payload: { messages: 1, changeSeq: 1 } }
const peerTimings = { announceMs: 3_600_000, silenceMs: 3_600_000, answerMs: 0 }

/** Opens a pub/sub in memory. `cut` ends the subscriptions of all instances and begins them again. */
function openPubSub() {
  const subscribers = new Set<{ onMessage: (payload: string) => void; onResubscribed: () => void }>()
  const published: string[] = []
  const state = {
    get: async () => undefined,
    set: async () => undefined,
    async publish(_channel: string, payload: string) {
      published.push(payload)
      for (const { onMessage } of subscribers) onMessage(payload)
    },
    async subscribe(_channel: string, onMessage: (payload: string) => void, onResubscribed = () => {}) {
      const subscriber = { onMessage, onResubscribed }
      subscribers.add(subscriber)
      return { [Symbol.asyncDispose]: async () => void subscribers.delete(subscriber) }
    },
  }
  return { state, subscribers, countPushes: () => published.filter((payload) => payload.includes('"pushes"')).length }
}

async function startInstance({ state }: ReturnType<typeof openPubSub>) {
  const received: SocketPush[] = []
  const { publish, subscribe } = createSharedStateFanOut({ state, log: testLog, peerTimings })
  const subscription = await subscribe((pushes) => void received.push(...pushes))
  return { publish, received, stop: () => subscription[Symbol.asyncDispose]() }
}

it('publishes only while there is a peer', async () => {
  const pubSub = openPubSub()
  const one = await startInstance(pubSub)
  await eventually(async () => {
    const before = pubSub.countPushes()
    await one.publish([push])
    expect(pubSub.countPushes()).toBe(before)
  })
  const peer = await startInstance(pubSub)
  await one.publish([push])
  await eventually(() => expect(peer.received).toEqual([push]))
  await peer.stop()
  const before = pubSub.countPushes()
  await one.publish([push])
  expect(pubSub.countPushes()).toBe(before)
})

it('publishes until peers had time to answer, also after its subscription was lost', async () => {
  const pubSub = openPubSub()
  const { publish, subscribe } = createSharedStateFanOut({
    state: pubSub.state,
    log: testLog,
    peerTimings: { ...peerTimings, answerMs: 3_600_000 },
  })
  await publish([push])
  await subscribe(() => undefined)
  await publish([push])
  expect(pubSub.countPushes()).toBe(2)
})

it('knows the peers that were there before it, and those that its lost subscription has missed', async () => {
  const pubSub = openPubSub()
  const peer = await startInstance(pubSub)
  const one = await startInstance(pubSub)
  await one.publish([push])
  await eventually(() => expect(peer.received).toEqual([push]))
  const [, own] = [...pubSub.subscribers]
  if (!own) throw new Error('The instance is not subscribed')
  pubSub.subscribers.delete(own)
  const missed = await startInstance(pubSub)
  await peer.stop()
  pubSub.subscribers.add(own)
  own.onResubscribed()
  await one.publish([push])
  await eventually(() => expect(missed.received).toEqual([push]))
})
