import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { testLog } from '@meadow/service/testing'
import { createPresences, LEASES_KEY, type Leases, type PresenceRow, presenceKey } from '../src/index.ts'

const noon = Date.parse('2026-03-01T12:00:00Z')
const [alice, bob] = [randomUUID(), randomUUID()]
const nobody = { isOnline: false, lastActive: null }

function given(rows: Record<string, PresenceRow>, leases: Leases) {
  const kept = new Map(Object.entries(rows).map(([id, row]) => [presenceKey(id), JSON.stringify(row)]))
  kept.set(LEASES_KEY, JSON.stringify(leases))
  const getMany = async (keys: readonly string[]) => new Map([...kept].filter(([key]) => keys.includes(key)))
  return createPresences({ state: { getMany }, log: testLog, now: () => new Date(noon) })
}

describe('presences', () => {
  it('know who is here by an instance whose lease goes on', async () => {
    const presences = given({ [alice]: { on: ['ended', 'a'], seen: 0 } }, { a: noon - 29_000, ended: noon - 99_000 })
    expect(await presences.of([alice, bob])).toEqual(
      new Map([
        [alice, { isOnline: true, lastActive: null }],
        [bob, nobody],
      ]),
    )
    expect(await presences.online([alice, bob])).toEqual(new Set([alice]))
  })

  it('end with the lease, and say when it was renewed last', async () => {
    const presences = given({ [alice]: { on: ['a'], seen: noon - 90_000 } }, { a: noon - 30_000 })
    const lastActive = new Date(noon - 30_000).toISOString()
    expect(await presences.of([alice])).toEqual(new Map([[alice, { isOnline: false, lastActive }]]))
  })

  it('say when somebody left, also when their instance is long forgotten', async () => {
    const rows = { [alice]: { on: [], seen: noon - 5 }, [bob]: { on: ['forgotten'], seen: noon - 6 } }
    const presences = [...(await given(rows, {}).of([alice, bob])).values()]
    expect(presences.map(({ lastActive }) => Date.parse(lastActive ?? ''))).toEqual([noon - 5, noon - 6])
  })

  it('see nobody while the shared state is away', async () => {
    const state = { getMany: () => Promise.reject(new Error('away')) }
    const presences = createPresences({ state, log: testLog, now: () => new Date(noon) })
    expect(await presences.of([alice])).toEqual(new Map([[alice, nobody]]))
    expect(await presences.online([alice])).toEqual(new Set())
  })
})
