import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { alice, bob, carol, testLog } from '@meadow/testing'
import { createTestClock } from '@meadow/testing/service'
import { createPushCleanup } from '../src/push/subscriptions/push-cleanup.ts'
import type { PushSubscriptionRepository } from '../src/push/subscriptions/push-subscription-repository.ts'
import { openWithPushService } from './push-fixtures.ts'

const DAY_MS = 86_400_000
const now = () => new Date('2026-06-30T12:00:00Z')

afterEach(() => void jest.useRealTimers())

describe('the push cleanup', () => {
  it('deletes batch by batch, every hour, until it is stopped', async () => {
    jest.useFakeTimers()
    const deleteExpired = jest.fn(
      async (_before: Parameters<PushSubscriptionRepository['deleteExpired']>[0]) =>
        deleteExpired.mock.calls.length < 3,
    )
    const cleanup = createPushCleanup({ pushSubscriptions: { deleteExpired }, log: testLog, now })
    await cleanup.start()
    await jest.advanceTimersByTimeAsync(60_000)
    const before = { renewedBefore: new Date('2026-05-31T12:00:00Z'), pushesBefore: new Date('2026-06-24T12:00:00Z') }
    expect(deleteExpired.mock.calls).toEqual(Array(3).fill([before]))
    await jest.advanceTimersByTimeAsync(3_600_000)
    expect(deleteExpired).toHaveBeenCalledTimes(4)
    await cleanup.stop()
    await jest.advanceTimersByTimeAsync(3_600_000)
    expect(deleteExpired).toHaveBeenCalledTimes(4)
  })

  it('deletes a subscription that its browser has not renewed, with its pushes, and keeps the others', async () => {
    const clock = createTestClock({ startsAt: new Date('2026-03-01T12:00:00Z') })
    await using notify = await openWithPushService({ clock })
    const { openDevice, conversation, deliverEvents, store, pool } = notify
    const { deleteExpired } = store.ports.pushSubscriptions
    const [unused, renewed] = [await openDevice(alice), await openDevice(carol)]
    await deliverEvents(conversation(alice, bob).sent(bob))
    clock.advance(DAY_MS)
    await renewed.subscribe({ subscription: renewed.subscription }).expect(200)
    const before = { renewedBefore: clock.now(), pushesBefore: new Date(0) }
    expect(await deleteExpired(before)).toBe(false)
    expect((await unused.config()).subscription).toBeNull()
    expect((await renewed.config()).subscription).not.toBeNull()
    expect((await pool.query('select from pushes')).rowCount).toBe(0)
  })

  it('deletes old pushes only', async () => {
    const clock = createTestClock({ startsAt: new Date('2026-03-01T12:00:00Z') })
    await using notify = await openWithPushService({ clock })
    const { openDevice, conversation, deliverEvents, store, pool } = notify
    await openDevice(alice)
    await deliverEvents(conversation(alice, bob).sent(bob))
    clock.advance(2 * DAY_MS)
    await deliverEvents(conversation(alice, carol).sent(carol))
    const pushesBefore = clock.now()
    expect(await store.ports.pushSubscriptions.deleteExpired({ renewedBefore: new Date(0), pushesBefore })).toBe(false)
    const { rows } = await pool.query('select tag from pushes')
    expect(rows).toEqual([{ tag: `message-${carol._id}` }])
  })

  it('deletes more than a batch', async () => {
    const clock = createTestClock({ startsAt: new Date('2026-03-01T12:00:00Z') })
    await using notify = await openWithPushService({ clock })
    const { openDevice, store, pool } = notify
    await openDevice(alice)
    await pool.query(
      `insert into push_subscriptions (id, session_id, member_id, endpoint, p256dh, auth, vapid_key, created_at, renewed_at)
       select gen_random_uuid(), gen_random_uuid(), member_id, endpoint || index, p256dh, auth, vapid_key, created_at, renewed_at
       from push_subscriptions, generate_series(2, 1100) as index`,
    )
    clock.advance(1)
    const before = { renewedBefore: clock.now(), pushesBefore: new Date(0) }
    const { deleteExpired } = store.ports.pushSubscriptions
    expect([await deleteExpired(before), await deleteExpired(before)]).toEqual([true, false])
    expect((await pool.query('select from push_subscriptions')).rowCount).toBe(0)
  })
})
