import { describe, expect, it } from '@jest/globals'
import { decidePushRepair, type PushRepairState } from './decide-push-repair.ts'

const working: PushRepairState = {
  isSignedIn: true,
  isTurnedOff: false,
  permission: 'granted',
  subscription: { publicKey: 'current' },
  serverKey: 'current',
}
const decide = (changes: Partial<PushRepairState>) => decidePushRepair({ ...working, ...changes })

describe('at a start', () => {
  it('tells the server the subscription again', () => {
    expect(decide({})).toBe('register')
  })

  it('subscribes if the browser has lost the subscription', () => {
    expect(decide({ subscription: null })).toBe('subscribe')
  })

  it('replaces a subscription for an earlier key of the server', () => {
    expect(decide({ subscription: { publicKey: 'earlier' } })).toBe('replace')
  })

  it('does nothing while the server cannot be reached', () => {
    expect(decide({ serverKey: undefined })).toBe('nothing')
    expect(decide({ serverKey: undefined, subscription: null })).toBe('nothing')
  })

  it.each(['default', 'denied'] as const)('never asks if the permission is %s', (permission) => {
    expect(decide({ permission, subscription: null })).toBe('nothing')
  })
})

describe('a member who does not want push', () => {
  it('loses a subscription that is left', () => {
    expect(decide({ isTurnedOff: true })).toBe('unsubscribe')
    expect(decide({ isTurnedOff: true, subscription: null })).toBe('nothing')
  })

  it('after a sign-out, even without the server', () => {
    expect(decide({ isSignedIn: false, serverKey: undefined })).toBe('unsubscribe')
    expect(decide({ isSignedIn: false, subscription: null })).toBe('nothing')
  })
})
