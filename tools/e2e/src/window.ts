import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** A browser window of its own, with cookies of its own, that remembers what went wrong in it. */
export type Window = {
  page: Page
  /** Errors of scripts, refused by the security policy, or told to the console. */
  problems: string[]
}

export const PATIENCE_MS = 45_000 // for a failure, on a machine that is busy

export async function openWindow(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Window> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 }, ...options })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`${error.name}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`)
  })
  return { page, problems }
}
