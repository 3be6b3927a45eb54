import { describe, expect, it } from '@jest/globals'
import { alice, bob } from '@meadow/service/testing'
import { eventually } from '@meadow/storage/testing'
import { aPostId, facts, startChat } from './given.ts'

describe('several instances', () => {
  it('tell the sockets of all of them, each once, also what is longer than a message of the shared state', async () => {
    await using world = await startChat()
    const { url } = await world.startInstance()
    const clients = await Promise.all([world.connect(bob), world.connect(bob, { url })])
    const postId = aPostId()
    const comments = Array.from({ length: 3 }, () => ({ by: alice, text: 'ä'.repeat(2_000) }))
    await world.bus.publish([facts.notified(bob, alice, 5), facts.liked(postId, alice, bob, { rev: 1, comments })])
    for (const client of clients) {
      await world.heardAll(client, bob)
      await eventually(() => expect(client.of('postUpdated')).toMatchObject([{ _id: postId, commentsCount: 3 }]))
      expect(client.of('notification')).toHaveLength(1)
    }
  })

  it('tell their own sockets while the shared state is away', async () => {
    const away = () => Promise.reject(new Error('away'))
    const nothing = { [Symbol.asyncDispose]: async () => {} }
    const state = {
      ping: away,
      publish: away,
      get: away,
      set: away,
      getMany: away,
      replace: away,
      subscribe: async () => nothing,
    }
    await using world = await startChat({ state })
    const client = await world.connect(bob)
    await world.bus.publish([facts.notified(bob, alice, 5)])
    await eventually(() => expect(client.of('notification')).toHaveLength(1))
  })
})

describe('an instance that ends', () => {
  it('lets its sockets go, so that they come back by themselves, and is gone', async () => {
    await using world = await startChat()
    const token = world.tokens.tokenFor(bob)
    const clients = await Promise.all(
      [['websocket'], ['polling'], ['polling', 'websocket']].map((transports) =>
        world.connect(bob, { transports, auth: { token }, reconnection: true }),
      ),
    )
    await world.instance.service[Symbol.asyncDispose]()
    for (const client of clients) {
      expect(await client.ended).not.toBe('io server disconnect')
      expect(client.socket.active).toBe(true)
      expect(client.of('sessionEnded')).toEqual([])
    }
  })
})
