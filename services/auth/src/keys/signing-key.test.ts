import { describe, expect, it } from '@jest/globals'
import { planDueChange } from './change-signing-keys.ts'
import { classifySigningKeys, type SigningKey } from './signing-key.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
const start = new Date('2026-03-02T12:00:00Z')
const later = (ms: number) => new Date(start.getTime() + ms)
const policy = { maxAgeMs: 90 * DAY_MS }

const createKey = (kid: string, signsFromMs: number): SigningKey => ({
  kid,
  jwk: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'd' },
  createdAt: start,
  signsFrom: later(signsFromMs),
})
const statesAt = (keys: SigningKey[], time: Date) =>
  classifySigningKeys(keys, time).map(({ key, state }) => `${key.kid} ${state}`)

const first = createKey('first', 0)
const second = createKey('second', 10 * MINUTE_MS)

describe('a signing key', () => {
  it('is next until it signs, then current, and then previous', () => {
    const keys = [createKey('third', 20 * MINUTE_MS), second, first]
    expect(statesAt(keys, later(0))).toEqual(['first current', 'second next', 'third next'])
    expect(statesAt(keys, later(10 * MINUTE_MS - 1))).toEqual(['first current', 'second next', 'third next'])
    expect(statesAt(keys, later(10 * MINUTE_MS))).toEqual(['first previous', 'second current', 'third next'])
    expect(statesAt(keys, later(DAY_MS))).toEqual(['first previous', 'second previous', 'third current'])
  })

  it('signs although its time has not come, if there is no other', () => {
    expect(statesAt([second], start)).toEqual(['second current'])
  })

  it('is created by the first start, and signs at once', () => {
    expect(planDueChange({ keys: [], time: start }, policy)?.newKeySignsFrom).toEqual(start)
  })

  it('is published ten minutes before the current key reaches its age, once', () => {
    const dueAt = later(90 * DAY_MS - 10 * MINUTE_MS)
    expect(planDueChange({ keys: [first], time: new Date(dueAt.getTime() - 1) }, policy)).toBeUndefined()
    expect(planDueChange({ keys: [first], time: dueAt }, policy)?.newKeySignsFrom).toEqual(later(90 * DAY_MS))
    const next = createKey('next', 90 * DAY_MS)
    expect(planDueChange({ keys: [first, next], time: dueAt }, policy)).toBeUndefined()
  })

  it('loses its private part when it is previous', () => {
    const plan = planDueChange({ keys: [first, second], time: later(10 * MINUTE_MS) }, policy)
    expect(plan?.put).toEqual([{ ...first, jwk: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' } }])
  })

  it('is removed when all tokens that it has signed have expired, by clocks that differ by a minute', () => {
    const publicFirst = { ...first, jwk: { kty: 'EC' } }
    const removedAt = (ms: number) =>
      planDueChange({ keys: [publicFirst, second], time: later(10 * MINUTE_MS + ms) }, policy)?.removedKids
    expect(removedAt(16 * MINUTE_MS)).toBeUndefined()
    expect(removedAt(17 * MINUTE_MS)).toEqual(['first'])
  })
})
