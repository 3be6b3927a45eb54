import { describe, expect, it } from '@jest/globals'
import { calls, ERRORS, events, eventsByType, STATUS_BY_ERROR_KIND } from '../src/index.ts'

describe('the calls', () => {
  it('each have their own method and path', () => {
    const keys = Object.values(calls).map(({ method, path }) => `${method} ${path}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('have no body if they use GET', () => {
    for (const call of Object.values(calls)) expect(call.method === 'get' && 'body' in call).toBe(false)
  })

  it('accept a client key only from members, and only with a JSON body', () => {
    const idempotentCalls = Object.values(calls).filter((call) => 'idempotent' in call)
    expect(idempotentCalls).not.toHaveLength(0)
    for (const call of idempotentCalls) {
      expect(call).toMatchObject({ method: 'post', access: 'member', status: 201 })
      expect(call).not.toHaveProperty('encoding')
    }
  })
})

describe('the events', () => {
  it('each have their own type', () => {
    expect(eventsByType.size).toBe(Object.keys(events).length)
  })

  it('contain no e-mail address', () => {
    for (const { data } of Object.values(events)) expect(Object.keys(data.shape)).not.toContain('email')
  })
})

describe('the errors', () => {
  it('have a status, and a message without a full stop', () => {
    for (const { kind, message } of Object.values(ERRORS)) {
      expect(STATUS_BY_ERROR_KIND[kind]).toBeGreaterThanOrEqual(400)
      expect(message).toMatch(/^[A-Z].*[^.]$/)
    }
  })

  it("start with 'Authentication failed' only for the codes that end a stored token", () => {
    const codes = Object.entries(ERRORS).filter(([, { message }]) => message.startsWith('Authentication failed'))
    expect(codes.map(([code]) => code).toSorted()).toEqual(['token_expired', 'token_invalid', 'token_missing'])
  })
})
