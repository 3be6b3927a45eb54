import { describe, expect, it } from '@jest/globals'
import { eventually } from '@meadow/testing'
import { createUniqueAccount } from '@meadow/testing/accounts'
import { attachToSharedStack } from '@meadow/testing/shared-stack'
import type { LogLine } from '@meadow/testing/stack'

describe('the request id', () => {
  const stack = attachToSharedStack()

  const post = (path: string, body: object, token?: string) =>
    fetch(`${stack.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })

  /** Waits for the log line with this request id and these fields. */
  const waitForLogLine = (name: string, requestId: string, fields: LogLine): Promise<void> =>
    eventually(async () => {
      const lines = (await stack.logOf(name)).filter((line) => line['requestId'] === requestId)
      expect(lines).toContainEqual(expect.objectContaining(fields))
    })

  it('is logged by the gateway, the service and the consumer of its event', async () => {
    const { token } = (await (await post('/auth/register', createUniqueAccount('Tess Wade'))).json()) as {
      token: string
    }
    const response = await post('/posts', { content: 'Follow me' }, token)
    expect(response.status).toBe(201)
    const requestId = response.headers.get('x-request-id') ?? ''
    expect(requestId).toMatch(/^[0-9a-f]{32}$/)

    await waitForLogLine('gateway', requestId, { method: 'POST', path: '/api/posts', status: 201 })
    await waitForLogLine('posts', requestId, { method: 'POST', path: '/posts', status: 201 })
    await waitForLogLine('social', requestId, { msg: 'event handled', type: 'post.created', consumer: 'social' })
  })
})
