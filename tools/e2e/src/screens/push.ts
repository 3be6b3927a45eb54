import { expect, type Page } from '@playwright/test'
import type { Screen } from './screen.ts'

const CONFIG_CALL = '**/api/push/config'
const TEST_CALL = '**/api/push/test'
const TEST_ID = '01900000-0000-7000-8000-0000000000e9'
const AT = '2026-11-24T06:00:00.000Z'

/** The push check: what fails in a browser whose notifications are blocked, and where everything works, with a test. */
const pushCheck: Screen = async (page, { show }) => {
  await page.route(CONFIG_CALL, (route) =>
    route.fulfill({
      json: { publicKey: 'BA', subscription: { createdAt: AT, lastSuccessAt: AT, lastFailure: null } },
    }),
  )
  await page.route(TEST_CALL, (route) => route.fulfill({ status: 202, json: { id: TEST_ID } }))
  await openPushCheck(page, 'denied')
  await page.getByText(/^Notifications are blocked\. Open/).waitFor()
  await show('push-check-blocked')

  await openPushCheck(page, 'granted')
  const test = page.getByRole('button', { name: 'Send a test notification' })
  await test.click()
  await page.getByText(/^It hasn't arrived after 15 seconds/).scrollIntoViewIfNeeded()
  await show('push-test-lost')
  await page.evaluate((id) => {
    const data = { type: 'test-push-arrived', id }
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
  }, TEST_ID)
  await page.getByText(/^It arrived after/).waitFor()
  await test.scrollIntoViewIfNeeded()
  await show('push-test-arrived')
}

/** Opens the push check in a browser with this permission. */
async function openPushCheck(page: Page, permission: NotificationPermission): Promise<void> {
  await page.goto('/settings')
  await page.getByLabel('Current password').waitFor()
  await page.evaluate(fakePush, permission)
  await page.getByRole('link', { name: 'Notifications', exact: true }).click()
  await page.getByRole('heading', { name: 'Last notification' }).scrollIntoViewIfNeeded()
}

/** The row that offers push once, after the first message of a member who has not answered yet. */
const pushPrompt: Screen = async (page, { partner, show }) => {
  await page.goto(`/chat/${partner.username}`)
  await page.evaluate(() =>
    Object.defineProperty(Notification, 'permission', { configurable: true, get: () => 'default' }),
  )
  await expect(async () => {
    await page.getByLabel(`Message ${partner.fullName}`).fill('I will bring the lamp.')
    await page.keyboard.press('Enter')
    await page.getByText('Want to know when they answer?').waitFor({ timeout: 3_000 }) // its code is loaded when the page is idle
  }).toPass()
  await show('push-prompt')
  await page.getByRole('button', { name: 'Not now' }).click()
}

/** Runs in the page: the browser of the screens has neither a service worker nor push. A test counts as lost at once. */
function fakePush(permission: NotificationPermission): void {
  const subscription = {
    endpoint: 'https://push.example/1',
    options: { applicationServerKey: Uint8Array.of(4).buffer },
  }
  const registration = {
    active: { postMessage: () => undefined },
    getNotifications: async () => [],
    pushManager: { getSubscription: async () => (permission === 'granted' ? subscription : null) },
  }
  const worker = Object.assign(new EventTarget(), { getRegistration: async () => registration })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker })
  Object.defineProperty(Notification, 'permission', { configurable: true, get: () => permission })
  const wait = setTimeout
  const waitLess = (work: () => void, delayMs = 0) => wait(work, delayMs === 15_000 ? 0 : delayMs)
  Object.assign(globalThis, { setTimeout: waitLess })
}

export const pushScreens: Screen[] = [pushPrompt, pushCheck]
