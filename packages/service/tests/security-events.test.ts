import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { alice, createSecurityEventLog } from '@meadow/testing'
import { Router } from 'express'
import { DomainError } from '../src/index.ts'
import { noteId, startNotes } from './notes-service.ts'

const network = '203.0.113.7'

/** Sends a call with an `Authorization` header to a service that records its security events. */
function startRecordedNotes() {
  const { log, securityEvents } = createSecurityEventLog()
  const notes = startNotes({ log })
  const send = (authorization: string, path = `/notes/${noteId}`) =>
    notes.agent.post(path).set({ Authorization: authorization, 'X-Forwarded-For': network }).send({ text: 'A note' })
  return { ...notes, send, securityEvents }
}

describe('a refused access token', () => {
  it.each(['Bearer nonsense', 'Bearer a.b.c', `Bearer ${'x'.repeat(5_000)}`, 'Basic YTpi'])(
    'is a security event with the network: %#',
    async (authorization) => {
      const { send, securityEvents } = startRecordedNotes()
      expect((await send(authorization)).status).toBe(401)
      expect(securityEvents).toEqual([{ event: 'auth.token_refused', reason: 'invalid_token', network }])
    },
  )

  it('of an ended session is reported with its member and session', async () => {
    const { send, tokens, securityEvents } = startRecordedNotes()
    const sid = randomUUID()
    tokens.endSession(sid)
    expect((await send(`Bearer ${tokens.tokenFor(alice, { sid })}`)).status).toBe(401)
    expect(securityEvents).toEqual([
      { event: 'auth.token_refused', reason: 'session_ended', actor: alice._id, session: sid, network },
    ])
  })

  it('is no event when it has expired, as this happens to every member', async () => {
    const { send, tokens, securityEvents } = startRecordedNotes()
    const expired = tokens.tokenFor(alice, { issuedAt: new Date(0), expiresAt: new Date(1_000) })
    expect((await send(`Bearer ${expired}`)).body).toMatchObject({ code: 'token_expired' })
    expect(securityEvents).toEqual([])
  })
})

describe('a refused origin', () => {
  it('is a security event with the network', async () => {
    const refuse = Router().get('/refused', (_request, _response, next) => next(new DomainError('origin_not_allowed')))
    const { log, securityEvents } = createSecurityEventLog()
    const { agent } = startNotes({ log, routers: [refuse] })
    await agent.get('/refused').set('X-Forwarded-For', network)
    expect(securityEvents).toEqual([{ event: 'auth.origin_refused', network }])
  })
})
