import type { BrowserContext, Page } from '@playwright/test'
import type { NetworkRelay } from './network-relay.ts'

/** The manifest's `start_url`. */
const START_PATH = '/start'
/** A page of the same worker that only has the text of a post: what a start costs at least. */
const BARE_PATH = '/assets/bare.000000000000.html'
const POST_TEXT = 'article[data-post] p'
const CPU_SLOWDOWN = 4
const START_TIMEOUT_MS = 60_000
const FRONTENDS = 4
/** Nobody but the page itself requests the first, nobody but its worker the second, which no release has. */
const PAGE_REQUEST_PATH = '/api/health'
const WORKER_REQUEST_PATH = '/assets/none.000000000000.css'
const POLL_MS = 100

export const APP_STARTS = {
  online: { path: START_PATH, isOffline: false },
  offline: { path: START_PATH, isOffline: true },
  bare: { path: BARE_PATH, isOffline: true },
} as const
export type AppStart = keyof typeof APP_STARTS

/** Opens the app as after a sign-in, until it can start offline: all front ends and the feed are stored. */
export async function prepareAppStarts(context: BrowserContext, url: string, token: string, userId: string) {
  const page = await context.newPage()
  await page.goto(`${url}/api/health`)
  await page.evaluate((stored) => Object.assign(localStorage, stored), { token, userId })
  await page.goto(`${url}/home`)
  const text = await page.locator(POST_TEXT).first().textContent()
  while (!(await page.evaluate(hasReleases, FRONTENDS))) await page.waitForTimeout(POLL_MS)
  await page.evaluate(storeBarePage, { path: BARE_PATH, text })
  while (!(await page.evaluate(storeFeed))) await page.waitForTimeout(POLL_MS)
}

/**
 * Starts the app in a new page. Returns the time in ms from the start of the navigation until the text of the first post is
 * painted, by the element timing of the browser.
 */
export async function measureAppStart(context: BrowserContext, relay: NetworkRelay, start: AppStart): Promise<number> {
  const { path, isOffline } = APP_STARTS[start]
  await context.addInitScript(timePostText, POST_TEXT)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await context.setOffline(isOffline) // the page knows it, but a worker that starts later would have a network
  relay.setOffline(isOffline)
  await page.goto(relay.url + path, { waitUntil: 'commit' })
  const paintedAt = await page.waitForFunction(readPaintTime, undefined, { timeout: START_TIMEOUT_MS })
  await assertNetwork(page, isOffline)
  return (await paintedAt.jsonValue()) as number
}

/** @throws if the page or its worker does not have the network that it should have had during the start */
async function assertNetwork(page: Page, isOffline: boolean): Promise<void> {
  for (const path of [PAGE_REQUEST_PATH, WORKER_REQUEST_PATH]) {
    const isReachable = await page.evaluate(
      (path) =>
        fetch(path, { cache: 'no-store' }).then(
          () => true,
          () => false,
        ),
      path,
    )
    if (isReachable === isOffline) throw new Error(`${path} is ${isReachable ? '' : 'not '}reachable`)
  }
}

type PageGlobal = { paintedAt?: number }
type ElementEntry = PerformanceEntry & { renderTime: number }

const readPaintTime = () => (globalThis as PageGlobal).paintedAt

/** Observes when the text of the first post is painted. Runs in the page before all other scripts. */
function timePostText(selector: string): void {
  new PerformanceObserver((list) => {
    const [first] = list.getEntries() as ElementEntry[]
    if (first) (globalThis as PageGlobal).paintedAt ??= first.renderTime
  }).observe({ type: 'element', buffered: true })
  new MutationObserver((_, observer) => {
    const text = document.querySelector(selector)
    if (!text) return
    text.setAttribute('elementtiming', 'first-post')
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })
}

/** Returns true if the service worker has stored this number of releases and is in control. Runs in the page. */
async function hasReleases(expected: number): Promise<boolean> {
  const stored = await caches.match('/release-state', { cacheName: 'meadow-releases' })
  const { releases } = (await stored?.json()) ?? { releases: [] }
  return releases.length >= expected && navigator.serviceWorker.controller !== null
}

/** Stores the feed now, as a page that is left does. Returns true once something is stored. Runs in the page. */
function storeFeed(): boolean {
  dispatchEvent(new Event('pagehide'))
  return localStorage.getItem(`member:${localStorage.getItem('userId')}:has-stored-queries`) !== null
}

/** Adds a page with this text to the release of the shell. Its worker knows it after its next start. Runs in the page. */
async function storeBarePage({ path, text }: { path: string; text: string | null }): Promise<void> {
  const states = await caches.open('meadow-releases')
  const state = await (await states.match('/release-state'))?.json()
  const shell = state.releases.find(({ name }: { name: string }) => name === 'shell')
  shell.files.push(path)
  await states.put('/release-state', new Response(JSON.stringify(state)))
  const bare = document.implementation.createHTMLDocument()
  const article = bare.body.appendChild(bare.createElement('article'))
  article.dataset['post'] = ''
  article.appendChild(bare.createElement('p')).append(text ?? '')
  const release = await caches.open(`meadow-release shell ${shell.build}`)
  await release.put(path, new Response(bare.documentElement.outerHTML, { headers: { 'content-type': 'text/html' } }))
}
