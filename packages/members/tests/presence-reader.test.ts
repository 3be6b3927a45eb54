import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { testLog } from '@meadow/testing'
import {
  createPresenceReader,
  PRESENCE_LEASES_KEY,
  type PresenceLeases,
  type PresenceRow,
  presenceKey,
} from '../src/index.ts'

const noon = Date.parse('2026-03-01T12:00:00Z')
const [alice, bob] = [randomUUID(), randomUUID()]
const offline = { isOnline: false, lastActive: null }

function createReader(rows: Record<string, PresenceRow>, leases: PresenceLeases) {
  const rowsByKey = new Map(Object.entries(rows).map(([id, row]) => [presenceKey(id), JSON.stringify(row)]))
  rowsByKey.set(PRESENCE_LEASES_KEY, JSON.stringify(leases))
  const getMany = async (keys: readonly string[]) => new Map([...rowsByKey].filter(([key]) => keys.includes(key)))
  return createPresenceReader({
    state: { getMany },
    members: { find: async () => new Map(), findPrivacyExceptions: async () => [] },
    log: testLog,
    now: () => new Date(noon),
  })
}

describe('presence reader', () => {
  it('reports a member as online while an instance with an active lease holds a socket', async () => {
    const reader = createReader(
      { [alice]: { instances: ['ended', 'a'], lastSeenMs: 0 } },
      { a: noon - 29_000, ended: noon - 99_000 },
    )
    expect(await reader.find([alice, bob])).toEqual(
      new Map([
        [alice, { isOnline: true, lastActive: null }],
        [bob, offline],
      ]),
    )
    expect(await reader.findOnline([alice, bob])).toEqual(new Set([alice]))
  })

  it('reports a member as offline after the lease has ended, last active at its last renewal', async () => {
    const reader = createReader({ [alice]: { instances: ['a'], lastSeenMs: noon - 90_000 } }, { a: noon - 30_000 })
    const lastActive = new Date(noon - 30_000).toISOString()
    expect(await reader.find([alice])).toEqual(new Map([[alice, { isOnline: false, lastActive }]]))
  })

  it('reports the last activity, even of a member whose instance has no lease any more', async () => {
    const rows = {
      [alice]: { instances: [], lastSeenMs: noon - 5 },
      [bob]: { instances: ['forgotten'], lastSeenMs: noon - 6 },
    }
    const presences = [...(await createReader(rows, {}).find([alice, bob])).values()]
    expect(presences.map(({ lastActive }) => Date.parse(lastActive ?? ''))).toEqual([noon - 5, noon - 6])
  })

  it('reports every member as offline while the shared state is unavailable', async () => {
    const state = { getMany: () => Promise.reject(new Error('unavailable')) }
    const reader = createPresenceReader({
      state,
      members: { find: async () => new Map(), findPrivacyExceptions: async () => [] },
      log: testLog,
      now: () => new Date(noon),
    })
    expect(await reader.find([alice])).toEqual(new Map([[alice, offline]]))
    expect(await reader.findOnline([alice])).toEqual(new Set())
  })
})
