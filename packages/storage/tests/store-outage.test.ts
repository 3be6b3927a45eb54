import { describe, expect, it } from '@jest/globals'
import { isStoreOutage } from '../src/index.ts'

const withCode = (code: string, message: string) => Object.assign(new Error(message), { code })

describe('isStoreOutage', () => {
  it.each([
    withCode('57014', 'canceling statement due to statement timeout'),
    withCode('57P01', 'terminating connection'),
    withCode('53300', 'too many clients'),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    Object.assign(new Error('the database system is starting up'), { severity: 'FATAL' }),
    new Error('outer', { cause: Object.assign(new Error('pool cleared'), { name: 'MongoPoolClearedError' }) }),
  ])('returns true for %s', (error) => {
    expect(isStoreOutage(error)).toBe(true)
  })

  it('returns false for a violated constraint', () => {
    expect(isStoreOutage(withCode('23505', 'duplicate key'))).toBe(false)
  })
})
