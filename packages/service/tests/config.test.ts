import { describe, expect, it } from '@jest/globals'
import * as z from 'zod'
import {
  applyServiceStoreUrl,
  defineProcessVariables,
  engineVariables,
  readEnvironment,
  tokenVerificationVariables,
} from '../src/index.ts'

const Variables = z.object({ ...defineProcessVariables(8080), ...engineVariables, ...tokenVerificationVariables })
const read = (environment: Record<string, string>) =>
  readEnvironment(Variables, applyServiceStoreUrl('posts', environment))

const needed = { STORE_URL: 'postgres://all', BUS_URL: 'postgres://bus', STATE_URL: 'postgres://state' }

describe('the configuration of a service', () => {
  it('requires the addresses of the engines only', () => {
    expect(read(needed)).toEqual({ ...needed, PORT: 8080, LOG_LEVEL: 'info', AUTH_URL: 'http://auth:8080' })
  })

  it('prefers the store address of this service', () => {
    expect(read({ ...needed, POSTS_STORE_URL: 'postgres://own' }).STORE_URL).toBe('postgres://own')
    expect(read({ ...needed, POSTS_STORE_URL: '', AUTH_STORE_URL: 'postgres://x' }).STORE_URL).toBe('postgres://all')
  })

  it('names every missing and invalid variable', () => {
    expect(() => read({})).toThrow(/STORE_URL: is not set\n.*BUS_URL: is not set\n.*STATE_URL: is not set/)
    expect(() => read({ ...needed, STORE_URL: '', BUS_URL: 'here' })).toThrow(/STORE_URL: is not set\n.*BUS_URL/)
    expect(() => read({ ...needed, PORT: '70000' })).toThrow('PORT')
  })
})
