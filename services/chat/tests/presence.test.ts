import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { createPresenceReader, PRESENCE_LEASES_KEY, parsePresenceLeases } from '@meadow/presence'
import { alice, bob, eventually, type TestMember, testLog } from '@meadow/testing'
import { startChat } from './chat-harness.ts'

const carol: TestMember = { _id: randomUUID(), username: 'carol', fullName: 'Carol', avatar: '' }
const dave: TestMember = { _id: randomUUID(), username: 'dave', fullName: 'Dave', avatar: '' }
const LONG_AGO = new Date(Date.now() - 31 * 24 * 3_600_000)

/** A chat in a hurry, with a clock that can be put forward. */
async function startHere() {
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const world = await startChat({ now, presenceTimings: { graceMs: 50, renewalIntervalMs: 50 } })
  await Promise.all([alice, bob, carol, dave].map((member) => world.relations.addMember(member)))
  const presences = createPresenceReader({ state: world.state, log: testLog, now })
  return {
    ...world,
    presences,
    /** Puts the clock forward, while those who live renew their leases. */
    async pass(seconds: number) {
      for (let left = seconds; left > 0; left -= 10) {
        ahead += Math.min(left, 10) * 1_000
        const at = now().getTime()
        await eventually(async () => {
          const leases = Object.values(parsePresenceLeases(await world.state.get(PRESENCE_LEASES_KEY)))
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
    await using world = await startHere()
    await world.relations.addConversation(alice, bob)
    await world.relations.addConversation(alice, carol)
    await world.relations.addConversation(alice, dave, LONG_AGO)
    await world.relations.block(carol, alice)
    const others = await Promise.all([bob, carol, dave].map((member) => world.connect(member)))
    await Promise.all([bob, carol, dave].map((member) => world.isOnline(member)))
    const [toBob, ...toOthers] = others

    const client = await world.connect(alice)
    const came = { userId: alice._id, isOnline: true, lastActive: null }
    await eventually(() => expect(toBob?.received('presence')).toEqual([came]))
    client.socket.disconnect()
    const went = { userId: alice._id, isOnline: false, lastActive: expect.any(String) }
    await eventually(() => expect(toBob?.received('presence')).toEqual([came, went]))
    for (const other of toOthers) expect(other.received('presence')).toEqual([])
    expect(client.received('presence').filter(({ userId }) => userId !== bob._id)).toEqual([])
  })

  it('is online while there is a socket on any instance', async () => {
    await using world = await startHere()
    await world.relations.addConversation(alice, bob)
    const { url } = await world.startInstance()
    const [toBob, first] = await Promise.all([world.connect(bob), world.connect(alice), world.connect(alice, { url })])
    await world.isOnline(bob)
    await eventually(async () => {
      const row = JSON.parse((await world.state.get(`presence:member:${alice._id}`)) ?? '{}')
      expect(row.instances).toHaveLength(2)
    })
    first.socket.disconnect()
    await eventually(async () => {
      const row = JSON.parse((await world.state.get(`presence:member:${alice._id}`)) ?? '{}')
      expect(row.instances).toHaveLength(1)
    })
    expect(await world.presences.findOnline([alice._id])).toEqual(new Set([alice._id]))
    expect(toBob.received('presence').filter(({ isOnline }) => !isOnline)).toEqual([])
  })

  it('goes offline with a crashed instance, and the peers push that', async () => {
    await using world = await startHere()
    await world.relations.addConversation(alice, bob)
    const other = await world.startInstance()
    const toBob = await world.connect(bob)
    await world.isOnline(bob)
    await world.connect(alice, { url: other.url })
    await world.isOnline(alice)
    await eventually(() => expect(toBob.received('presence')).toHaveLength(1))

    await other.service[Symbol.asyncDispose]() // its rows stay, as if it had been killed
    expect(await world.presences.findOnline([alice._id])).toEqual(new Set([alice._id]))
    await world.pass(31)
    await eventually(() =>
      expect(toBob.received('presence').at(-1)).toEqual({
        userId: alice._id,
        isOnline: false,
        lastActive: expect.any(String),
      }),
    )
    expect(await world.presences.findOnline([alice._id, bob._id])).toEqual(new Set([bob._id]))
  })

  it('is written again after the shared state was emptied', async () => {
    await using world = await startHere()
    await world.connect(alice)
    await world.isOnline(alice)
    await Promise.all([world.state.delete(PRESENCE_LEASES_KEY), world.state.delete(`presence:member:${alice._id}`)])
    await world.isOnline(alice)
  })
})
