import { describe, expect, it } from '@jest/globals'
import { readGatewayConfig } from '../src/config.ts'

describe('the configuration', () => {
  it('has a default for every variable', () => {
    expect(readGatewayConfig({})).toEqual({
      port: 5000,
      host: undefined,
      logLevel: 'info',
      drainSeconds: 5,
      publicUrl: undefined,
      upstreams: {
        auth: 'http://auth:8080',
        social: 'http://social:8080',
        posts: 'http://posts:8080',
        notify: 'http://notify:8080',
        frontends: 'http://frontends:8080',
      },
      frontendUrls: {},
      chatUrls: ['http://chat:8080'],
      trustedProxies: [],
      metricsPort: undefined,
      rateLimits: { memberCalls: 300, addressCalls: 600, addressRequests: 6_000, addressHandshakes: 600 },
      connectionLimits: { total: 20_000, perAddress: 1_000 },
      securityContact: undefined,
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

  it('reads the addresses of front ends that have their own', () => {
    const environment = {
      FEED_FRONTEND_URL: 'http://feed:1',
      CHAT_FRONTEND_URL: 'http://chat-pages:2',
      SHELL_FRONTEND_URL: '',
    }
    expect(readGatewayConfig(environment)).toMatchObject({
      frontendUrls: { feed: 'http://feed:1', chat: 'http://chat-pages:2' },
    })
  })

  it('takes only http addresses of upstreams', () => {
    for (const [name, value] of [
      ['POSTS_URL', 'https://posts:8443'],
      ['FEED_FRONTEND_URL', 'feed:8080'],
      ['CHAT_URL', 'http://chat:8080,https://chat-2:8443'],
    ] as const)
      expect(() => readGatewayConfig({ [name]: value })).toThrow(new RegExp(`${name}.*: must be an http:// address`))
  })

  it('sets the rate limits, or none', () => {
    const limited = { MEMBER_CALLS_PER_MINUTE: '5', ADDRESS_CALLS_PER_MINUTE: '6', ADDRESS_REQUESTS_PER_MINUTE: '7' }
    const rateLimits = { memberCalls: 5, addressCalls: 6, addressRequests: 7, addressHandshakes: 600 }
    expect(readGatewayConfig(limited)).toMatchObject({ rateLimits })
    expect(readGatewayConfig({ ...limited, RATE_LIMITS: 'off' })).toMatchObject({
      rateLimits: undefined,
      connectionLimits: { total: 20_000, perAddress: Number.POSITIVE_INFINITY },
    })
    expect(() => readGatewayConfig({ MEMBER_CALLS_PER_MINUTE: '0' })).toThrow(/MEMBER_CALLS_PER_MINUTE/)
  })

  it('takes only URIs as the security contact', () => {
    const contact = 'mailto:security@meadow.example'
    expect(readGatewayConfig({ SECURITY_CONTACT: contact })).toMatchObject({
      securityContact: { contact, policy: undefined },
    })
    for (const value of ['security@meadow.example', 'javascript:alert(1)', 'mailto:a@b.example\nContact: tel:1'])
      expect(() => readGatewayConfig({ SECURITY_CONTACT: value })).toThrow(/SECURITY_CONTACT/)
  })

  it.each(['http://a:1/path', 'http://a:1/?query', 'http://user:password@a:1'])(
    'refuses an upstream address with more than an origin: %s',
    (url) => {
      expect(() => readGatewayConfig({ AUTH_URL: url })).toThrow(/AUTH_URL: .*without a path/)
      expect(() => readGatewayConfig({ CHAT_URL: `http://a:1,${url}` })).toThrow(/CHAT_URL.*without a path/)
    },
  )

  it('names every invalid variable', () => {
    const read = () =>
      readGatewayConfig({ PORT: 'x', AUTH_URL: 'ftp://a', CHAT_URL: 'b', TRUSTED_PROXIES: 'everybody' })
    expect(read).toThrow(/PORT: .*; AUTH_URL: .*; CHAT_URL.*; TRUSTED_PROXIES: must be networks/)
  })
})
