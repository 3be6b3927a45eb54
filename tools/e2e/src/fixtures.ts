import { openBrowser } from '@meadow/testing/browser'
import { attachToSharedStack } from '@meadow/testing/shared-stack'
import { attachToStack, type RunningStack } from '@meadow/testing/stack'
import { test as base } from '@playwright/test'
import { createProduct, type Product } from './open-product.ts'

export { expect } from '@playwright/test'

type WorkerFixtures = {
  /** The product that all tests of a run share: that of `E2E_URL`, or one that the run starts. Other tests use it at the same time. */
  stack: RunningStack
  /** The shared product in this worker's browser. Its windows stay open until a test closes them. */
  product: Product
}

/** A running product without rate limits, for example in containers. Tests that read logs or the data folder fail on it. */
const PRODUCT_URL = process.env['E2E_URL']

const STACK_START_TIMEOUT_MS = 240_000

/** Playwright's `test` with our browser and the shared product. */
export const test = base.extend<object, WorkerFixtures>({
  browser: [
    async ({ browserName: _ }, use) => {
      const browser = await openBrowser()
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  stack: [
    async ({ browserName: _ }, use) => use(PRODUCT_URL ? attachToStack(PRODUCT_URL, '') : await attachToSharedStack()),
    { scope: 'worker', timeout: STACK_START_TIMEOUT_MS },
  ],
  product: [async ({ browser, stack }, use) => use(createProduct(browser, stack)), { scope: 'worker' }],
})
