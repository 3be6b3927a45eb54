import { createUniqueAccount } from '@meadow/testing/accounts'
import type { LogLine } from '@meadow/testing/stack'
import { expect, test } from './src/fixtures.ts'

test('a request id is logged by the gateway, the service and the consumer of its event', async ({ request, stack }) => {
  const registered = await request.post(`${stack.url}/api/auth/register`, { data: createUniqueAccount('Tess Wade') })
  const { token } = await registered.json()
  const response = await request.post(`${stack.url}/api/posts`, {
    data: { content: 'Follow me' },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.status()).toBe(201)
  const requestId = response.headers()['x-request-id']
  expect(requestId).toMatch(/^[0-9a-f]{32}$/)

  const expectLogLine = (name: string, fields: LogLine) =>
    expect.poll(() => stack.logOf(name)).toContainEqual(expect.objectContaining(fields))
  await expectLogLine('gateway', { requestId, method: 'POST', path: '/api/posts', status: 201 })
  await expectLogLine('posts', { requestId, method: 'POST', path: '/posts', status: 201 })
  const events = expect.arrayContaining([expect.objectContaining({ requestId })])
  await expectLogLine('social', { msg: 'events handled', type: 'post.created', consumer: 'social', events })
})
