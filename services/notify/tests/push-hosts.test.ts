import { describe, expect, it } from '@jest/globals'
import { alice, bob, carol, eventually } from '@meadow/testing'
import { createTestClock } from '@meadow/testing/service'
import { MAX_HOST_CONCURRENCY, MAX_SILENT_HOST_CONCURRENCY } from '../src/push/sending/host-slots.ts'
import type { PushResponse } from '../src/push/sending/push-response.ts'
import { openWithPushService } from './push-fixtures.ts'
import { accept, openPushService } from './push-service.ts'

/** More than the slots of one process. */
const SILENT_DEVICES = 40

describe('a push service that does not respond', () => {
  it('does not delay the pushes of another one', async () => {
    await using silentService = await openPushService()
    const connections: (() => void)[] = []
    silentService.setResponse((response) => connections.push(() => response.socket?.destroy()))
    const clock = createTestClock({ startsAt: new Date('2026-03-01T12:00:00Z') })
    await using notify = await openWithPushService({
      clock,
      otherPushService: silentService,
      client: { timeoutMs: 300_000 },
    })
    const { addMember, openDevice, conversation, deliverEvents, createSender } = notify
    const hasSilentDevices = [alice, await addMember()] // a member has at most 20 devices
    await Promise.all(
      Array.from({ length: SILENT_DEVICES }, (_device, index) =>
        openDevice(hasSilentDevices[index % 2] ?? alice, silentService.createBrowser()),
      ),
    )
    const device = await openDevice(carol)
    for (const member of hasSilentDevices) await deliverEvents(conversation(member, bob).sent(bob))
    clock.advance(1_000)
    await deliverEvents(conversation(carol, bob).sent(bob)) // due after those of the silent push service

    const sender = createSender()
    await sender.start()
    try {
      await eventually(() => expect(device.pushes()).toHaveLength(1))
      await eventually(() => expect(connections).toHaveLength(MAX_HOST_CONCURRENCY))
    } finally {
      silentService.setResponse(accept)
      for (const close of connections) close()
      await eventually(() => expect(silentService.received).toHaveLength(SILENT_DEVICES))
      await sender.stop()
    }
  })

  it('gets few requests at once after a time-out', async () => {
    const clock = createTestClock({ startsAt: new Date('2026-03-01T12:00:00Z') })
    await using notify = await openWithPushService({ clock })
    const { openDevice, conversation, deliverEvents, createSender, pool } = notify
    let response = Promise.resolve<PushResponse>({ error: 'timed_out' })
    const sender = createSender({ send: () => response, isAllowed: () => true, [Symbol.dispose]() {} })
    await openDevice(alice)
    await deliverEvents(conversation(alice, bob).sent(bob))
    await sender.drain()

    const { promise, resolve } = Promise.withResolvers<PushResponse>()
    response = promise
    await Promise.all(Array.from({ length: 5 }, () => openDevice(carol)))
    await deliverEvents(conversation(carol, bob).sent(bob))
    const draining = sender.drain()
    const countClaims = async () =>
      (await pool.query('select from push_subscriptions where claimed_until > $1', [clock.now()])).rowCount
    try {
      await eventually(async () => expect(await countClaims()).toBe(MAX_SILENT_HOST_CONCURRENCY))
    } finally {
      resolve({ status: 201, retryAfter: undefined })
      expect(await draining).toBe(5)
    }
  })
})
