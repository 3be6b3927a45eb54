import { describe, expect, it } from '@jest/globals'
import { createOutageError, database, deadLetters, startConsumer, steps } from './consumer-harness.ts'
import { createMemberEvents } from './fixtures.ts'

describe('a consumer whose statement times out', () => {
  /** Starts a consumer whose statement for step 2 times out, alone or in a batch. */
  async function startSlowConsumer(ping?: () => Promise<void>) {
    let attempts = 0
    const createTimeout = () =>
      Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
    const consumer = await startConsumer((step) => {
      if (step !== 2) return
      attempts += 1
      throw createTimeout()
    }, ping)
    return { ...consumer, countAttempts: () => attempts }
  }

  it('stores a dead letter after five attempts of the event alone, and continues', async () => {
    const { deliver, stop, countAttempts } = await startSlowConsumer()
    await deliver(createMemberEvents(3))
    expect(await steps()).toEqual([1, 3])
    expect(countAttempts()).toBe(6) // the batch comes first
    expect(await deadLetters()).toMatchObject([{ cause: 'Error: canceling statement due to statement timeout' }])
    await stop()
  })

  it('retries for ever while the store does not respond to a simple query', async () => {
    const { deliver, stop } = await startSlowConsumer(() => Promise.reject(createOutageError()))
    for (let times = 0; times < 7; times += 1)
      await expect(deliver(createMemberEvents(3))).rejects.toThrow('unavailable')
    expect(await deadLetters()).toEqual([])
    await stop()
  })

  it('takes the time-out of PostgreSQL itself for the fault of the event', async () => {
    const { deliver, stop } = await startConsumer(async (step) => {
      if (step !== 2) return
      const client = await database.pool.connect()
      try {
        await client.query('set statement_timeout = 20')
        await client.query('select pg_sleep(60)')
      } finally {
        client.release(true)
      }
    })
    await deliver(createMemberEvents(3))
    expect(await steps()).toEqual([1, 3])
    expect(await deadLetters()).toHaveLength(1)
    await stop()
  })
})
