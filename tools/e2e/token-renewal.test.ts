import { createUniqueAccount } from '@meadow/testing/accounts'
import type { BrowserContext, Page } from '@playwright/test'
import { ageToken } from './src/age-token.ts'
import { expect, test } from './src/fixtures.ts'
import { PAGE_WITHOUT_APP } from './src/open-product.ts'
import { waitForHome } from './src/pages/member-actions.ts'

/**
 * With a Web Lock one tab renews while the other waits. A lease in storage depends on time: on a busy machine both tabs may
 * hold it, and auth's grace period then accepts both.
 */
const CASES = [
  {
    title: 'with Web Locks renew an expired token',
    prepare: () => {},
    secondsLeft: -300,
    waitForBothTabs: waitForLockQueue,
    maxRenewals: 1,
  },
  {
    title: 'without Web Locks, as on a page without https, renew a token that is about to expire',
    prepare: () => Reflect.deleteProperty(Navigator.prototype, 'locks'),
    secondsLeft: 30,
    waitForBothTabs: waitForBothResponses,
    maxRenewals: 2,
  },
]
const RENEWAL = '**/api/auth/refresh'

test.afterEach(({ product }) => product.closeWindows())

for (const { title, prepare, secondsLeft, waitForBothTabs, maxRenewals } of CASES)
  test(`two tabs ${title} at the same time, and stay signed in`, async ({ product }) => {
    const { page } = await product.openSignedUp(createUniqueAccount('Robin Gale'))
    const context = page.context()
    await context.addInitScript(prepare)
    const other = await context.newPage()
    for (const tab of [page, other]) await tab.goto(PAGE_WITHOUT_APP) // a page that is left during a renewal would renew again
    expect(await page.evaluate(() => 'locks' in navigator)).toBe(maxRenewals === 1)
    const old = await ageToken(product.stack, await tokenOf(page), secondsLeft)
    await page.evaluate((token) => localStorage.setItem('token', token), old)
    const renewals = await holdRenewals(context, waitForBothTabs([page, other]))
    await Promise.all([page.goto('/home'), other.goto('/home')])
    await Promise.all([waitForNewToken(page, old), waitForNewToken(other, old)])
    await Promise.all([waitForHome(page), waitForHome(other)])
    const count = renewals.length
    expect(count).toBeGreaterThan(0)
    expect(renewals.slice(0, maxRenewals)).toEqual(renewals)

    await Promise.all([page.reload(), other.reload()])
    await Promise.all([waitForHome(page), waitForHome(other)])
    expect(renewals).toHaveLength(count)
  })

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token') ?? '')

const waitForNewToken = (page: Page, old: string) =>
  page.waitForFunction((oldToken) => ![oldToken, null].includes(localStorage.getItem('token')), old)

/** Waits until both tabs have used the old token, which is still valid. */
function waitForBothResponses(tabs: Page[]): Promise<unknown> {
  return Promise.all(
    tabs.map((tab) => tab.waitForResponse((response) => /\/api\/posts\?/.test(response.url()) && response.ok())),
  )
}

/** Waits until one tab renews and the other waits for the lock. */
function waitForLockQueue([tab]: Page[]): Promise<unknown> | undefined {
  return tab?.waitForFunction(async () => (await navigator.locks.query()).pending?.length === 1, null, { polling: 50 })
}

/** Holds back renewals until `moment`. Returns the renewals that succeeded: the page repeats a failed one. */
async function holdRenewals(context: BrowserContext, moment: Promise<unknown> | undefined): Promise<string[]> {
  const renewals: string[] = []
  await context.route(RENEWAL, async (route) => {
    await moment
    await route.continue()
  })
  context.on('response', (response) => {
    if (!response.ok() || !response.url().endsWith(RENEWAL.slice(2))) return
    renewals.push(`tab ${context.pages().indexOf(response.frame().page())} at ${new Date().toISOString()}`)
  })
  return renewals
}
