import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { createPresenceReader, presenceKey } from '@meadow/members'
import { type EndedSessionsNotice, newId, openTrustStore, SESSION_ENDED_CHANNEL } from '@meadow/service'
import { createRedisClient, readRedisUrl } from '@meadow/storage/redis'
import { alice, bob, describeOnEachEngine, eventually, type TestMember, testLog } from '@meadow/testing'
import { onOwnRedis, onSharedRedis } from '@meadow/testing/redis'
import { toInstanceAddress } from '../src/realtime/presence/instance-name.ts'
import { openRedisAdapter } from '../src/realtime/push/redis-adapter.ts'
import { startChatApi } from './chat-api.ts'
import { startChat } from './chat-harness.ts'
import { createPostId, testEvents } from './chat-test-events.ts'

const peerTimings = { announceMs: 30_000, silenceMs: 100_000, answerMs: 0 }

/** Starts chat with a record of the pushes that its instances publish to all others by the adapter. */
async function startOnRedis(stateUrl: string) {
  await using opening = new AsyncDisposableStack()
  const adapter = opening.use(await openRedisAdapter(stateUrl, testLog))
  const { server, prefix } = readRedisUrl(stateUrl)
  const subscriber = createRedisClient(server, { connectionName: 'meadow-test', isSubscriber: true })
  opening.defer(() => subscriber.disconnect())
  const publishedByAdapter: unknown[] = []
  subscriber.on('message', (_channel, message) => publishedByAdapter.push(message))
  await subscriber.subscribe(`${prefix}sockets-request#/#`)
  const chat = opening.use(await startChatApi({ adapter, peerTimings }, { stateUrl }))
  const opened = opening.move()
  return { ...chat, publishedByAdapter, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

const startOnPostgres = async () => ({ ...(await startChatApi({ peerTimings })), publishedByAdapter: [] as unknown[] })

describeOnEachEngine({ postgres: startOnPostgres, ...(await onSharedRedis(startOnRedis)) }, (start) => {
  it('instances push to the sockets of all instances once, even what is too long for one pub/sub message', async () => {
    await using chat = await start()
    const { url } = await chat.startInstance()
    const clients = await Promise.all([chat.connect(bob), chat.connect(bob, { url })])
    const postId = createPostId()
    const comments = Array.from({ length: 3 }, () => ({ by: alice, text: 'ä'.repeat(2_000) }))
    await chat.bus.publish([
      testEvents.notificationCreated(bob, alice, 5),
      testEvents.postLiked(postId, alice, bob, { rev: 1, comments }),
    ])
    for (const client of clients) {
      await chat.waitUntilPushed(client, bob)
      await eventually(() => expect(client.received('postUpdated')).toMatchObject([{ _id: postId, commentsCount: 3 }]))
      expect(client.received('notification')).toHaveLength(1)
    }
  })

  it('pushes for members go to the instances of their sockets, once, and to no others', async () => {
    await using chat = await start()
    const { as, bus, state, tokens, publishedByAdapter } = chat
    const [ann, ben] = await chat.addMutualFollowers()
    const carol = await chat.addMember()
    const [b, c] = [await chat.startInstance(), await chat.startInstance()]
    const sid = randomUUID()
    const [toAnn, toBen] = await Promise.all([
      chat.connect(ann),
      chat.connect(ben, { url: b.url, auth: { token: tokens.tokenFor(ben, { sid }) } }),
      chat.connect(carol, { url: c.url }),
    ])
    const { instances } = JSON.parse((await state.get(presenceKey(carol._id))) ?? '')
    const toOthers: string[] = []
    const record = (payload: string) => payload.includes('"pushes"') && toOthers.push(payload)
    await using _toAll = await state.subscribe('socket-pushes', record)
    await using _toC = await state.subscribe(`socket-pushes:${toInstanceAddress(instances[0])}`, record)
    await eventually(async () => {
      for (const records of [toOthers, publishedByAdapter]) records.length = 0
      await chat.waitUntilPushed(toBen, ben)
      expect([...toOthers, ...publishedByAdapter]).toEqual([]) // the instances know each other
    })

    const message = await as(ann).sendMessage(ben, 'Hello')
    await as(ben).put(`/messages/conversations/${ann._id}/read`).expect(200)
    expect(await toBen.emit('typing', { recipientId: ann._id })).toEqual({ ok: true })
    await bus.publish([testEvents.notificationCreated(ben, ann, 5), testEvents.notificationCreated(ann, ben, 5)])
    await eventually(() => {
      for (const client of [toAnn, toBen]) {
        expect(client.received('notification')).toHaveLength(1)
        expect(client.received('messageRead')).toHaveLength(1)
      }
      expect(toBen.received('newMessage')).toMatchObject([{ _id: message._id }])
      expect(toAnn.received('messageSent')).toMatchObject([{ _id: message._id }])
      expect(toAnn.received('typing')).toHaveLength(1)
    })
    tokens.endSession(sid)
    expect(await toBen.disconnected).toBe('io server disconnect')
    expect([...toOthers, ...publishedByAdapter]).toEqual([])
  })
})

describe('an instance', () => {
  it('closes the sockets of a suspended member, as all others do, by the channel of the shared state', async () => {
    const listeners: ((notice: EndedSessionsNotice) => void)[] = []
    const onEnded = (listener: (notice: EndedSessionsNotice) => void): Disposable => {
      listeners.push(listener)
      return { [Symbol.dispose]: () => {} }
    }
    await using chat = await startChatApi({ onEnded })
    const [suspended, neighbour] = [await chat.addMember(), await chat.addMember()]
    const { url } = await chat.startInstance()
    const sign = (member: TestMember) => ({ token: chat.tokens.tokenFor(member, { sid: newId(new Date()) }) })
    const sockets = await Promise.all([
      chat.connect(suspended, { auth: sign(suspended) }),
      chat.connect(suspended, { url, auth: sign(suspended) }),
    ])
    const others = await Promise.all([
      chat.connect(neighbour, { auth: sign(neighbour) }),
      chat.connect(neighbour, { url, auth: sign(neighbour) }),
    ])
    await using opening = new AsyncDisposableStack()
    for (const listener of listeners) {
      const deps = { authUrl: 'http://127.0.0.1:9', state: chat.state, log: testLog, now: () => new Date() }
      opening.use(await openTrustStore(deps)).onEnded(listener)
    }
    const startedBefore = new Date(Date.now() + 60_000).toISOString()
    const notice = {
      memberId: suspended._id,
      startedBefore,
      exceptSessionId: randomUUID(),
      endedAt: new Date().toISOString(),
    }
    await eventually(async () => {
      await chat.state.publish(SESSION_ENDED_CHANNEL, JSON.stringify(notice)) // also if a subscription came late
      expect(sockets.map(({ socket }) => socket.connected)).toEqual([false, false])
    })
    for (const { disconnected } of sockets) expect(await disconnected).toBe('io server disconnect')
    for (const client of others) expect(await client.emit('join', neighbour._id)).toEqual({ ok: true })
  })

  it('pushes to its own sockets while the shared state is unavailable', async () => {
    const rejectUnavailable = () => Promise.reject(new Error('away'))
    const nothing = { [Symbol.asyncDispose]: async () => {} }
    const state = {
      ping: rejectUnavailable,
      publish: rejectUnavailable,
      get: rejectUnavailable,
      set: rejectUnavailable,
      getMany: rejectUnavailable,
      compareAndSet: rejectUnavailable,
      compareAndSetMany: rejectUnavailable,
      subscribe: async () => nothing,
    }
    await using chat = await startChat({ state })
    const client = await chat.connect(bob)
    await chat.bus.publish([testEvents.notificationCreated(bob, alice, 5)])
    await eventually(() => expect(client.received('notification')).toHaveLength(1))
  })
})

describeOnEachEngine(onOwnRedis, (runRedis) => {
  it('instances exchange pushes and presence again after their Redis was lost and came back empty', async () => {
    await using redis = await runRedis()
    const presenceTimings = { graceMs: 50, renewalIntervalMs: 50 }
    await using adapter = await openRedisAdapter(redis.url, testLog)
    await using chat = await startChat({ presenceTimings, adapter }, { stateUrl: redis.url })
    const presences = createPresenceReader({
      state: chat.state,
      members: { find: async () => new Map(), findPrivacyExceptions: async () => [] },
      log: testLog,
      now: () => new Date(),
    })
    const isOnline = async () => (await presences.findOnline([bob._id])).has(bob._id)
    const { url } = await chat.startInstance()
    const clients = await Promise.all([chat.connect(bob), chat.connect(bob, { url })])
    await eventually(async () => expect(await isOnline()).toBe(true))

    await redis.stop()
    await eventually(async () => expect(await isOnline()).toBe(false)) // unknown without the shared state
    await chat.bus.publish([testEvents.notificationCreated(bob, alice, 5)])
    await eventually(() => expect(clients.flatMap((client) => client.received('notification'))).toHaveLength(1))

    await redis.start()
    await eventually(async () => expect(await isOnline()).toBe(true))
    const heardByBoth = async () => {
      await chat.bus.publish([testEvents.notificationRemoved(bob, 7)])
      for (const client of clients)
        expect(client.received('unread')).toContainEqual(expect.objectContaining({ notifications: 7 }))
    }
    await eventually(heardByBoth)
  })
})

describe('an instance that shuts down', () => {
  it('closes its sockets as lost connections, so that clients reconnect', async () => {
    await using chat = await startChat()
    const token = chat.tokens.tokenFor(bob)
    const clients = await Promise.all(
      [['websocket'], ['polling'], ['polling', 'websocket']].map((transports) =>
        chat.connect(bob, { transports, auth: { token }, reconnection: true }),
      ),
    )
    await chat.instance.service[Symbol.asyncDispose]()
    for (const client of clients) {
      expect(await client.disconnected).not.toBe('io server disconnect')
      expect(client.socket.active).toBe(true)
      expect(client.received('sessionEnded')).toEqual([])
    }
  })
})
