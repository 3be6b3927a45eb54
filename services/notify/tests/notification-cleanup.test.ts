import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { testLog } from '@meadow/testing'
import { createNotificationCleanup } from '../src/notifications/notification-cleanup.ts'

const now = () => new Date('2026-06-01T12:00:00Z')

afterEach(() => void jest.useRealTimers())

describe('the notification cleanup', () => {
  it('deletes what has not changed for 90 days, batch by batch, every hour', async () => {
    jest.useFakeTimers()
    const deleteExpired = jest.fn(async (_before: Date, _at: Date) => deleteExpired.mock.calls.length < 3)
    const cleanup = createNotificationCleanup({ notifications: { deleteExpired }, log: testLog, now })
    await cleanup.start()
    await jest.advanceTimersByTimeAsync(60_000)
    expect(deleteExpired.mock.calls).toEqual(Array(3).fill([new Date('2026-03-03T12:00:00Z'), now()]))
    await jest.advanceTimersByTimeAsync(3_600_000)
    expect(deleteExpired).toHaveBeenCalledTimes(4)
    await cleanup.stop()
    await jest.advanceTimersByTimeAsync(3_600_000)
    expect(deleteExpired).toHaveBeenCalledTimes(4)
  })
})
