import { describe, expect, it } from '@jest/globals'
import { alice, bob, shareAcrossTests } from '@meadow/testing'
import { createPostId, startChat, testEvents } from './chat-harness.ts'

const chat = shareAcrossTests(() => startChat())

describe('what concerns one member', () => {
  it('is told to all their sockets and to nobody else', async () => {
    const { connect, bus, heardAll } = await chat()
    const clients = await Promise.all([connect(bob), connect(bob, { transports: ['polling'] })])
    const other = await connect(alice)
    const notified = testEvents.notified(bob, alice, 3)
    const readIds = [createPostId()]
    await bus.publish([notified, testEvents.read(bob, readIds, 2)])
    await bus.publish([
      testEvents.followed('memberFollowed', bob, alice, 8),
      testEvents.followed('memberUnfollowed', bob, alice, 7),
    ])
    for (const client of clients) {
      await heardAll(client, bob)
      expect(client.of('notification')).toEqual([notified.data.notification])
      expect(client.of('notificationRead')).toEqual([{ ids: readIds }])
      expect(client.of('unread').slice(0, 2)).toEqual([{ notifications: 3 }, { notifications: 2 }])
    }
    const [{ heard } = other] = clients
    const following = { userId: alice._id, isFollowing: true, followerCount: 8 }
    expect(heard.filter(([name]) => name === 'followUpdated')).toEqual([
      ['followUpdated', following],
      ['followUpdated', { ...following, isFollowing: false, followerCount: 7 }],
    ])
    await heardAll(other, alice)
    expect(other.heard).toHaveLength(1)
  })

  it('stays theirs when others ask for their room', async () => {
    const { connect, bus, heardAll } = await chat()
    const [client, other] = await Promise.all([connect(bob), connect(alice)])
    for (const id of [bob._id, `member:${bob._id}`, { $ne: '' }, null]) {
      expect(await other.say('join', id)).toEqual({ ok: true })
    }
    await bus.publish([testEvents.notified(bob, alice, 1)])
    await heardAll(client, bob)
    await heardAll(other, alice)
    expect(client.of('notification')).toHaveLength(1)
    expect(other.of('notification')).toEqual([])
  })
})
