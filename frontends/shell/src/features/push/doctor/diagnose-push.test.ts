import { describe, expect, it } from '@jest/globals'
import { diagnosePush, type PushState } from './diagnose-push.ts'

const AT = '2026-11-24T06:00:00.000Z'
const LATER = '2026-11-24T07:00:00.000Z'

const working: PushState = {
  isSecure: true,
  isSupported: true,
  isIos: false,
  isInstalled: false,
  permission: 'granted',
  hasWorker: true,
  isTurnedOff: false,
  subscription: { endpoint: 'https://push.example/1', publicKey: 'current' },
  server: { publicKey: 'current', subscription: { createdAt: AT, lastSuccessAt: LATER, lastFailure: null } },
}
const unasked = { permission: 'default', subscription: null } as const

/** Returns the states in their order: `ok`, `waiting`, or the problem. */
const diagnose = (changes: Partial<PushState>) =>
  diagnosePush({ ...working, ...changes }).map((check) => (check.state === 'failed' ? check.problem : check.state))
const ok = (count: number) => Array<string>(count).fill('ok')
const waiting = (count: number) => Array<string>(count).fill('waiting')

describe('the doctor', () => {
  it('finds nothing where push works', () => {
    expect(diagnose({})).toEqual(ok(8))
  })

  it('names an address without https, and checks what follows later', () => {
    expect(diagnose({ isSecure: false, isSupported: false, ...unasked, hasWorker: false })).toEqual([
      'insecure',
      'unsupported',
      'ok',
      ...waiting(5),
    ])
  })

  it('asks for installation on iOS before it judges the browser', () => {
    expect(diagnose({ isIos: true, isSupported: false, ...unasked, hasWorker: false })).toEqual([
      'ok',
      'waiting',
      'notInstalled',
      ...waiting(5),
    ])
    expect(diagnose({ isIos: true, isInstalled: true })).toEqual(ok(8))
  })

  it('tells a permission that was never asked for from a refused one', () => {
    expect(diagnose({ ...unasked })).toEqual([...ok(3), 'notAsked', 'ok', ...waiting(3)])
    expect(diagnose({ ...unasked, permission: 'denied' })).toEqual([...ok(3), 'blocked', 'ok', ...waiting(3)])
  })

  it('names a missing service worker', () => {
    expect(diagnose({ hasWorker: false, subscription: null, server: 'unknown' })).toEqual([
      ...ok(4),
      'noWorker',
      ...waiting(3),
    ])
  })

  it('names a subscription that is missing, turned off, or made for an earlier key', () => {
    expect(diagnose({ subscription: null }).slice(5)).toEqual(['notSubscribed', 'waiting', 'waiting'])
    expect(diagnose({ subscription: null, isTurnedOff: true })[5]).toBe('turnedOff')
    expect(diagnose({ subscription: { endpoint: 'https://push.example/1', publicKey: 'earlier' } })[5]).toBe(
      'earlierKey',
    )
  })

  it('names a server that does not answer, or does not know the device', () => {
    expect(diagnose({ server: 'unreachable' }).slice(6)).toEqual(['unreachable', 'waiting'])
    expect(diagnose({ server: { publicKey: 'current', subscription: null } }).slice(6)).toEqual([
      'unknownDevice',
      'waiting',
    ])
    expect(diagnose({ server: 'unknown' }).slice(6)).toEqual(['waiting', 'waiting'])
  })

  it('judges the delivery by the newest attempt', () => {
    const withAttempts = (lastSuccessAt: string | null, failedAt: string) =>
      diagnose({
        server: {
          publicKey: 'current',
          subscription: {
            createdAt: AT,
            lastSuccessAt,
            lastFailure: { at: failedAt, code: 'timed_out', status: null },
          },
        },
      })[7]
    expect(withAttempts(AT, LATER)).toBe('deliveryFailed')
    expect(withAttempts(null, AT)).toBe('deliveryFailed')
    expect(withAttempts(LATER, AT)).toBe('ok')
  })
})
