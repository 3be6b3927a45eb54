import { describe, expect, it, jest } from '@jest/globals'
import { eventually, testLog } from '@meadow/testing'
import { openTestDatabase, terminateConnections } from '@meadow/testing/postgres'
import { isTransientError, openSharedState } from '../src/index.ts'
import { deleteExpiredEntries } from '../src/state/entries-cleanup.ts'

const options = { now: () => new Date('2026-03-01T12:00:00Z'), log: testLog }

describe('the shared state in PostgreSQL', () => {
  it('subscribes again after its connection was terminated, and reports the gap', async () => {
    await using database = await openTestDatabase()
    await using state = await openSharedState(database.url, options)
    const received: string[] = []
    const resubscribed = jest.fn()
    await using _ = await state.subscribe('channel', (payload) => received.push(payload), resubscribed)
    expect(resubscribed).not.toHaveBeenCalled()
    expect(await terminateConnections(database, 'meadow state listener')).toBe(1)
    await eventually(() => expect(resubscribed).toHaveBeenCalledTimes(1))
    await state.publish('channel', 'again')
    await eventually(() => expect(received).toEqual(['again']))
  })

  it('keeps live entries when a process with a fast clock deletes expired ones', async () => {
    await using database = await openTestDatabase()
    await using state = await openSharedState(database.url, { ...options, now: () => new Date() })
    await state.set('live', 'value', 3_600)
    await state.set('expired', 'value', -1)
    const { rows } = await database.pool.query<{ fast: Date }>(`select now() + interval '2 hours' as fast`)
    await deleteExpiredEntries(database.pool, rows[0]?.fast ?? new Date())
    expect((await database.pool.query('select key from entries')).rows).toEqual([{ key: 'live' }])
  })

  it('accepts a subscription while it is away', async () => {
    await using state = await openSharedState('postgres://nobody@127.0.0.1:1', options)
    await using _ = await state.subscribe('channel', () => {})
    await expect(state.ping().catch(isTransientError)).resolves.toBe(true)
  })

  it('refuses an unknown scheme', async () => {
    await expect(openSharedState('carrier-pigeon://coop', options)).rejects.toThrow(
      'No shared state for carrier-pigeon:',
    )
  })
})
