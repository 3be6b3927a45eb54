import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { aPerson } from '@meadow/testing/accounts'
import { sharedStack } from '@meadow/testing/shared-stack'
import type { LogLine } from '@meadow/testing/stack'

describe('the id of a request', () => {
  const stack = sharedStack()

  const post = (path: string, body: object, token?: string) =>
    fetch(`${stack.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })

  /** The line of a log that carries the id and says this much; waits until it is there. */
  async function lineOf(name: string, requestId: string, said: LogLine): Promise<LogLine> {
    for (;;) {
      const line = (await stack.logOf(name)).find(
        (one) => one['requestId'] === requestId && Object.entries(said).every(([key, value]) => one[key] === value),
      )
      if (line) return line
      await setTimeout(50)
    }
  }

  it('leads from the gateway through the service and its event to whoever heard of it', async () => {
    const { token } = (await (await post('/auth/register', aPerson('Tess Wade'))).json()) as { token: string }
    const answer = await post('/posts', { content: 'Follow me' }, token)
    expect(answer.status).toBe(201)
    const requestId = answer.headers.get('x-request-id') ?? ''
    expect(requestId).toMatch(/^[0-9a-f]{32}$/)

    await lineOf('gateway', requestId, { method: 'POST', path: '/api/posts', status: 201 })
    await lineOf('posts', requestId, { method: 'POST', path: '/posts', status: 201 })
    await lineOf('social', requestId, { msg: 'handled', type: 'post.created', consumer: 'social' })
  })
})
