import { describe, expect, it, jest } from '@jest/globals'
import { eventually, testLog } from '@meadow/testing'
import { openTestDatabase, terminateConnections } from '@meadow/testing/postgres'
import { isTransientError, openSharedState } from '../src/index.ts'

const options = { now: () => new Date('2026-03-01T12:00:00Z'), log: testLog }

describe('the shared state in PostgreSQL', () => {
  it('listens again after its connection was ended, and tells that something may have been missed', async () => {
    await using database = await openTestDatabase()
    await using state = await openSharedState(database.url, options)
    const heard: string[] = []
    const resubscribed = jest.fn()
    await using _ = await state.subscribe('bell', (payload) => heard.push(payload), resubscribed)
    expect(resubscribed).not.toHaveBeenCalled()
    expect(await terminateConnections(database, 'meadow state, listening')).toBe(1)
    await eventually(() => expect(resubscribed).toHaveBeenCalledTimes(1))
    await state.publish('bell', 'again')
    await eventually(() => expect(heard).toEqual(['again']))
  })

  it('lets a process subscribe while it is away', async () => {
    await using state = await openSharedState('postgres://nobody@127.0.0.1:1', options)
    await using _ = await state.subscribe('bell', () => {})
    await expect(state.ping().catch(isTransientError)).resolves.toBe(true)
  })

  it('refuses an engine that there is no adapter for', async () => {
    await expect(openSharedState('carrier-pigeon://coop', options)).rejects.toThrow(
      'No shared state for carrier-pigeon:',
    )
  })
})
