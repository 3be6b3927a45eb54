import { describe, expect, it } from '@jest/globals'
import { fakeApi } from '../testing/index.ts'
import { api } from './api.ts'
import { toApiError } from './api-error.ts'

const toMessage = async (status: number, body: string) => (await toApiError(new Response(body, { status }))).message

describe('the message of a failed call', () => {
  it.each([
    ['the `error` field of the response', 409, '{"error":"Already taken","code":"already_taken"}', 'Already taken'],
    ['the raw text without that field', 502, 'Bad gateway', 'Bad gateway'],
    ['a default instead of markup', 502, '<html>Bad gateway</html>', 'Something went wrong'],
    ['a default for an empty response', 500, '', 'Something went wrong'],
    ['another default for status 401', 401, '', 'Authentication failed'],
  ])('is %s', async (_, status, body, message) => {
    expect(await toMessage(status, body)).toBe(message)
  })

  it('has code, fields and request id', async () => {
    const body = {
      error: 'Please check',
      code: 'invalid_request',
      fields: { email: 'Email is invalid' },
      requestId: 'r1',
    }
    const error = await toApiError(Response.json(body, { status: 400 }))
    expect(error).toMatchObject({ status: 400, code: 'invalid_request', fields: body.fields, requestId: 'r1' })
  })

  it('has the time of the next attempt if the server names it', async () => {
    const error = await toApiError(new Response('', { status: 429, headers: { 'retry-after': '45' } }))
    expect(error.retryAfterMs).toBe(45_000)
    expect((await toApiError(new Response('', { status: 503 }))).retryAfterMs).toBeUndefined()
  })

  it('has its own message without a network', async () => {
    fakeApi({ 'GET /health': () => 'no network' })
    await expect(api('GET /health')).rejects.toMatchObject({
      code: 'offline',
      status: 0,
      message: "Can't reach Meadow. Check your connection and try again.",
    })
  })
})
