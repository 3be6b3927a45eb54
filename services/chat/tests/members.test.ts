import { describe, expect, it } from '@jest/globals'
import { alice, bob, carol, eventually, shareAcrossTests } from '@meadow/testing'
import { createTestEvents } from '@meadow/testing/service'
import { startChat } from './chat-harness.ts'
import { createPostId, testEvents } from './chat-test-events.ts'

const chat = shareAcrossTests(() => startChat())
const relationEvents = createTestEvents(() => new Date())

describe('notifications and follows of one member', () => {
  it('are pushed to all sockets of the member and to no others', async () => {
    const { connect, bus, waitUntilPushed } = await chat()
    const clients = await Promise.all([connect(bob), connect(bob, { transports: ['polling'] })])
    const other = await connect(alice)
    const notified = testEvents.notificationCreated(bob, alice, 3)
    const readIds = [createPostId()]
    await bus.publish([
      notified,
      testEvents.notificationRead(bob, readIds, 2),
      testEvents.notificationSeen(bob, { unread: 2, unseen: 0 }),
    ])
    await bus.publish([
      testEvents.followChanged('memberFollowed', bob, alice, 8),
      testEvents.followChanged('memberUnfollowed', bob, alice, 7),
    ])
    for (const client of clients) {
      await waitUntilPushed(client, bob)
      expect(client.received('notification')).toEqual([notified.data.notification])
      expect(client.received('notificationRead')).toEqual([{ ids: readIds }])
      expect(client.received('unread').slice(0, 3)).toEqual([
        { notifications: 3 },
        { notifications: 2 },
        { notifications: 2, unseen: 0 },
      ])
    }
    const [{ pushes } = other] = clients
    const following = { userId: alice._id, isFollowing: true, followerCount: 8 }
    expect(pushes.filter(([name]) => name === 'followUpdated')).toEqual([
      ['followUpdated', following],
      ['followUpdated', { ...following, isFollowing: false, followerCount: 7 }],
    ])
    await waitUntilPushed(other, alice)
    expect(other.pushes).toHaveLength(1)
  })

  it('of blocks and mutes are pushed to the member alone, never to the blocked or muted one', async () => {
    const { connect, bus, waitUntilPushed } = await chat()
    const [client, other] = await Promise.all([connect(carol), connect(alice)])
    const until = new Date(Date.now() + 3_600_000)
    await bus.publish([
      relationEvents.blocked(carol, alice),
      relationEvents.unblocked(carol, alice),
      relationEvents.muted(carol, alice, until),
      relationEvents.unmuted(carol, alice),
    ])
    const userId = alice._id
    await eventually(() => {
      expect(client.received('blockUpdated')).toEqual([
        { userId, isBlocked: true },
        { userId, isBlocked: false },
      ])
      expect(client.received('muteUpdated')).toEqual([
        { userId, isMuted: true, until: until.toISOString() },
        { userId, isMuted: false, until: null },
      ])
    })
    await waitUntilPushed(other, alice)
    for (const name of ['blockUpdated', 'muteUpdated'] as const) expect(other.received(name)).toEqual([])
  })

  it('include the proof of their e-mail address', async () => {
    const { connect, bus, waitUntilPushed } = await chat()
    const [client, other] = await Promise.all([connect(bob), connect(alice)])
    const verified = testEvents.emailVerified(bob)
    await bus.publish([verified])
    await waitUntilPushed(client, bob)
    await waitUntilPushed(other, alice)
    expect(client.received('emailVerified')).toEqual([verified.data])
    expect(other.received('emailVerified')).toEqual([])
  })

  it("are not pushed to others who try to join the member's room", async () => {
    const { connect, bus, waitUntilPushed } = await chat()
    const [client, other] = await Promise.all([connect(bob), connect(alice)])
    for (const id of [bob._id, `member:${bob._id}`, { $ne: '' }, null]) {
      expect(await other.emit('join', id)).toEqual({ ok: true })
    }
    await bus.publish([testEvents.notificationCreated(bob, alice, 1)])
    await waitUntilPushed(client, bob)
    await waitUntilPushed(other, alice)
    expect(client.received('notification')).toHaveLength(1)
    expect(other.received('notification')).toEqual([])
  })
})
