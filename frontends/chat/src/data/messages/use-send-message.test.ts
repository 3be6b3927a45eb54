import { describe, expect, it } from '@jest/globals'
import type { SocketAcknowledgement } from '@meadow/contracts/browser'
import { createMessageSender } from './use-send-message.ts'

const text = { recipientId: 'ben', content: 'Hello', clientMessageId: 'key' }
const request = { method: 'POST', path: '/messages', body: text }
const discardedTexts = Array.from({ length: 100 }, (_, index) => ({ ...text, clientMessageId: `discarded ${index}` }))
const message = { _id: 'm' } as never

/** Creates a sender whose socket settles each text by `settle`. `ways` has the way of each attempt. */
function open(settle: () => Promise<SocketAcknowledgement>, { memberId = 'ann' } = {}) {
  const ways: string[] = []
  const state = { isConnected: true, isOnline: true, isSignedIn: true }
  const sendMessage = (sent: unknown) => {
    ways.push('socket')
    expect([text, ...discardedTexts]).toContainEqual(sent)
    return settle()
  }
  const sendByHttp = async () => {
    ways.push('http')
    return { message: 'by http' }
  }
  const send = createMessageSender({
    isSignedInAs: () => state.isSignedIn,
    readConnection: () => (state.isConnected ? { memberId, sendMessage } : undefined),
    isOnline: () => state.isOnline,
  })
  const abortController = new AbortController()
  const attempt = (one: Parameters<typeof send>[0] = request) =>
    send(one, { memberId: 'ann', signal: abortController.signal, sendByHttp })
  return { ways, state, attempt, abortController }
}
const acknowledge = (acknowledgement: SocketAcknowledgement) => () => Promise.resolve(acknowledgement)
const never = () => new Promise<never>(() => {})

describe('the sender of messages', () => {
  it('sends a text by the socket only, with the response of the call', async () => {
    const { attempt, ways } = open(acknowledge({ ok: true, message }))
    expect(await attempt()).toEqual({ message })
    expect(ways).toEqual(['socket'])
  })

  it.each([{ isConnected: false }, { isOnline: false }, { isSignedIn: false }])(
    'uses HTTP only: %j',
    async (change) => {
      const { attempt, ways, state } = open(acknowledge({ ok: true, message }))
      Object.assign(state, change)
      await attempt()
      expect(ways).toEqual(['http'])
    },
  )

  it('uses no socket of another member', async () => {
    const { attempt, ways } = open(acknowledge({ ok: true, message }), { memberId: 'kofi' })
    await attempt()
    expect(ways).toEqual(['http'])
  })

  it('sends pictures and texts without a client key by HTTP', async () => {
    const { attempt, ways } = open(acknowledge({ ok: true, message }))
    await attempt({ method: 'POST', path: '/messages/image', body: new FormData() })
    await attempt({ ...request, body: { recipientId: 'ben', content: 'Hello' } })
    expect(ways).toEqual(['http', 'http'])
  })

  it.each([
    { code: 'not_mutual', status: 403 },
    { code: 'invalid_request', status: 400 },
    { code: 'unexpected', status: 500 },
    { code: 'too_many_requests', status: 429 },
    { code: 'token_expired', status: 401 },
    { code: 'unavailable', status: 503 },
    { code: 'of_an_older_server', status: undefined },
  ])('treats $code like the HTTP error', async ({ code, status }) => {
    const acknowledgement = { ok: false as const, code, error: 'Words', retryAfter: 45, ...(status && { status }) }
    const { attempt, ways } = open(acknowledge(acknowledgement))
    const error: unknown = await attempt().catch((one) => one)
    expect(error).toMatchObject({ code, status: status ?? 503, message: 'Words', retryAfterMs: 45_000 })
    expect(ways).toEqual(['socket'])
  })

  it('repeats by HTTP what was not acknowledged, and uses the socket for the next text', async () => {
    const { attempt, ways } = open(() => Promise.reject(new Error('operation has timed out')))
    const error: unknown = await attempt().catch((one) => one)
    expect(error).toMatchObject({ code: 'offline', status: 0 })
    expect(await attempt()).toEqual({ message: 'by http' })
    await attempt().catch(() => undefined)
    expect(ways).toEqual(['socket', 'http', 'socket'])
  })

  it('remembers the last 100 texts that were not acknowledged', async () => {
    const { attempt, ways } = open(() => Promise.reject(new Error('operation has timed out')))
    await attempt().catch(() => undefined)
    for (const body of discardedTexts) await attempt({ ...request, body }).catch(() => undefined)
    ways.splice(0)
    await attempt({ ...request, body: discardedTexts[0] })
    await attempt().catch(() => undefined)
    expect(ways).toEqual(['http', 'socket'])
  })

  it('ends an attempt that the member discards', async () => {
    const { attempt, abortController } = open(never)
    const sent = attempt()
    abortController.abort()
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
  })
})
