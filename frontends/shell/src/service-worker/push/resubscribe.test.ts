import { expect, it } from '@jest/globals'
import type { PushWorkerDeps } from './push-worker-deps.ts'
import { resubscribe } from './register-push.ts'
import { createFakePushDeps, createFakePushScope } from './testing/fake-push-scope.ts'
import { EARLIER_KEY, SERVER_KEY } from './testing/push-fixtures.ts'

/** Runs the handler in a browser with this subscription. Returns the browser, and the calls of the API. */
async function repair(subscribedFor: string | undefined, changes: Partial<PushWorkerDeps> = {}) {
  const scope = createFakePushScope()
  scope.subscribedFor = subscribedFor
  const calls: unknown[][] = []
  const callApi: PushWorkerDeps['callApi'] = async (...call) => {
    calls.push(call)
    return { publicKey: SERVER_KEY }
  }
  await resubscribe(createFakePushDeps(scope, { callApi, ...changes }).deps)
  return { scope, calls }
}
const registration = [
  'POST',
  '/push/subscribe',
  {
    subscription: { endpoint: `https://push.example/${SERVER_KEY}`, keys: { p256dh: 'p256dh', auth: 'auth' } },
    publicKey: SERVER_KEY,
  },
]

it('subscribes for the current key of the server, and tells the server', async () => {
  const { scope, calls } = await repair(undefined)
  expect(scope.subscribedFor).toBe(SERVER_KEY)
  expect(calls).toEqual([['GET', '/push/config'], registration])
})

it('tells the server a subscription that the browser has renewed itself', async () => {
  const { calls } = await repair(SERVER_KEY)
  expect(calls.at(-1)).toEqual(registration)
})

it('replaces a subscription for an earlier key, which the browser would refuse', async () => {
  const { scope, calls } = await repair(EARLIER_KEY)
  expect(scope.subscribedFor).toBe(SERVER_KEY)
  expect(calls.at(-1)).toEqual(registration)
})

it('does nothing after a sign-out', async () => {
  const { scope, calls } = await repair(undefined, { readMemberId: async () => undefined })
  expect([scope.subscribedFor, calls]).toEqual([undefined, []])
})

it('fails without a network, and leaves the repair to the next page', async () => {
  const callApi = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(repair(undefined, { callApi })).rejects.toThrow('Failed to fetch')
})
