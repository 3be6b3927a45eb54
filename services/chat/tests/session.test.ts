import { describe, expect, it } from '@jest/globals'
import { DomainError, newId } from '@meadow/service'
import { alice, bob, createTestTokens, eventually, shareAcrossTests } from '@meadow/testing'
import { startChat } from './chat-harness.ts'

const chat = shareAcrossTests(() => startChat())
const sids = { one: '0199a000-0000-7000-8000-000000000001', two: '0199a000-0000-7000-8000-000000000002' }

/** Creates a clock that stands still until `start`. */
function createStoppedClock() {
  const held = Math.ceil(Date.now() / 1000) * 1000 // expiry is in whole seconds
  let startedAt: number | undefined
  const passed = () => (startedAt === undefined ? 0 : performance.now() - startedAt)
  return {
    now: () => new Date(held + passed()),
    inSeconds: (seconds: number) => new Date(held + seconds * 1000),
    start: () => {
      startedAt = performance.now()
    },
  }
}

describe('an ended session', () => {
  it('closes all its sockets, and no others', async () => {
    const { connect, tokens } = await chat()
    const ofOne = await Promise.all(
      ['websocket', 'polling'].map((transport) =>
        connect(alice, { transports: [transport], auth: { token: tokens.tokenFor(alice, { sid: sids.one }) } }),
      ),
    )
    const other = await connect(alice, { auth: { token: tokens.tokenFor(alice, { sid: sids.two }) } })
    tokens.endSession(sids.one)
    expect(await Promise.all(ofOne.map(({ disconnected }) => disconnected))).toEqual(
      Array(2).fill('io server disconnect'),
    )
    for (const client of ofOne) expect(client.pushes).toEqual([['sessionEnded', { code: 'token_invalid' }]])
    expect(await other.emit('join', alice._id)).toEqual({ ok: true })
  })

  it('closes its sockets when it ended together with others, and leaves the session that ended them', async () => {
    await using chat = await startChat()
    const now = new Date()
    const connect = (member: typeof alice, sid: string) =>
      chat.connect(member, { auth: { token: chat.tokens.tokenFor(member, { sid }) } })
    const [one, two, kept] = [newId(now), newId(now), newId(now)]
    const [first, second, remaining] = [
      await connect(alice, one),
      await connect(alice, two),
      await connect(alice, kept),
    ]
    const neighbour = await connect(bob, newId(now))
    const startedBefore = new Date(now.getTime() + 1).toISOString()
    const endedAt = now.toISOString()
    chat.tokens.endSessions({ memberId: alice._id, startedBefore, exceptSessionId: kept, endedAt })
    for (const { disconnected } of [first, second]) expect(await disconnected).toBe('io server disconnect')
    expect(await remaining.emit('join', alice._id)).toEqual({ ok: true })
    expect(await neighbour.emit('join', bob._id)).toEqual({ ok: true })
  })
})

describe('an expired token', () => {
  it('closes its socket', async () => {
    const clock = createStoppedClock()
    await using chat = await startChat({ now: clock.now })
    const token = chat.tokens.tokenFor(alice, { expiresAt: clock.inSeconds(1) })
    const client = await chat.connect(alice, { auth: { token } })
    clock.start()
    expect(await client.disconnected).toBe('io server disconnect')
    expect(client.pushes).toEqual([['sessionEnded', { code: 'token_expired' }]])
  })

  it('does not close it if a newer token of the session came in time', async () => {
    const clock = createStoppedClock()
    await using chat = await startChat({ now: clock.now })
    const { connect, tokens } = chat
    const sid = sids.two
    const short = tokens.tokenFor(alice, { sid, expiresAt: clock.inSeconds(1) })
    const [renewed, witness] = await Promise.all([
      connect(alice, { auth: { token: short } }),
      connect(bob, { auth: { token: tokens.tokenFor(bob, { expiresAt: clock.inSeconds(2) }) } }),
    ])
    expect(await renewed.emit('authenticate', { token: tokens.tokenFor(alice, { sid }) })).toEqual({ ok: true })
    clock.start()
    await witness.disconnected
    expect(renewed.pushes).toEqual([])
    expect(await renewed.emit('join', alice._id)).toEqual({ ok: true })
  })
})

describe('a token whose key was revoked', () => {
  it('closes its socket, but not while the keys cannot be fetched', async () => {
    const tokens = createTestTokens()
    const refusal: { error: DomainError | undefined; count: number } = { error: undefined, count: 0 }
    const verifier: typeof tokens.verifier = {
      async verify(token) {
        if (refusal.error) refusal.count += 1
        if (refusal.error) throw refusal.error
        return tokens.verifier.verify(token)
      },
    }
    await using chat = await startChat({ verifier, tokenCheckIntervalMs: 10 })
    const client = await chat.connect(alice, { auth: { token: tokens.tokenFor(alice) } })
    refusal.error = new DomainError('unavailable')
    await eventually(() => expect(refusal.count).toBeGreaterThan(2))
    expect(client.pushes).toEqual([])
    refusal.error = new DomainError('token_expired')
    expect(await client.disconnected).toBe('io server disconnect')
    expect(client.pushes).toEqual([['sessionEnded', { code: 'token_expired' }]])
  })
})

describe('a renewed token', () => {
  it('must be valid and of the same member and session', async () => {
    const { connect, tokens } = await chat()
    const client = await connect(alice, { auth: { token: tokens.tokenFor(alice, { sid: sids.two }) } })
    const authenticate = (token: unknown) => client.emit('authenticate', { token })
    expect(await authenticate(tokens.tokenFor(alice))).toMatchObject({ ok: false, code: 'token_invalid' })
    expect(await authenticate(tokens.tokenFor(bob, { sid: sids.two }))).toMatchObject({
      ok: false,
      code: 'token_invalid',
    })
    const expired = tokens.tokenFor(alice, { sid: sids.two, expiresAt: new Date(Date.now() - 1_000) })
    expect(await authenticate(expired)).toMatchObject({ ok: false, code: 'token_expired' })
    expect(await authenticate(7)).toMatchObject({ ok: false, code: 'invalid_request' })
    expect(await authenticate(tokens.tokenFor(alice, { sid: sids.two }))).toEqual({ ok: true })
  })
})
