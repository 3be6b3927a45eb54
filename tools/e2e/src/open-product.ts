import type { TestAccount } from '@meadow/testing/accounts'
import { openBrowser } from '@meadow/testing/browser'
import { attachToSharedStack } from '@meadow/testing/shared-stack'
import { type RunningStack, type Stack, startStack } from '@meadow/testing/stack'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { type BrowserWindow, openWindow } from './pages/browser-window.ts'
import { signIn, signUp } from './pages/member-actions.ts'

/** The whole product, and a browser to open windows on it. */
export type Product<Running extends RunningStack = RunningStack> = AsyncDisposable & {
  stack: Running
  browser: Browser
  /** Opens a window without a signed-in member. */
  open(options?: BrowserContextOptions): Promise<BrowserWindow>
  /** Opens a window and signs up a new member in it. */
  openSignedUp(account: TestAccount): Promise<BrowserWindow>
  /** Opens a window and signs in a member. */
  openSignedIn(account: TestAccount, options?: BrowserContextOptions): Promise<BrowserWindow>
}

/** Opens the product that all tests of a run share. Other tests use it at the same time. */
export const openProduct = (): Promise<Product> => openProductOn(async () => attachToSharedStack())

/** Starts a product for one test, which may kill it. */
export const startProduct = (): Promise<Product<Stack>> =>
  openProductOn(async (opening) => opening.use(await startStack()))

async function openProductOn<Running extends RunningStack>(
  begin: (opening: AsyncDisposableStack) => Promise<Running>,
): Promise<Product<Running>> {
  await using opening = new AsyncDisposableStack()
  const stack = await begin(opening)
  const browser = opening.adopt(await openBrowser(), (browser) => browser.close())
  const open = (options?: BrowserContextOptions) => openWindow(browser, stack.url, options)
  const opened = opening.move()
  return {
    stack,
    browser,
    open,
    async openSignedUp(account) {
      const window = await open()
      await signUp(window.page, account)
      return window
    },
    async openSignedIn(account, options) {
      const window = await open(options)
      await signIn(window.page, account)
      return window
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
