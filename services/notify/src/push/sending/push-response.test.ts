import { describe, expect, it } from '@jest/globals'
import { computeRetryTime, toPushResult } from './push-response.ts'

const now = new Date('2026-03-01T12:00:00Z')
const pause = (failures: number, retryAfter?: string) =>
  (computeRetryTime(failures, { now, retryAfter }).getTime() - now.getTime()) / 1_000

describe('the response of a push service', () => {
  it.each([
    [200, 'sent'],
    [201, 'sent'],
    [202, 'sent'],
    [302, 'refused'],
    [307, 'refused'],
    [400, 'refused'],
    [401, 'refused'],
    [403, 'refused'],
    [404, 'gone'],
    [408, 'retry'],
    [410, 'gone'],
    [413, 'refused'],
    [429, 'retry'],
    [500, 'retry'],
    [503, 'retry'],
  ])('%d means %s', (status, result) => {
    expect(toPushResult({ status, retryAfter: undefined }).result).toBe(result)
  })

  it('can be missing: the push is sent again, unless its address is not allowed', () => {
    expect(toPushResult({ error: 'timed_out' })).toMatchObject({ result: 'retry', failure: { code: 'timed_out' } })
    expect(toPushResult({ error: 'unreachable' })).toMatchObject({ result: 'retry', failure: { status: null } })
    expect(toPushResult({ error: 'not_allowed' })).toMatchObject({ result: 'refused' })
  })
})

describe('the next attempt', () => {
  it('waits longer after each failure, up to an hour', () => {
    expect([0, 1, 2, 9, 10, 1_000].map((failures) => pause(failures))).toEqual([5, 10, 20, 2_560, 3_600, 3_600])
  })

  it('waits as long as the push service demands, up to a day', () => {
    expect(pause(0, '120')).toBe(120)
    expect(pause(2, '1')).toBe(20)
    expect(pause(0, 'Sun, 01 Mar 2026 12:30:00 GMT')).toBe(1_800)
    expect(pause(0, 'Sun, 01 Mar 2026 11:00:00 GMT')).toBe(5)
    expect(pause(0, '999999999')).toBe(86_400)
  })

  it.each(['', 'soon', '-5', '1e9', '99999999999', '2026-03-01'])('ignores the header %p', (retryAfter) => {
    expect(pause(0, retryAfter)).toBe(5)
  })
})
