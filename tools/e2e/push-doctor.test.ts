import { createECDH, randomBytes } from 'node:crypto'
import { createApiClient } from '@meadow/testing/api-client'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { findBarriers } from './src/pages/axe.ts'
import { signIn } from './src/pages/member-actions.ts'
import { waitForReleases } from './src/pages/service-worker.ts'

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

/** Returns the icon of a check of the doctor in this state. */
const findState = (page: Page, name: string, state: string) =>
  page
    .getByRole('region', { name: 'Push check' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
    .getByRole('img', { name: state })

type SubscriptionKeys = { endpoint: string; p256dh: string; auth: string }

function createSubscriptionKeys(): SubscriptionKeys {
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  const token = randomBytes(16).toString('hex')
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${token}`,
    p256dh,
    auth: randomBytes(16).toString('base64url'),
  }
}

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
