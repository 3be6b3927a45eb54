import { describe, expect, it } from '@jest/globals'
import { readConfig } from '../src/config.ts'

const set = { STORE_URL: 'postgres://all', BUS_URL: 'postgres://bus', STATE_URL: 'postgres://state' }

describe('the configuration', () => {
  it('prefers the store of its own', () => {
    expect(readConfig(set)).toMatchObject({ STORE_URL: 'postgres://all', PORT: 8080, AUTH_URL: 'http://auth:8080' })
    expect(readConfig({ ...set, SOCIAL_STORE_URL: '' })).toMatchObject({ STORE_URL: 'postgres://all' })
    expect(readConfig({ ...set, SOCIAL_STORE_URL: 'postgres://own' })).toMatchObject({ STORE_URL: 'postgres://own' })
  })

  it('names everything that is missing', () => {
    expect(() => readConfig({})).toThrow(/STORE_URL: is not set\n.*BUS_URL: is not set\n.*STATE_URL: is not set/)
  })
})
