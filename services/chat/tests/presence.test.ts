import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { createPresenceReader, PRESENCE_LEASES_KEY, parsePresenceLeases, presenceKey } from '@meadow/members'
import { openSharedState } from '@meadow/storage'
import { alice, bob, eventually, type TestMember, testLog } from '@meadow/testing'
import { openTestDatabase } from '@meadow/testing/postgres'
import { startChat } from './chat-harness.ts'

const carol: TestMember = { _id: randomUUID(), username: 'carol', fullName: 'Carol', avatar: '' }
const dave: TestMember = { _id: randomUUID(), username: 'dave', fullName: 'Dave', avatar: '' }
const LONG_AGO = new Date(Date.now() - 31 * 24 * 3_600_000)

/** Starts a chat with short presence timings and a clock that can be advanced. */
async function startPresenceChat({ graceMs = 50 } = {}) {
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const chat = await startChat({ now, presenceTimings: { graceMs, renewalIntervalMs: 50 } })
  await Promise.all([alice, bob, carol, dave].map((member) => chat.relations.addMember(member)))
  const presences = createPresenceReader({
    state: chat.state,
    members: { find: async () => new Map(), findPrivacyExceptions: async () => [] },
    log: testLog,
    now,
  })
  return {
    ...chat,
    presences,
    /** Advances the clock while running instances renew their leases. */
    async pass(seconds: number) {
      for (let left = seconds; left > 0; left -= 10) {
        ahead += Math.min(left, 10) * 1_000
        const at = now().getTime()
        await eventually(async () => {
          const leases = Object.values(parsePresenceLeases(await chat.state.get(PRESENCE_LEASES_KEY)))
          expect(Math.max(...leases)).toBeGreaterThanOrEqual(at)
        })
      }
    },
    isOnline: (member: TestMember, is = true) =>
      eventually(async () => expect((await presences.find([member._id])).get(member._id)?.isOnline).toBe(is)),
  }
}

describe('presence', () => {
  it('is pushed to online members with recent messages, and to no others', async () => {
    await using chat = await startPresenceChat()
    await chat.relations.addConversation(alice, bob)
    await chat.relations.addConversation(alice, carol)
    await chat.relations.addConversation(alice, dave, LONG_AGO)
    await chat.relations.block(carol, alice)
    const otherSockets = await Promise.all([bob, carol, dave].map((member) => chat.connect(member)))
    await Promise.all([bob, carol, dave].map((member) => chat.isOnline(member)))
    const [toBob, ...toOthers] = otherSockets

    const client = await chat.connect(alice)
    const onlinePresence = { userId: alice._id, isOnline: true, lastActive: null }
    await eventually(() => expect(toBob?.received('presence')).toEqual([onlinePresence]))
    client.socket.disconnect()
    const offlinePresence = { userId: alice._id, isOnline: false, lastActive: expect.any(String) }
    await eventually(() => expect(toBob?.received('presence')).toEqual([onlinePresence, offlinePresence]))
    for (const other of toOthers) expect(other.received('presence')).toEqual([])
    expect(client.received('presence').filter(({ userId }) => userId !== bob._id)).toEqual([])
  })

  it('is not visible to strangers', async () => {
    await using chat = await startPresenceChat()
    const { as, relations } = chat
    await relations.follow(bob, alice)
    await relations.follow(carol, alice)
    await relations.follow(alice, carol)
    await chat.connect(alice)
    await chat.isOnline(alice)
    const readIsOnline = async (viewer: TestMember) =>
      (await as(viewer).get(`/messages/conversations/${alice._id}`)).body.conversation.user.isOnline
    expect(await readIsOnline(bob)).toBe(false)
    expect(await readIsOnline(carol)).toBe(true)
    expect((await as(bob).get('/messages/mutual-followers')).body.mutualFollowers).toEqual([])
    expect((await as(carol).get('/messages/mutual-followers')).body.mutualFollowers).toMatchObject([{ isOnline: true }])
  })

  it('is online while there is a socket on any instance', async () => {
    await using chat = await startPresenceChat()
    await chat.relations.addConversation(alice, bob)
    const { url } = await chat.startInstance()
    const [toBob, first] = await Promise.all([chat.connect(bob), chat.connect(alice), chat.connect(alice, { url })])
    await chat.isOnline(bob)
    await eventually(async () => {
      const row = JSON.parse((await chat.state.get(`presence:member:${alice._id}`)) ?? '{}')
      expect(row.instances).toHaveLength(2)
    })
    first.socket.disconnect()
    await eventually(async () => {
      const row = JSON.parse((await chat.state.get(`presence:member:${alice._id}`)) ?? '{}')
      expect(row.instances).toHaveLength(1)
    })
    expect(await chat.presences.findOnline([alice._id])).toEqual(new Set([alice._id]))
    expect(toBob.received('presence').filter(({ isOnline }) => !isOnline)).toEqual([])
  })

  it('goes offline with a crashed instance, and the peers push that', async () => {
    await using chat = await startPresenceChat({ graceMs: 600_000 }) // the instance stops before it ends
    await chat.relations.addConversation(alice, bob)
    const other = await chat.startInstance()
    const toBob = await chat.connect(bob)
    await chat.isOnline(bob)
    await chat.connect(alice, { url: other.url })
    await chat.isOnline(alice)
    await eventually(() => expect(toBob.received('presence')).toHaveLength(1))

    await other.service[Symbol.asyncDispose]() // its rows stay, as if it had been killed
    expect(await chat.presences.findOnline([alice._id])).toEqual(new Set([alice._id]))
    await chat.pass(31)
    await eventually(() =>
      expect(toBob.received('presence').at(-1)).toEqual({
        userId: alice._id,
        isOnline: false,
        lastActive: expect.any(String),
      }),
    )
    expect(await chat.presences.findOnline([alice._id, bob._id])).toEqual(new Set([bob._id]))
  })

  it('is written before the client is connected', async () => {
    await using chat = await startPresenceChat()
    for (const member of [alice, bob, carol, dave]) {
      await chat.connect(member)
      expect(await chat.presences.findOnline([member._id])).toEqual(new Set([member._id]))
    }
  })

  it('ends with a connection that is closed before it is acknowledged', async () => {
    await using database = await openTestDatabase()
    await using state = await openSharedState(database.url, { now: () => new Date(), log: testLog })
    const [written, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slowState = {
      ...state,
      async compareAndSetMany(...change: Parameters<typeof state.compareAndSetMany>) {
        const keys = await state.compareAndSetMany(...change)
        written.resolve()
        await held.promise
        return keys
      },
    }
    await using chat = await startChat({ state: slowState, presenceTimings: { graceMs: 0, renewalIntervalMs: 50 } })
    const client = chat.open({ auth: { token: chat.tokens.tokenFor(alice) } })
    await written.promise
    client.socket.disconnect()
    held.resolve()
    await eventually(async () => {
      const row = JSON.parse((await state.get(presenceKey(alice._id))) ?? '{}')
      expect(row.instances).toEqual([])
    })
  })

  it('is written again after the shared state was emptied', async () => {
    await using chat = await startPresenceChat()
    await chat.connect(alice)
    await chat.isOnline(alice)
    await Promise.all([chat.state.delete(PRESENCE_LEASES_KEY), chat.state.delete(`presence:member:${alice._id}`)])
    await chat.isOnline(alice)
  })
})
