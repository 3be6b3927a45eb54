import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { describeOnEachEngine, testLog as log } from '@meadow/testing'
import { onSharedMongo, openTestMongo } from '@meadow/testing/mongo'
import { openTestDatabase } from '@meadow/testing/postgres'
import { readStoreTime } from '../src/clock/open-store-clock.ts'
import { createStoreClock } from '../src/clock/store-clock.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

describe('the clock of a service', () => {
  beforeEach(() => void jest.useFakeTimers({ now: Date.UTC(2026, 0, 31, 12) }))
  afterEach(() => void jest.useRealTimers())

  const createClock = (readStoreTime: () => Promise<Date>) => createStoreClock({ readStoreTime, log })
  const toTime = (ms: number) => new Date(ms).toISOString()

  it("is the store's if that of the machine is wrong, and continues while the store is unavailable", async () => {
    let readStoreTime = async () => new Date(Date.now() - 2 * HOUR_MS)
    using clock = await createClock(() => readStoreTime())
    expect(toTime(clock.now().getTime())).toBe('2026-01-31T10:00:00.000Z')
    readStoreTime = () => Promise.reject(new Error('away'))
    await jest.advanceTimersByTimeAsync(MINUTE_MS)
    expect(toTime(clock.now().getTime())).toBe('2026-01-31T10:01:00.000Z')
  })

  it('is that of the machine if the two hardly differ, or the machine is right again', async () => {
    let differenceMs = 9_000
    using clock = await createClock(async () => new Date(Date.now() + differenceMs))
    const isMachineTime = () => clock.now().getTime() === Date.now()
    expect(isMachineTime()).toBe(true)
    differenceMs = -HOUR_MS
    await jest.advanceTimersByTimeAsync(MINUTE_MS)
    expect(isMachineTime()).toBe(false)
    differenceMs = 0
    await jest.advanceTimersByTimeAsync(MINUTE_MS)
    expect(isMachineTime()).toBe(true)
  })

  it('does not change by a comparison during which the process was suspended', async () => {
    using clock = await createClock(async () => {
      const storeTime = new Date()
      jest.setSystemTime(Date.now() + HOUR_MS)
      return storeTime
    })
    expect(clock.now().getTime()).toBe(Date.now())
  })

  it('is that of the machine until the store is available', async () => {
    using clock = await createClock(() => Promise.reject(new Error('away')))
    expect(clock.now().getTime()).toBe(Date.now())
  })
})

const openMongo = (url: string) => openTestMongo(url)
describeOnEachEngine({ postgres: () => openTestDatabase(), ...(await onSharedMongo(openMongo)) }, (open) => {
  it('the clock of a service reads the time of the server', async () => {
    await using database = await open()
    const time = await readStoreTime(database.url, 'test')
    expect(Math.abs(time.getTime() - Date.now())).toBeLessThan(HOUR_MS)
  })
})
