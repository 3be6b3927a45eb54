import { describe, expect, it } from '@jest/globals'
import { createSecret, deriveSuccessor, formatRefreshToken, hashToken, parseRefreshToken } from './refresh-token.ts'
import {
  createSession,
  endSession,
  exchangeRefreshToken,
  PREVIOUS_TOKEN_GRACE_MS,
  SESSION_LIFETIME_MS,
  type Session,
} from './session.ts'

const noon = new Date('2026-03-02T12:00:00Z')
const later = (ms: number) => ({ eventId: '019cae5e-0000-7000-8000-00000000000e', time: new Date(noon.getTime() + ms) })
const DAY_MS = 86_400_000
const maxSessionAgeMs = 90 * DAY_MS
const secret = createSecret()
const device = 'Chrome on Android'
const refreshed = (ms: number) => ({ ...later(ms), device, maxSessionAgeMs })
const first = createSecret()
const second = deriveSuccessor(secret, first)
const openSession = (remember: boolean): Session =>
  createSession({
    id: '019cae5e-0000-7000-8000-000000000001',
    accountId: '019cae5e-0000-7000-8000-000000000002',
    remember,
    device: 'Firefox on Linux',
    secret,
    token: first,
    time: noon,
    maxSessionAgeMs,
  })
const opened = openSession(false)

const cookieOf = (session: Session, token: Buffer, by = session.secret) => {
  const read = parseRefreshToken(formatRefreshToken(session._id, by, token))
  if (!read) throw new Error('not readable')
  return read
}

const rotated = exchangeRefreshToken(opened, cookieOf(opened, first), refreshed(0)).session as Session

describe('a refresh token', () => {
  it('is stored as a hash only', () => {
    expect(JSON.stringify(opened)).not.toContain(JSON.stringify(first))
    expect(opened.tokenHash).toEqual(hashToken(first))
  })

  it('is exchanged for its successor and extends the session', () => {
    const { result, session } = exchangeRefreshToken(opened, cookieOf(opened, first), refreshed(1_000))
    expect(result.next).toEqual(second)
    expect(session).toMatchObject({ tokenHash: hashToken(second), previousHash: hashToken(first) })
    expect(session?.expiresAt.getTime()).toBe(noon.getTime() + 1_000 + SESSION_LIFETIME_MS.browserSession)
    expect(session?.device).toBe(device)
  })

  it('returns the same successor for 30 seconds without changing the session', () => {
    const { result, session, event } = exchangeRefreshToken(
      rotated,
      cookieOf(rotated, first),
      refreshed(PREVIOUS_TOKEN_GRACE_MS),
    )
    expect(result.next).toEqual(second)
    expect([session, event]).toEqual([undefined, undefined])
  })

  it('ends its session if it is used after the grace period', () => {
    const { result, session, event } = exchangeRefreshToken(
      rotated,
      cookieOf(rotated, first),
      refreshed(PREVIOUS_TOKEN_GRACE_MS + 1),
    )
    expect(result).toMatchObject({ ended: { _id: opened._id } })
    expect(result.next).toBeUndefined()
    expect(session?.endedAt).toEqual(later(PREVIOUS_TOKEN_GRACE_MS + 1).time)
    expect(event).toMatchObject({ type: 'session.ended', subject: opened.accountId, data: { sessionId: opened._id } })
  })

  it('ends its session immediately if it is older than the previous one', () => {
    const twice = exchangeRefreshToken(rotated, cookieOf(rotated, second), refreshed(10)).session as Session
    expect(exchangeRefreshToken(twice, cookieOf(twice, first), refreshed(20)).result.ended).toBeDefined()
  })

  it('changes nothing if it was never issued', () => {
    for (const by of [createSecret(), secret])
      expect(
        exchangeRefreshToken(rotated, { ...cookieOf(rotated, first, by), token: createSecret() }, refreshed(0)),
      ).toEqual({ result: { session: rotated, refusal: 'invalid_cookie' } })
  })

  it('does nothing once its session has ended or expired', () => {
    const ended = endSession(rotated, later(5)).session as Session
    expect(exchangeRefreshToken(ended, cookieOf(ended, second), refreshed(10))).toEqual({
      result: { session: ended, refusal: 'session_ended' },
    })
    expect(
      exchangeRefreshToken(rotated, cookieOf(rotated, second), refreshed(SESSION_LIFETIME_MS.browserSession)).result
        .next,
    ).toBeUndefined()
  })
})

describe('a session that the cleanup has ended when it had expired', () => {
  it('refuses its token without a report, as one that has only expired', () => {
    const ended = { ...rotated, endedAt: rotated.expiresAt }
    expect(exchangeRefreshToken(ended, cookieOf(ended, second), refreshed(2 * DAY_MS))).toEqual({
      result: { session: ended },
    })
    expect(exchangeRefreshToken(ended, cookieOf(ended, second), refreshed(0)).result.next).toBeUndefined()
  })
})

describe('a cookie', () => {
  it.each(['', 'x', 'a.b.c', `${opened._id}.${'a'.repeat(43)}`, `${opened._id}.${'a'.repeat(44)}.${'a'.repeat(22)}`])(
    'that is not ours is not read: %p',
    (value) => {
      expect(parseRefreshToken(value)).toBeUndefined()
    },
  )
})

describe('a remembered session', () => {
  it('ends at its maximal age, however often it is refreshed', () => {
    let session = openSession(true)
    let token = first
    for (let day = 20; day < 90; day += 20) {
      const exchange = exchangeRefreshToken(session, cookieOf(session, token), refreshed(day * DAY_MS))
      session = exchange.session as Session
      token = exchange.result.next as Buffer
    }
    expect(session.expiresAt).toEqual(later(maxSessionAgeMs).time)
    expect(
      exchangeRefreshToken(session, cookieOf(session, token), refreshed(maxSessionAgeMs - 1)).result.next,
    ).toBeDefined()
    expect(
      exchangeRefreshToken(session, cookieOf(session, token), refreshed(maxSessionAgeMs)).result.next,
    ).toBeUndefined()
  })

  it('ends at a maximal age that was lowered after its last refresh', () => {
    const lowered = { ...refreshed(2 * DAY_MS), maxSessionAgeMs: 2 * DAY_MS }
    const session = openSession(true)
    expect(exchangeRefreshToken(session, cookieOf(session, first), lowered)).toEqual({ result: { session } })
  })
})

describe('ending a session', () => {
  it('happens once', () => {
    const ended = endSession(opened, later(5)).session as Session
    expect(endSession(ended, later(9))).toEqual({ result: { ended: undefined } })
  })
})
