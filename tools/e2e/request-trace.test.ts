import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
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
  async function lineOf(name: string, requestId: string, said: LogLine): Promise<LogLine> {
    for (;;) {
      const line = (await stack.logOf(name)).find(
        (one) => one['requestId'] === requestId && Object.entries(said).every(([key, value]) => one[key] === value),
      )
      if (line) return line
      await setTimeout(50)
    }
  }

  it('is logged by the gateway, the service and the consumer of its event', async () => {
    const { token } = (await (await post('/auth/register', createUniqueAccount('Tess Wade'))).json()) as {
      token: string
    }
    const answer = await post('/posts', { content: 'Follow me' }, token)
    expect(answer.status).toBe(201)
    const requestId = answer.headers.get('x-request-id') ?? ''
    expect(requestId).toMatch(/^[0-9a-f]{32}$/)

    await lineOf('gateway', requestId, { method: 'POST', path: '/api/posts', status: 201 })
    await lineOf('posts', requestId, { method: 'POST', path: '/posts', status: 201 })
    await lineOf('social', requestId, { msg: 'handled', type: 'post.created', consumer: 'social' })
  })
})
