import { createApiClient } from '@meadow/testing/api-client'
import type { Page } from '@playwright/test'
import { createTestPush } from '../../services/notify/src/push/push-payload.ts'
import { expect, test } from './src/fixtures.ts'
import { findBarriers } from './src/pages/axe.ts'
import { readDeviceMember } from './src/pages/device-storage.ts'
import { signIn } from './src/pages/member-actions.ts'
import { listNotificationsInsteadOfShowing, openPushDelivery } from './src/pages/push-delivery.ts'
import { waitForReleases } from './src/pages/service-worker.ts'
import { createSubscriptionKeys, type SubscriptionKeys } from './src/pages/subscription-keys.ts'
import { prependToWorker } from './src/pages/worker-registration.ts'

test.use({ trace: 'off' }) // the browser ends while a trace begins beside a service worker
test.afterAll(({ product }) => product.closeWindows())

test('push is turned on, known to the server, and off again', async ({ product }) => {
  const api = createApiClient(product.stack.url)
  const { account } = await api.register('Ada Moss')
  const { page } = await product.open({ serviceWorkers: 'allow' })
  await page.addInitScript(fakeSubscriptions, createSubscriptionKeys())
  await signIn(page, account)
  await waitForReleases(page)
  await page.goto('/settings/notifications')
  const onThisDevice = page.getByRole('switch', { name: 'Push on this device' })
  await expect(onThisDevice).not.toBeChecked()
  await expect(findState(page, 'Permission', 'Needs your help')).toBeVisible()
  expect(await findBarriers(page)).toEqual([])

  await onThisDevice.click()
  await expect(onThisDevice).toBeChecked()
  for (const name of ['Secure connection', 'Permission', 'Background service', 'This device', 'Meadow'])
    await expect(findState(page, name, 'Works')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send a test notification' })).toBeVisible()
  expect(await findBarriers(page)).toEqual([])

  await onThisDevice.click()
  await expect(onThisDevice).not.toBeChecked()
  await expect(findState(page, 'This device', 'Needs your help')).toBeVisible()
})

test('a test notification is seen to arrive', async ({ product }) => {
  const ada = await createApiClient(product.stack.url).register('Ada Moss')
  const { page } = await product.open({ serviceWorkers: 'allow' })
  await listNotificationsInsteadOfShowing(page.context())
  await page.addInitScript(fakeSubscriptions, createSubscriptionKeys())
  await signIn(page, ada.account)
  await waitForReleases(page)
  await expect.poll(() => readDeviceMember(page)).toBe(ada._id)
  await page.goto('/settings/notifications')
  await page.getByRole('switch', { name: 'Push on this device' }).click()
  const push = await openPushDelivery(page)
  const response = page.waitForResponse('**/api/push/test')
  await page.getByRole('button', { name: 'Send a test notification' }).click()
  const { id }: { id: string } = await (await response).json()
  await expect(page.getByText('Sent. Waiting for it to arrive here...')).toBeVisible()
  await push.deliver(createTestPush(ada._id, { id, at: new Date() }))
  await expect(page.getByText(/^It arrived after \d+\.\d seconds\.$/)).toBeVisible()
  expect(await push.listShown()).toMatchObject([{ title: 'Meadow', tag: 'test' }])
  expect(await findBarriers(page)).toEqual([])
})

test('the service worker repairs a subscription that the browser has dropped', async ({ product }) => {
  const api = createApiClient(product.stack.url)
  const ada = await api.register('Ada Moss')
  const { page } = await product.open({ serviceWorkers: 'allow' })
  await prependToWorker(page.context(), new URL('./src/pages/subscription-change.js', import.meta.url))
  await signIn(page, ada.account)
  await waitForReleases(page)
  await expect.poll(() => readDeviceMember(page)).toBe(ada._id)
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const readSubscription = async () =>
    (await api.call<{ subscription: { lastFailure: null } | null }>('/push/config', { by: { token } })).subscription
  expect(await readSubscription()).toBeNull()
  await page.evaluate(
    (keys) => navigator.serviceWorker.controller?.postMessage({ type: 'test-subscription-change', keys }),
    createSubscriptionKeys(),
  )
  await expect.poll(readSubscription).toMatchObject({ lastFailure: null })
})

/** Returns the icon of a check of the doctor in this state. */
const findState = (page: Page, name: string, state: string) =>
  page
    .getByRole('region', { name: 'Push check' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
    .getByRole('img', { name: state })

/** Runs in the page: the browser of the tests has neither a push service nor a permission for notifications. */
function fakeSubscriptions({ endpoint, p256dh, auth }: SubscriptionKeys): void {
  let permission = 'default'
  let key: string | undefined
  const decode = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
  const subscription = () => ({
    endpoint,
    options: { applicationServerKey: decode(key ?? '').buffer },
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: async () => {
      key = undefined
      return true
    },
  })
  Object.defineProperty(Notification, 'permission', { get: () => permission })
  Object.assign(Notification, {
    requestPermission: async () => {
      permission = 'granted'
      return permission
    },
  })
  Object.assign(PushManager.prototype, {
    getSubscription: async () => (key ? subscription() : null),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      key = applicationServerKey
      return subscription()
    },
  })
}
