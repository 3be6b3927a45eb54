import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from '@jest/globals'
import { eventually, testLog } from '@meadow/testing'
import { Server } from 'socket.io'
import { io as connect } from 'socket.io-client'
import type { RealtimeServer } from '../connections/socket-types.ts'
import type { SocketPush } from './push-bus.ts'
import { createPushDelivery, rooms } from './push-delivery.ts'

/** Opens a delivery with some sockets of `ann` and of `ben`. */
async function openDelivery({ ann, ben }: { ann: number; ben: number }) {
  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  const io: RealtimeServer = new Server(http)
  io.on('connection', (socket) => {
    const { member } = socket.handshake.auth
    Object.assign(socket.data, { claims: { sub: member } })
    void socket.join([rooms.member(member), rooms.neverWatched])
  })
  const lookups: (readonly string[])[] = []
  const acknowledged: string[] = []
  const deliver = createPushDelivery({
    io,
    log: testLog,
    metrics: { countSent: () => {} },
    onMessageReceived: (memberId) => void acknowledged.push(memberId),
    relationships: {
      async findFollowersAmong(followedIds) {
        lookups.push(followedIds)
        return new Map([['cleo', ['ann']]])
      },
      findBlocksBetween: async () => new Map(),
    },
  })
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const received: [string, string, { postId?: string }][] = []
  const members = [...Array<string>(ann).fill('ann'), ...Array<string>(ben).fill('ben')]
  const clients = members.map((member) => {
    const client = connect(url, { transports: ['websocket'], forceNew: true, auth: { member } })
    client.onAny((name, payload, acknowledge) => {
      received.push([member, name, payload])
      acknowledge?.()
    })
    return client
  })
  await eventually(() => expect(io.sockets.adapter.rooms.get(rooms.neverWatched)?.size).toBe(members.length))
  return {
    deliver,
    received,
    lookups,
    acknowledged,
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.disconnect()
      await io.close()
    },
  }
}

it('emits a message to all sockets of its recipient, and takes the acknowledgement of each', async () => {
  await using delivery = await openDelivery({ ann: 3, ben: 1 })
  const message = { _id: 'm', seq: 1, sender: { _id: 'ben' }, content: 'Hi "you"' }
  await delivery.deliver({ to: { member: 'ann' }, name: 'newMessage', payload: message } as never)
  await delivery.deliver({ to: { member: 'ben' }, name: 'messageSent', payload: message } as never)
  await eventually(() => expect(delivery.received).toHaveLength(4))
  expect(delivery.received.filter(([, name]) => name === 'newMessage')).toEqual(
    Array(3).fill(['ann', 'newMessage', message]),
  )
  expect(delivery.received).toContainEqual(['ben', 'messageSent', message])
  await eventually(() => expect(delivery.acknowledged).toEqual(['ann', 'ann', 'ann']))
})

it('emits a broadcast once to each socket, however many slices it has', async () => {
  await using delivery = await openDelivery({ ann: 40, ben: 20 })
  await delivery.deliver({ to: { watching: 'p', author: 'cleo' }, name: 'postDeleted', payload: { postId: 'p' } })
  await eventually(() => expect(delivery.received).toHaveLength(60))
  expect(delivery.received.map(([, , received]) => received)).toEqual(Array(60).fill({ postId: 'p' }))
})

it('finds the followers of all new posts of a second at once', async () => {
  await using delivery = await openDelivery({ ann: 2, ben: 1 })
  const pushOf = (postId: string, authorId: string): SocketPush => ({
    to: { following: authorId },
    name: 'postCreated',
    payload: { postId, authorId },
  })
  for (const push of [pushOf('1', 'cleo'), pushOf('2', 'dan'), pushOf('3', 'cleo')]) await delivery.deliver(push)
  await eventually(() => expect(delivery.received).toHaveLength(4))
  const received = delivery.received.map(([member, , { postId }]) => `${member} ${postId}`)
  expect(received.toSorted()).toEqual(['ann 1', 'ann 1', 'ann 3', 'ann 3'])
  expect(delivery.lookups).toEqual([['cleo', 'dan']])
})
