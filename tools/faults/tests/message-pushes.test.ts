import { describe, expect, it } from '@jest/globals'
import type { SentMessage } from '../src/chat/history.ts'
import { countMessagePushes, findBrokenPushes } from '../src/sockets/check.ts'
import type { DeviceConnection, SocketDevice } from '../src/sockets/device.ts'

const ALWAYS = { since: 0, until: Number.POSITIVE_INFINITY }

/** A message from Alice to Bob, sent at 10 s and acknowledged at 10.1 s. */
const message: SentMessage = {
  _id: 'm1',
  seq: 1,
  by: 'alice',
  to: 'bob',
  text: 'Hello',
  replyTo: undefined,
  mayBeRequest: false,
  requestedAt: 10_000,
  acknowledgedAt: 10_100,
  isDeleted: false,
  reactions: new Set(),
}

const createConnection = (times: number, { since, until } = ALWAYS): DeviceConnection => ({
  url: 'http://gateway',
  since,
  until,
  pushCounts: times > 0 ? new Map([['m1', times]]) : new Map(),
})

const createBobsDevice = (...connections: DeviceConnection[]): SocketDevice => ({
  member: 'bob',
  connections,
  [Symbol.dispose]: () => undefined,
})

const check = (device: SocketDevice, kills: number[] = [], sent = message) =>
  findBrokenPushes(countMessagePushes({ devices: [device], messages: [sent], kills }))

describe('the pushes of messages', () => {
  it('are complete if each connected device received one', () => {
    expect(check(createBobsDevice(createConnection(1)))).toEqual([])
    const [before, after] = [createConnection(0, { since: 0, until: 9_000 }), { ...ALWAYS, since: 12_000 }]
    expect(check(createBobsDevice(before, createConnection(0, after)))).toEqual([])
  })

  it('are not expected by the recipient of a message request', () => {
    expect(check(createBobsDevice(createConnection(0)), [], { ...message, mayBeRequest: true })).toEqual([])
  })

  it('are incomplete if a connected device missed one, unless the pushing instance was killed', () => {
    expect(check(createBobsDevice(createConnection(0)))).toEqual([
      '1 pushes of messages did not reach connected devices',
    ])
    expect(check(createBobsDevice(createConnection(0)), [10_050])).toEqual([])
    expect(check(createBobsDevice(createConnection(0)), [20_000])).toHaveLength(1)
  })

  it('must not arrive twice on one connection', () => {
    expect(check(createBobsDevice(createConnection(2)))).toEqual(['I3 1 devices received a push twice'])
  })

  it('require that devices reconnect in time', () => {
    const [before, after] = [createConnection(0, { since: 0, until: 1_000 }), { ...ALWAYS, since: 12_000 }]
    expect(check(createBobsDevice(before, createConnection(0, after)))).toEqual([
      'I8 a device reconnected only after 11000 ms',
    ])
    expect(check(createBobsDevice(before))).toEqual(['I8 1 devices did not reconnect'])
  })
})
