import { describe, expect, it } from '@jest/globals'
import type { Message } from '../src/chat/history.ts'
import { brokenIn, told } from '../src/sockets/check.ts'
import type { Connection, Device } from '../src/sockets/device.ts'

const ALWAYS = { since: 0, until: Number.POSITIVE_INFINITY }

/** From alice to bob, said at 10 s and acknowledged at 10.1 s. */
const message: Message = {
  ...{ _id: 'm1', seq: 1, by: 'alice', to: 'bob', text: 'Hello', replyTo: undefined },
  ...{ said: 10_000, acknowledged: 10_100, isDeleted: false, reactions: new Set() },
}

const aConnection = (times: number, { since, until } = ALWAYS): Connection => ({
  ...{ at: 'somewhere', since, until, told: times > 0 ? new Map([['m1', times]]) : new Map() },
})

const ofBob = (...connections: Connection[]): Device => ({
  member: 'bob',
  connections,
  [Symbol.dispose]: () => undefined,
})

const check = (device: Device, kills: number[] = []) =>
  brokenIn(told({ devices: [device], messages: [message], kills }))

describe('what devices were told', () => {
  it('is whole where each was told once, or was not connected', () => {
    expect(check(ofBob(aConnection(1)))).toEqual([])
    expect(check(ofBob(aConnection(0, { since: 0, until: 9_000 })))).toEqual([])
  })

  it('misses what a connected device did not hear, unless the instance was killed that was about to tell', () => {
    expect(check(ofBob(aConnection(0)))).toEqual(['1 hints of messages did not reach devices that were connected'])
    expect(check(ofBob(aConnection(0)), [10_050])).toEqual([])
    expect(check(ofBob(aConnection(0)), [20_000])).toHaveLength(1)
  })

  it('is not told twice on one connection', () => {
    expect(check(ofBob(aConnection(2)))).toEqual(['I3 1 devices were told of a message twice'])
  })

  it('comes to who is back in time', () => {
    const [before, after] = [aConnection(0, { since: 0, until: 1_000 }), { ...ALWAYS, since: 12_000 }]
    expect(check(ofBob(before, aConnection(0, after)))).toEqual(['I8 a device was back only after 11000 ms'])
  })
})
