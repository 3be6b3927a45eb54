import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createUniqueAccount } from '@meadow/testing/accounts'
import type { BrowserContext, Page } from 'playwright-core'
import { ageToken } from './src/age-token.ts'
import { openProduct, type Product } from './src/open-product.ts'
import { signUp, waitForHome } from './src/pages/member-actions.ts'

/**
 * A lease in storage depends on time: on a busy machine both tabs may hold it, and auth's grace period then accepts both.
 * With a Web Lock the other tab waits while one renews.
 */
const LOCKS = [
  { support: 'with Web Locks', prepare: () => {}, waitForBothTabs: waitForLockQueue, maxRenewals: 1 },
  {
    support: 'without Web Locks, as on a page without https',
    prepare: () => Reflect.deleteProperty(Navigator.prototype, 'locks'),
    waitForBothTabs: waitForBothResponses,
    maxRenewals: 2,
  },
]
const TOKENS = [
  { age: 'has expired', secondsLeft: -300, status: 401 },
  { age: 'is about to expire', secondsLeft: 30, status: 200 },
]
/** A page of the same origin that calls nothing: a page that is left during a renewal would renew again. */
const NO_APP = '/api/health'
const RENEWAL = '**/api/auth/refresh'

describe.each(LOCKS)('two tabs of one browser, $support,', ({ support, prepare, waitForBothTabs, maxRenewals }) => {
  let product: Product
  beforeAll(async () => {
    product = await openProduct()
  })
  afterAll(async () => product?.[Symbol.asyncDispose]())

  it.each(TOKENS)('renew a token that $age at the same time, and stay signed in', async (token) => {
    const { page } = await product.open()
    const context = page.context()
    await context.addInitScript(prepare)
    await signUp(page, createUniqueAccount('Robin Gale'))
    const other = await context.newPage()
    await other.goto('/home')
    await waitForHome(other)
    expect(await page.evaluate(() => 'locks' in navigator)).toBe(support === 'with Web Locks')

    await Promise.all([page.goto(NO_APP), other.goto(NO_APP)])
    const old = await ageToken(product.stack, await tokenOf(page), token.secondsLeft)
    await page.evaluate((token) => localStorage.setItem('token', token), old)
    const renewals = await holdRenewals(context, waitForBothTabs([page, other], token.status))
    await Promise.all([page.goto('/home'), other.goto('/home')])
    await Promise.all([waitForNewToken(page, old), waitForNewToken(other, old)])
    await Promise.all([waitForHome(page), waitForHome(other)])
    const count = renewals.length
    expect(count).toBeGreaterThan(0)
    expect(renewals.slice(0, maxRenewals)).toEqual(renewals)

    await Promise.all([page.reload(), other.reload()])
    await Promise.all([waitForHome(page), waitForHome(other)])
    expect(renewals).toHaveLength(count)
    await context.close()
  })
})

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token') ?? '')

const waitForNewToken = (page: Page, old: string) =>
  page.waitForFunction((oldToken) => ![oldToken, null].includes(localStorage.getItem('token')), old)

/** Waits until both tabs have tried the old token. */
function waitForBothResponses(tabs: Page[], status: number): Promise<unknown> {
  return Promise.all(
    tabs.map((tab) =>
      tab.waitForResponse((response) => /\/api\/posts\?/.test(response.url()) && response.status() === status),
    ),
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
