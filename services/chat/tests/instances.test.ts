import { describe, expect, it } from '@jest/globals'
import { createPresenceReader } from '@meadow/presence'
import { alice, bob, describeOnEachEngine, eventually, testLog } from '@meadow/testing'
import { onOwnRedis, onSharedRedis } from '@meadow/testing/redis'
import { openRedisAdapter } from '../src/realtime/push/redis-adapter.ts'
import { startChat } from './chat-harness.ts'
import { createPostId, testEvents } from './chat-test-events.ts'

async function startOnRedis(stateUrl: string) {
  const adapter = await openRedisAdapter(stateUrl, testLog)
  const chat = await startChat({ adapter }, { stateUrl })
  return {
    ...chat,
    async [Symbol.asyncDispose]() {
      await chat[Symbol.asyncDispose]()
      await adapter[Symbol.asyncDispose]()
    },
  }
}

describeOnEachEngine({ postgres: () => startChat(), ...(await onSharedRedis(startOnRedis)) }, (start) => {
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
})

describe('an instance', () => {
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
    const presences = createPresenceReader({ state: chat.state, log: testLog, now: () => new Date() })
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
