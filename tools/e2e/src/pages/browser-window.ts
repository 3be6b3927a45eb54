import type { Browser, BrowserContextOptions, Page } from '@playwright/test'

/** A browser window with its own cookies, which records errors. */
export type BrowserWindow = {
  page: Page
  /** Script errors, violations of the security policy, and errors on the console. */
  problems: string[]
}

export const BROWSER_TIMEOUT_MS = 45_000 // only a failure on a busy machine takes this long

export async function openWindow(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<BrowserWindow> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block', // tests of the service worker allow it
    ...options,
  })
  context.setDefaultTimeout(BROWSER_TIMEOUT_MS)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`${error.name}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`)
  })
  return { page, problems }
}
