import { describe, expect, it } from '@jest/globals'
import { isSameOriginRequest } from '../src/index.ts'

const from = (origin?: string, host?: string, fetchSite?: string) => ({ origin, host, fetchSite })
const publicUrl = new URL('https://meadow.example')

describe('with a public URL, a request', () => {
  it('has the same origin when its origin is that URL', () => {
    expect(isSameOriginRequest(from('https://meadow.example'), publicUrl)).toBe(true)
  })

  it.each([
    'http://meadow.example',
    'https://meadow.example:8443',
    'https://evil.example',
    'null',
    '',
    'http://localhost',
  ])('has another origin when its origin is %p', (origin) => {
    expect(isSameOriginRequest(from(origin, 'meadow.example'), publicUrl)).toBe(false)
  })
})

describe('without a public URL, a request', () => {
  it.each(['localhost:5000', '127.0.0.1:5000', '192.168.1.7:5000', '10.1.2.3', '[::1]:5000', 'm.localhost:5000'])(
    'has the same origin when origin and host are the same private address: %s',
    (host) => {
      expect(isSameOriginRequest(from(`http://${host}`, host), undefined)).toBe(true)
    },
  )

  it.each([
    ['http://localhost:3000', 'localhost:5000'],
    ['http://rebound.example', 'rebound.example'],
    ['http://8.8.8.8', '8.8.8.8'],
    ['null', 'localhost'],
    ['', 'localhost'],
    ['http://localhost', undefined],
    ['http://localhost', 'not a host'],
  ])('has another origin with origin %p and host %p', (origin, host) => {
    expect(isSameOriginRequest(from(origin, host), undefined)).toBe(false)
  })
})

describe('a request without an origin', () => {
  it('is accepted from other clients than browsers, and from the same origin', () => {
    expect(isSameOriginRequest(from(undefined, 'localhost'), publicUrl)).toBe(true)
    expect(isSameOriginRequest(from(undefined, 'localhost', 'same-origin'), publicUrl)).toBe(true)
  })

  it.each(['cross-site', 'same-site', 'none'])('is refused when Sec-Fetch-Site is %s', (fetchSite) => {
    expect(isSameOriginRequest(from(undefined, 'localhost', fetchSite), undefined)).toBe(false)
  })
})
