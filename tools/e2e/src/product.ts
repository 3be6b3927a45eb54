import type { Person } from '@meadow/testing/accounts'
import { openBrowser } from '@meadow/testing/browser'
import { sharedStack } from '@meadow/testing/shared-stack'
import { type RunningStack, type Stack, startStack } from '@meadow/testing/stack'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { signIn, signUp } from './members.ts'
import { openWindow, type Window } from './window.ts'

/** The whole product, and windows of a browser to look at it. */
export type Product<Running extends RunningStack = RunningStack> = AsyncDisposable & {
  stack: Running
  browser: Browser
  /** A window in which nobody is signed in. */
  open(options?: BrowserContextOptions): Promise<Window>
  /** A window of somebody who has just signed up in it. */
  openNew(person: Person): Promise<Window>
  /** A window, or device, of somebody who signs in there. */
  openFor(person: Person, options?: BrowserContextOptions): Promise<Window>
}

/** Windows on the product that all tests of a run share, and fill with members at the same time. */
export const openProduct = (): Promise<Product> => openAround(async () => sharedStack())

/** A product of a test's own, which it may kill. */
export const startProduct = (): Promise<Product<Stack>> =>
  openAround(async (opening) => opening.use(await startStack()))

async function openAround<Running extends RunningStack>(
  begin: (opening: AsyncDisposableStack) => Promise<Running>,
): Promise<Product<Running>> {
  await using opening = new AsyncDisposableStack()
  const stack = await begin(opening)
  const browser = opening.adopt(await openBrowser(), (it) => it.close())
  const open = (options?: BrowserContextOptions) => openWindow(browser, stack.url, options)
  const opened = opening.move()
  return {
    ...{ stack, browser, open },
    async openNew(person) {
      const window = await open()
      await signUp(window.page, person)
      return window
    },
    async openFor(person, options) {
      const window = await open(options)
      await signIn(window.page, person)
      return window
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
