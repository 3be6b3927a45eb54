import { describe, expect, it } from '@jest/globals'
import { calls, ERRORS, events, eventsByType, STATUS_BY_ERROR_KIND } from '../src/index.ts'

describe('the calls', () => {
  it('have a method and path each', () => {
    const keys = Object.values(calls).map(({ method, path }) => `${method} ${path}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('take a body only where one is sent', () => {
    for (const call of Object.values(calls)) expect(call.method === 'get' && 'body' in call).toBe(false)
  })

  it('take a client key only from members, and only as JSON', () => {
    const taking = Object.values(calls).filter((call) => 'idempotent' in call)
    expect(taking).not.toHaveLength(0)
    for (const call of taking) {
      expect(call).toMatchObject({ method: 'post', access: 'member', status: 201 })
      expect(call).not.toHaveProperty('encoding')
    }
  })
})

describe('the events', () => {
  it('have a type each', () => {
    expect(eventsByType.size).toBe(Object.keys(events).length)
  })

  it('carry no e-mail address', () => {
    for (const { data } of Object.values(events)) expect(Object.keys(data.shape)).not.toContain('email')
  })
})

describe('the errors', () => {
  it('have a status, and a sentence without a full stop', () => {
    for (const { kind, message } of Object.values(ERRORS)) {
      expect(STATUS_BY_ERROR_KIND[kind]).toBeGreaterThanOrEqual(400)
      expect(message).toMatch(/^[A-Z].*[^.]$/)
    }
  })

  it("say 'Authentication failed' for exactly the codes that end a stored token", () => {
    const codes = Object.entries(ERRORS).filter(([, { message }]) => message.startsWith('Authentication failed'))
    expect(codes.map(([code]) => code).toSorted()).toEqual(['token_expired', 'token_invalid', 'token_missing'])
  })
})
