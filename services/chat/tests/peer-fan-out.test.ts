import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { PRESENCE_LEASES_KEY, presenceKey } from '@meadow/members'
import { openSharedState, type SharedState } from '@meadow/storage'
import { describeOnEachEngine, eventually, testLog } from '@meadow/testing'
import { openTestDatabase } from '@meadow/testing/postgres'
import { onSharedRedis } from '@meadow/testing/redis'
import { Server } from 'socket.io'
import type { RealtimeServer } from '../src/realtime/connections/socket-types.ts'
import { createFindConnectedInstances } from '../src/realtime/presence/connected-instances.ts'
import { createPresenceTracker } from '../src/realtime/presence/presence-tracker.ts'
import { createPeerFanOut } from '../src/realtime/push/peer-fan-out.ts'
import type { SocketPush } from '../src/realtime/push/push-bus.ts'
import { openRedisAdapter } from '../src/realtime/push/redis-adapter.ts'
import { createRedisChannels } from '../src/realtime/push/redis-channels.ts'
import { createSharedStateChannels } from '../src/realtime/push/shared-state-channels.ts'

type Fault = 'none' | 'no reads' | 'no writes' | 'no announcements'

/** Opens the real-time parts of instances, without their sockets, on one shared state. Their clock can be advanced. */
async function openInstances(server: { url: string } & Partial<AsyncDisposable>, isRedis: boolean) {
  const opened = new AsyncDisposableStack()
  opened.defer(async () => server[Symbol.asyncDispose]?.())
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const state = opened.use(await openSharedState(server.url, { now, log: testLog }))

  async function start({ renewalIntervalMs = 3_600_000, silenceMs = 3_600_000 } = {}) {
    const address = randomUUID()
    const own = opened.use(await openSharedState(server.url, { now, log: testLog }))
    let fault: Fault = 'none'
    let publications = 0
    const failing = <Key extends keyof SharedState>(key: Key, cause: Fault): SharedState[Key] =>
      (async (...args: never[]) => {
        if (fault === cause) throw new Error(cause)
        return (own[key] as (...values: never[]) => unknown)(...args)
      }) as never
    const counted = {
      ...own,
      getMany: failing('getMany', 'no reads'),
      compareAndSetMany: failing('compareAndSetMany', 'no writes'),
      publish(channel: string, payload: string) {
        if (channel !== 'socket-pushes') publications += 1
        else if (fault === 'no announcements') return Promise.reject(new Error(fault))
        return own.publish(channel, payload)
      },
    }
    const deps = { address, state: counted, log: testLog, now }
    const peerTimings = { announceMs: 20, silenceMs, answerMs: 0 }
    const stateChannels = createSharedStateChannels({ ...deps, peerTimings })
    const adapter = isRedis ? opened.use(await openRedisAdapter(server.url, testLog)) : undefined
    const io: RealtimeServer = new Server({ ...(adapter && { adapter: adapter.create }) })
    const channels = adapter ? createRedisChannels(io, adapter, stateChannels) : stateChannels
    const { publish, subscribe } = createPeerFanOut({
      ...deps,
      channels: {
        ...channels,
        publishToAll(pushes) {
          publications += 1
          return channels.publishToAll(pushes)
        },
      },
      findConnectedInstances: createFindConnectedInstances(deps),
    })
    const received: SocketPush[] = []
    const subscription = await subscribe((pushes) => void received.push(...pushes))
    const publisher = { publishChange: () => {}, publishLost: async () => {} }
    const tracker = createPresenceTracker({
      ...deps,
      publisher,
      presenceTimings: { graceMs: 0, renewalIntervalMs },
      onLeasesRead: channels.setLeasedPeers,
    })
    await tracker.start()
    const end = new AsyncDisposableStack()
    end.defer(() => tracker.stop())
    end.use(subscription)
    opened.use(end)
    return {
      listPeers: channels.listPeers,
      connect: tracker.connectedMembers.addSocket,
      publish: (...pushes: SocketPush[]) => publish(pushes),
      received,
      countPublications: () => publications,
      breaks(next: Fault) {
        fault = next
      },
      stopAnnouncing: end,
    }
  }

  /** Starts instances that know each other. */
  async function startAll(count: number, options: Parameters<typeof start>[0] = {}) {
    const instances = await Promise.all(Array.from({ length: count }, () => start(options)))
    await eventually(async () => {
      for (const { listPeers } of instances) expect(listPeers()).toHaveLength(count - 1)
      const leases = JSON.parse((await state.get(PRESENCE_LEASES_KEY)) ?? '{}')
      expect(Object.keys(leases)).toHaveLength(2 * count) // of the instances and of their addresses
    })
    return instances as [Instance, Instance, Instance]
  }
  type Instance = Awaited<ReturnType<typeof start>>

  return {
    state,
    start,
    startAll,
    pass(seconds: number) {
      ahead += seconds * 1_000
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

let counter = 0
const pushTo = (...members: string[]): SocketPush => ({
  to: members.length === 1 ? { member: members[0] ?? '' } : { members },
  name: 'unread',
  payload: { notifications: ++counter },
})
const pushToWatchers = (): SocketPush => ({
  to: { watching: randomUUID(), author: randomUUID() },
  name: 'postDeleted',
  payload: { postId: randomUUID() },
})

const engines = {
  postgres: async () => openInstances(await openTestDatabase(), false),
  ...(await onSharedRedis((url) => openInstances({ url }, true))),
}

describeOnEachEngine(engines, (open) => {
  describe('a push for members', () => {
    it('is published to the instances that hold their sockets only', async () => {
      await using shared = await open()
      const [a, b, c] = await shared.startAll(3)
      const [ann, ben, cleo, nobody] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
      await Promise.all([a.connect(ann), b.connect(ben), c.connect(cleo)])
      const [toBen, toAll, toCleo] = [pushTo(ben), pushTo(ann, ben, cleo, nobody), pushTo(cleo)]
      await a.publish(toBen)
      await a.publish(toAll, toCleo)
      await eventually(() => {
        expect(b.received).toEqual([toBen, toAll])
        expect(c.received).toEqual([toAll, toCleo])
      })
      expect(a.received).toEqual([])
      expect(a.countPublications()).toBe(3)
    })

    it('is published to nobody if this instance holds all their sockets, or if they have none', async () => {
      await using shared = await open()
      const [a] = await shared.startAll(3)
      const ann = randomUUID()
      await a.connect(ann)
      await a.publish(pushTo(ann), pushTo(ann, randomUUID()), pushTo(randomUUID()))
      expect(a.countPublications()).toBe(0)
    })

    it('reaches members who have connected a moment ago', async () => {
      await using shared = await open()
      const [a, b, c] = await shared.startAll(3)
      const pushes = await Promise.all(
        Array.from({ length: 20 }, async (_none, index) => {
          const member = randomUUID()
          await (index % 2 ? b : c).connect(member)
          const push = pushTo(member)
          await a.publish(push)
          return push
        }),
      )
      await eventually(() => expect([...b.received, ...c.received]).toHaveLength(pushes.length))
      expect([...b.received, ...c.received]).toEqual(expect.arrayContaining(pushes))
    })

    it('is published to all peers while presence cannot be read', async () => {
      await using shared = await open()
      const [a, b, c] = await shared.startAll(3)
      const ben = randomUUID()
      await b.connect(ben)
      a.breaks('no reads')
      const push = pushTo(ben)
      await a.publish(push)
      await eventually(() => expect([b.received, c.received]).toEqual([[push], [push]]))
    })

    it('reaches a member whose row could not be written, and goes by address again afterwards', async () => {
      await using shared = await open()
      const [a, b, c] = await shared.startAll(3)
      const [ben, cleo] = [randomUUID(), randomUUID()]
      await c.connect(cleo)
      b.breaks('no writes')
      await b.connect(ben)
      await eventually(async () => {
        await a.publish(pushTo(ben))
        expect(b.received).not.toEqual([])
      })
      b.breaks('none')
      await eventually(async () => {
        const before = a.countPublications()
        await a.publish(pushTo(randomUUID()))
        expect(a.countPublications()).toBe(before)
      })
      const [toBen, toCleo] = [pushTo(ben), pushTo(cleo)]
      await a.publish(toBen, toCleo)
      await eventually(() => expect([b.received.at(-1), c.received.at(-1)]).toEqual([toBen, toCleo]))
      expect(c.received).not.toContainEqual(toBen)
    })

    it('reaches a peer whose announcements were lost', async () => {
      await using shared = await open()
      const a = await shared.start({ renewalIntervalMs: 20 })
      a.breaks('no announcements')
      const [ann, b] = [randomUUID(), await shared.start({ renewalIntervalMs: 20 })]
      await a.connect(ann)
      await eventually(() => expect(b.listPeers()).toHaveLength(1))
      const push = pushTo(ann)
      await b.publish(push)
      await eventually(() => expect(a.received).toEqual([push]))
    })

    it('is not lost while the shared state is emptied, and goes by address again afterwards', async () => {
      await using shared = await open()
      const [a, b, c] = await shared.startAll(3, { renewalIntervalMs: 100 })
      const ben = randomUUID()
      await b.connect(ben)
      // The row first: an instance without its lease writes its rows again, and does not notice if they are deleted after that
      for (const key of [presenceKey(ben), PRESENCE_LEASES_KEY]) await shared.state.delete(key)
      const pushes: SocketPush[] = []
      const publishOne = async () => {
        const push = pushTo(ben)
        pushes.push(push)
        await a.publish(push)
      }
      await publishOne()
      await eventually(() => expect(c.received).not.toEqual([])) // nobody knows where the member is
      await eventually(async () => {
        await publishOne()
        expect(await shared.state.get(presenceKey(ben))).toBeDefined()
        const before = c.received.length
        await publishOne()
        await eventually(() => expect(b.received).toHaveLength(pushes.length))
        expect(c.received).toHaveLength(before)
      })
      expect(b.received).toEqual(pushes)
    })

    it('is not published to an instance that has died', async () => {
      await using shared = await open()
      const [a, , c] = await shared.startAll(3, { renewalIntervalMs: 20, silenceMs: 200 })
      const cleo = randomUUID()
      await c.connect(cleo)
      await c.stopAnnouncing.disposeAsync() // its row stays, as if it had been killed
      shared.pass(31)
      await eventually(async () => {
        const before = a.countPublications()
        await a.publish(pushTo(cleo))
        expect(a.countPublications()).toBe(before)
      })
    })
  })

  describe('a push for the watchers of a post', () => {
    it('is published to all peers', async () => {
      await using shared = await open()
      const [a, b, c] = await shared.startAll(3)
      const push = pushToWatchers()
      await a.publish(push)
      await eventually(() => expect([b.received, c.received]).toEqual([[push], [push]]))
      expect(a.received).toEqual([])
    })
  })
})
