import type { TestAccount } from '@meadow/testing/accounts'
import { type ExpectedLogLine, type RunningStack, type Stack, startStack } from '@meadow/testing/stack'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { type BrowserWindow, openWindow } from './pages/browser-window.ts'
import { waitForHome } from './pages/member-actions.ts'

/** Windows on a product. */
export type Product<Running extends RunningStack = RunningStack> = {
  stack: Running
  /** Opens a window without a signed-in member. */
  open(options?: BrowserContextOptions): Promise<BrowserWindow>
  /** Opens the home page of a new member in a window. Calls the API instead of filling in the form. */
  openSignedUp(account: TestAccount, options?: BrowserContextOptions): Promise<BrowserWindow>
  /** Opens the home page of a member in a window. Calls the API instead of filling in the form. */
  openSignedIn(account: TestAccount, options?: BrowserContextOptions): Promise<BrowserWindow>
  /** Closes all windows of the browser. */
  closeWindows(): Promise<void>
}

/** Creates windows on a running product. */
export function createProduct<Running extends RunningStack>(browser: Browser, stack: Running): Product<Running> {
  const open = (options?: BrowserContextOptions) => openWindow(browser, stack.url, options)
  return {
    stack,
    open,
    async openSignedUp(account, options) {
      const window = await open(options)
      await startSession(window.page, 'register', account)
      return window
    },
    async openSignedIn(account, options) {
      const window = await open(options)
      await startSession(window.page, 'login', { email: account.email, password: account.password })
      return window
    },
    async closeWindows() {
      for (const context of browser.contexts()) await context.close()
    },
  }
}

type ProductOptions = {
  /** The name of the product in the error of unexpected lines in the logs. */
  name: string
  /** The warnings and errors of the faults that the test injects. */
  injected?: readonly ExpectedLogLine[]
  start?: () => Promise<Stack>
}

/** Starts a product for one test, which may kill it. Its end fails if a log holds an unexpected warning or error. */
export async function startProduct(
  browser: Browser,
  { name, injected = [], start = startStack }: ProductOptions,
): Promise<Product<Stack> & AsyncDisposable> {
  const product = createProduct(browser, await start())
  return {
    ...product,
    async [Symbol.asyncDispose]() {
      await product.closeWindows()
      await product.stack.stopWithCleanLogs(name, injected)
    },
  }
}

/** A page of the product's origin that calls nothing. */
export const PAGE_WITHOUT_APP = '/api/health'

/**
 * Stores the session that a call of auth returns in the browser, as the sign-in page does, and opens the home page. The notice about
 * the address is hidden, as by its button.
 */
export async function startSession(page: Page, call: 'register' | 'login', data: object): Promise<void> {
  const { token, user } = await (await page.request.post(`/api/auth/${call}`, { data })).json()
  await page.goto(PAGE_WITHOUT_APP)
  await page.evaluate(
    ([token, userId]) => {
      Object.assign(localStorage, { token, userId })
      sessionStorage.setItem(`member:${userId}:email-notice`, 'hidden')
    },
    [token, user._id],
  )
  await page.goto('/home')
  await waitForHome(page)
}
