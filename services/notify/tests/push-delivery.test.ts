import { describe, expect, it } from '@jest/globals'
import { alice, bob } from '@meadow/testing'
import { openWithPushService } from './push-fixtures.ts'

const realClock = { now: () => new Date(), advance() {} }
const MESSAGES = 50

const toPercentile = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)

describe('the running service', () => {
  it('pushes each message of the bus to the device, one after the other', async () => {
    await using notify = await openWithPushService({ clock: realClock })
    const { service, bus, conversation, openDevice, pushService } = notify
    await service.start(0, '127.0.0.1')
    const device = await openDevice(alice)
    const messages = conversation(alice, bob)
    const delaysMs: number[] = []
    for (let count = 0; count < MESSAGES; count += 1) {
      const sent = messages.sent(bob)
      const pushed = pushService.nextPush()
      await bus.publish([sent])
      const { at } = await pushed
      delaysMs.push(at - Date.parse(sent.time))
    }
    expect(device.pushes()).toHaveLength(MESSAGES)
    expect(new Set(device.pushes().map((push) => push.type !== 'close' && push.id)).size).toBe(MESSAGES)
    const sorted = delaysMs.toSorted((a, b) => a - b)
    process.stdout.write(
      `from event to push: p50 ${toPercentile(sorted, 0.5)} ms, p95 ${toPercentile(sorted, 0.95)} ms\n`,
    )
  }, 60_000)
})
