import { describe, expect, it } from '@jest/globals'
import { readGatewayConfig } from '../src/config.ts'

describe('the configuration', () => {
  it('has a default for every variable', () => {
    expect(readGatewayConfig({})).toEqual({
      port: 5000,
      host: undefined,
      logLevel: 'info',
      publicUrl: undefined,
      upstreams: {
        auth: 'http://auth:8080',
        social: 'http://social:8080',
        posts: 'http://posts:8080',
        notify: 'http://notify:8080',
        frontends: 'http://frontends:8080',
      },
      chatUrls: ['http://chat:8080'],
      trustedProxies: [],
      metricsPort: undefined,
      rateLimits: { member: 300, address: 600 },
    })
  })

  it('reads the variables, and empty ones count as not set', () => {
    const environment = {
      PORT: '80',
      AUTH_URL: 'http://a:1',
      CHAT_URL: 'http://b:1, http://b:2',
      PUBLIC_URL: '',
      TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8,1.2.3.4',
    }
    expect(readGatewayConfig(environment)).toMatchObject({
      port: 80,
      publicUrl: undefined,
      upstreams: { auth: 'http://a:1' },
      chatUrls: ['http://b:1', 'http://b:2'],
      trustedProxies: ['10.0.0.0/8', 'fd00::/8', '1.2.3.4'],
    })
  })

  it('sets the rate limits, or none', () => {
    const limited = { MEMBER_CALLS_PER_MINUTE: '5', ADDRESS_CALLS_PER_MINUTE: '6' }
    expect(readGatewayConfig(limited)).toMatchObject({ rateLimits: { member: 5, address: 6 } })
    expect(readGatewayConfig({ ...limited, RATE_LIMITS: 'off' })).toMatchObject({ rateLimits: undefined })
    expect(() => readGatewayConfig({ MEMBER_CALLS_PER_MINUTE: '0' })).toThrow(/MEMBER_CALLS_PER_MINUTE/)
  })

  it('names every invalid variable', () => {
    const read = () =>
      readGatewayConfig({ PORT: 'x', AUTH_URL: 'ftp://a', CHAT_URL: 'b', TRUSTED_PROXIES: 'everybody' })
    expect(read).toThrow(/PORT: .*\n.*AUTH_URL: .*\n.*CHAT_URL.*\n.*TRUSTED_PROXIES: must be networks/)
  })
})
