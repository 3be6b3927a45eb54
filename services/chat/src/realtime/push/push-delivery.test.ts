import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { eventually, testLog } from '@meadow/testing'
import { Server } from 'socket.io'
import { io as connect } from 'socket.io-client'
import type { RealtimeServer } from '../connections/socket-types.ts'
import type { SocketPush } from './push-bus.ts'
import { createFollowerPushes, createPushDelivery, type FollowerPush, rooms, runInSlices } from './push-delivery.ts'

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
      findHiddenAmong: async () => new Map(),
      findMutesOf: async () => new Map(),
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

describe('createFollowerPushes', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  const pushOf = (postId: string): FollowerPush => ({
    to: { following: 'ann' },
    name: 'postCreated',
    payload: { postId, authorId: 'ann' },
  })

  it('delivers the pushes of a second together, also after a failure', () => {
    const delivered: (readonly FollowerPush[])[] = []
    const deliver = async (pushes: readonly FollowerPush[]) => {
      delivered.push(pushes)
      throw new Error('away')
    }
    const add = createFollowerPushes({ deliver, log: testLog })
    const [one, two, three] = [pushOf('1'), pushOf('2'), pushOf('3')]
    add(one)
    jest.advanceTimersByTime(999)
    add(two)
    expect(delivered).toEqual([])
    jest.advanceTimersByTime(1)
    expect(delivered).toEqual([[one, two]])
    add(three)
    jest.advanceTimersByTime(1_000)
    expect(delivered).toEqual([[one, two], [three]])
    jest.advanceTimersByTime(60_000)
    expect(delivered).toHaveLength(2)
  })
})

describe('runInSlices', () => {
  /** Runs 1,000 items, each of which takes some time of a clock. Returns the sizes of the slices between turns. */
  async function runItems(msPerItem: (item: number) => number): Promise<number[]> {
    let time = 0
    let pending = 0
    const sizes: number[] = []
    const done: number[] = []
    const waitForTurn = async () => {
      time += pending // sockets are written in the turn after the work
      pending = 0
    }
    const work = (slice: readonly number[]) => {
      expect(pending).toBe(0)
      sizes.push(slice.length)
      done.push(...slice)
      pending = slice.reduce((sum, item) => sum + msPerItem(item), 0)
    }
    const items = Array.from({ length: 1_000 }, (_none, index) => index)
    await runInSlices(items, work, { now: () => time, waitForTurn })
    expect(done).toEqual(items)
    return sizes
  }

  it('gives the event loop a turn after at most 100 items, however fast they are', async () => {
    expect(Math.max(...(await runItems(() => 0)))).toBe(100)
  })

  it('makes slices of slow items smaller, until each takes 8 ms', async () => {
    const [first, ...others] = await runItems(() => 0.5)
    expect(first).toBe(25)
    expect(Math.max(...others)).toBe(16)
  })

  it('makes slices larger again', async () => {
    const sizes = await runItems((item) => (item < 100 ? 2 : 0.1))
    expect(Math.min(...sizes)).toBe(5)
    expect(Math.max(...sizes)).toBe(80)
  })
})
