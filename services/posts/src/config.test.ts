import { describe, expect, it } from '@jest/globals'
import { readConfig } from './config.ts'

const needed = {
  STORE_URL: 'postgres://localhost',
  BUS_URL: 'postgres://localhost',
  STATE_URL: 'postgres://localhost',
  MEDIA_URL: 'file:///var/lib/meadow/media',
}

describe('readConfig', () => {
  it('needs to know its engines only', () => {
    expect(readConfig(needed)).toMatchObject({
      port: 8080,
      storeUrl: 'postgres://localhost',
      authUrl: 'http://auth:8080',
    })
  })

  it('prefers the store that is meant for this service', () => {
    const config = readConfig({ ...needed, POSTS_STORE_URL: 'postgres://elsewhere/posts' })
    expect(config.storeUrl).toBe('postgres://elsewhere/posts')
  })

  it('names what is missing or wrong', () => {
    expect(() => readConfig({ ...needed, STORE_URL: '' })).toThrow('STORE_URL: is not set')
    expect(() => readConfig({ ...needed, BUS_URL: 'here' })).toThrow('BUS_URL')
  })
})
