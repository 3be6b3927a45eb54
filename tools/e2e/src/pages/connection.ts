import type { BrowserContext } from '@playwright/test'

/** Takes the API away, but not the code of the pages: without a service worker they could not load it any more. */
export async function disconnect(context: BrowserContext): Promise<void> {
  await context.unroute('**/api/**')
  await context.route('**/api/**', (route) => route.abort('internetdisconnected'))
  for (const page of context.pages()) {
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })
      dispatchEvent(new Event('offline'))
    })
  }
}

/** Gives the API back. */
export async function reconnect(context: BrowserContext): Promise<void> {
  await context.unroute('**/api/**')
  for (const page of context.pages()) {
    await page.evaluate(() => {
      Reflect.deleteProperty(navigator, 'onLine')
      dispatchEvent(new Event('online'))
    })
  }
}
