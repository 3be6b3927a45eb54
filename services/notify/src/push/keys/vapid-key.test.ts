import { describe, expect, it } from '@jest/globals'
import { planVapidKeyChange, type VapidKey } from './vapid-key.ts'

const DAY_MS = 86_400_000
const noon = Date.parse('2026-03-01T12:00:00Z')
const day = (days: number) => new Date(noon + days * DAY_MS)
const key = (publicKey: string, createdAt: Date): VapidKey => ({ publicKey, jwk: {}, createdAt })
const [first, second] = [key('first', day(0)), key('second', day(180))]
const policy = { maxAgeMs: 180 * DAY_MS }
const plan = (keys: VapidKey[], time: Date, ...usedKeys: string[]) =>
  planVapidKeyChange({ keys, usedKeys: new Set(usedKeys), time }, policy)

describe('a VAPID key', () => {
  it('is created if there is none, and when the newest has its age', () => {
    expect(plan([], day(0))).toEqual({ needsNewKey: true, removedKeys: [] })
    expect(plan([first], new Date(day(180).getTime() - 1)).needsNewKey).toBe(false)
    expect(plan([first], day(180)).needsNewKey).toBe(true)
    expect(plan([first, second], day(181)).needsNewKey).toBe(false)
  })

  it('stays while a subscription uses it, and for a day after it was replaced', () => {
    expect(plan([first, second], day(400), 'first').removedKeys).toEqual([])
    expect(plan([first, second], new Date(day(181).getTime() - 1)).removedKeys).toEqual([])
    expect(plan([second, first], day(181)).removedKeys).toEqual(['first'])
  })

  it('stays while it is the newest, used or not', () => {
    expect(plan([first], day(100)).removedKeys).toEqual([])
  })
})
