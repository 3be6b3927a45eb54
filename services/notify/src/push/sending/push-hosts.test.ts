import { describe, expect, it } from '@jest/globals'
import { DEFAULT_PUSH_HOSTS, isAllowedEndpoint, isPushHostEntry } from './push-hosts.ts'

describe('an endpoint', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-db5p.notify.windows.com/w/?token=abc',
    'https://fcm.googleapis.com:443/fcm/send/abc',
    'https://FCM.googleapis.com/fcm/send/abc',
  ])('is allowed by default: %s', (endpoint) => {
    expect(isAllowedEndpoint(endpoint, DEFAULT_PUSH_HOSTS)).toBe(true)
  })

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://user@fcm.googleapis.com/fcm/send/abc',
    'https://:password@fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com.example.org/fcm/send/abc',
    'https://example.org/fcm.googleapis.com',
    'https://example.org#@fcm.googleapis.com/',
    'https://push.apple.com/abc',
    'https://evilpush.apple.com/abc',
    'https://web.push.apple.com./abc',
    'https://127.0.0.1/abc',
    'https://[::1]/abc',
    'https://localhost/abc',
    'https://10.0.0.1.push.apple.com.internal/abc',
    'file:///etc/passwd',
    'fcm.googleapis.com',
  ])('is refused: %s', (endpoint) => {
    expect(isAllowedEndpoint(endpoint, DEFAULT_PUSH_HOSTS)).toBe(false)
  })

  it('is allowed at another port only if the list names it', () => {
    expect(isAllowedEndpoint('https://localhost:8443/x', ['localhost:8443'])).toBe(true)
    expect(isAllowedEndpoint('https://localhost/x', ['localhost:8443'])).toBe(false)
  })
})

describe('an entry of the allow-list', () => {
  it('is a host or a domain, with an optional port', () => {
    const entries = ['fcm.googleapis.com', '*.push.apple.com', 'localhost:8443']
    expect(entries.map(isPushHostEntry)).toEqual([true, true, true])
    const others = ['*', '*.', 'https://a.b', 'a.*.b', 'a/b', '', 'a.b:port', 'A.b']
    expect(others.filter(isPushHostEntry)).toEqual([])
  })
})
