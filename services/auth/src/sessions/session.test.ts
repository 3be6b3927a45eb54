import { describe, expect, it } from '@jest/globals'
import { fromCookieValue, hashOf, newSecret, successorOf, toCookieValue } from './refresh-token.ts'
import { endSession, GRACE, LIFETIME, openSession, presentToken, renewSession, type Session } from './session.ts'

const noon = new Date('2026-03-02T12:00:00Z')
const later = (ms: number) => ({ eventId: '019cae5e-0000-7000-8000-00000000000e', time: new Date(noon.getTime() + ms) })
const secret = newSecret()
const device = 'Chrome on Android'
const first = newSecret()
const second = successorOf(secret, first)
const opened = openSession({
  id: '019cae5e-0000-7000-8000-000000000001',
  accountId: '019cae5e-0000-7000-8000-000000000002',
  remember: false,
  device: 'Firefox on Linux',
  secret,
  token: first,
  time: noon,
})

const cookieOf = (session: Session, token: Buffer, by = session.secret) => {
  const read = fromCookieValue(toCookieValue(session._id, by, token))
  if (!read) throw new Error('not readable')
  return read
}

const rotated = presentToken(opened, cookieOf(opened, first), device, later(0)).session as Session

describe('a refresh token', () => {
  it('is stored as a hash only', () => {
    expect(JSON.stringify(opened)).not.toContain(JSON.stringify(first))
    expect(opened.tokenHash).toEqual(hashOf(first))
  })

  it('is exchanged for its successor, and the session lasts longer', () => {
    const { answer, session } = presentToken(opened, cookieOf(opened, first), device, later(1_000))
    expect(answer.next).toEqual(second)
    expect(session).toMatchObject({ tokenHash: hashOf(second), previousHash: hashOf(first) })
    expect(session?.expiresAt.getTime()).toBe(noon.getTime() + 1_000 + LIFETIME.forgotten)
    expect(session?.device).toBe(device)
  })

  it('answers the same successor again for 30 seconds, and changes nothing by it', () => {
    const { answer, session, event } = presentToken(rotated, cookieOf(rotated, first), device, later(GRACE))
    expect(answer.next).toEqual(second)
    expect([session, event]).toEqual([undefined, undefined])
  })

  it('ends its session when it comes back later', () => {
    const { answer, session, event } = presentToken(rotated, cookieOf(rotated, first), device, later(GRACE + 1))
    expect(answer).toMatchObject({ ended: { _id: opened._id } })
    expect(answer.next).toBeUndefined()
    expect(session?.endedAt).toEqual(later(GRACE + 1).time)
    expect(event).toMatchObject({ type: 'session.ended', subject: opened.accountId, data: { sessionId: opened._id } })
  })

  it('ends its session at once when it is older than the previous one', () => {
    const twice = presentToken(rotated, cookieOf(rotated, second), device, later(10)).session as Session
    expect(presentToken(twice, cookieOf(twice, first), device, later(20)).answer.ended).toBeDefined()
  })

  it('does nothing when we never gave it', () => {
    for (const by of [newSecret(), secret])
      expect(presentToken(rotated, { ...cookieOf(rotated, first, by), token: newSecret() }, device, later(0))).toEqual({
        answer: { session: rotated },
      })
  })

  it('does nothing once its session has ended or expired', () => {
    const ended = endSession(rotated, later(5)).session as Session
    expect(presentToken(ended, cookieOf(ended, second), device, later(10))).toEqual({ answer: { session: ended } })
    expect(
      presentToken(rotated, cookieOf(rotated, second), device, later(LIFETIME.forgotten)).answer.next,
    ).toBeUndefined()
  })
})

describe('a cookie', () => {
  it.each(['', 'x', 'a.b.c', `${opened._id}.${'a'.repeat(43)}`, `${opened._id}.${'a'.repeat(44)}.${'a'.repeat(22)}`])(
    'that is not ours is not read: %p',
    (value) => {
      expect(fromCookieValue(value)).toBeUndefined()
    },
  )
})

describe('renewing a session', () => {
  it('puts out whoever holds an older token of it, and ends nothing by that', () => {
    const given = { secret: newSecret(), token: newSecret(), time: later(5_000).time }
    const renewed = renewSession(rotated, given)
    expect(renewed).toMatchObject({ _id: rotated._id, createdAt: noon, rotatedAt: given.time })
    for (const token of [first, second])
      expect(presentToken(renewed, cookieOf(renewed, token, secret), device, later(6_000))).toEqual({
        answer: { session: renewed },
      })
    expect(presentToken(renewed, cookieOf(renewed, given.token), device, later(6_000)).answer.next).toBeDefined()
  })
})

describe('ending a session', () => {
  it('happens once', () => {
    const ended = endSession(opened, later(5)).session as Session
    expect(endSession(ended, later(9))).toEqual({ answer: { ended: undefined } })
  })
})
