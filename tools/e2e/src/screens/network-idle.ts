import type { Page, Request } from '@playwright/test'

const IDLE_TIMEOUT_MS = 15_000
/** A response may cause the next request a frame or two later. */
const REQUIRED_IDLE_CHECKS = 3

/**
 * Tracks the requests of a page. The returned function waits until no request is pending, except those that match
 * `heldCalls`, and the page is drawn. A script is pending only while the document has an element for it: one that the
 * previous document began while it was left may be reported late, and never ends.
 * @throws an error with the pending URLs after 15 s
 */
export function createIdleWaiter(page: Page): (name: string, heldCalls?: RegExp) => Promise<void> {
  const pending = new Set<Request>()
  let navigation: Request | undefined
  page.on('request', (request) => {
    pending.add(request)
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) navigation = request
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame() || navigation === undefined) return
    // The browser does not report the end of every request of the previous document.
    for (const request of pending) if (request !== navigation) pending.delete(request)
    navigation = undefined
  })

  return async (name, heldCalls) => {
    const deadline = Date.now() + IDLE_TIMEOUT_MS
    for (let idleChecks = 0; idleChecks < REQUIRED_IDLE_CHECKS; ) {
      await waitForFrames(page, 2)
      const scripts = await page.evaluate(() => [...document.scripts].map((script) => script.src))
      const urls = [...pending]
        .filter((request) => request.resourceType() !== 'script' || scripts.includes(request.url()))
        .map((request) => request.url())
        .filter((url) => !heldCalls?.test(url))
      idleChecks = urls.length === 0 ? idleChecks + 1 : 0
      if (Date.now() > deadline) throw new Error(`'${name}' still waits for ${urls.join(', ')}`)
    }
  }
}

/** Waits until the fonts are loaded and this number of frames has been drawn. */
export const waitForFrames = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (frames) => {
    await document.fonts.ready
    for (let drawn = 0; drawn < frames; drawn++) await new Promise(requestAnimationFrame)
  }, count)
