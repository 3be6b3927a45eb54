import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'

/** What the browser keeps of somebody who is signed in. */
export type Signed = Awaited<ReturnType<BrowserContext['storageState']>>

/** The network that most phones have on their way, and a processor a quarter as fast as this one. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 }
const SLOWER = 4
const VIEWPORT = { width: 412, height: 823 }

export type SlowWindow = AsyncDisposable & { page: Page; cdp: CDPSession }

/** What a browser keeps after a visit of whoever this token is of. */
export async function visitOnce(browser: Browser, url: string, token: string, userId: string): Promise<Signed> {
  await using context = await browser.newContext({ baseURL: url })
  await context.addInitScript(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    },
    { token, userId },
  )
  const page = await context.newPage()
  await page.goto('/home')
  await page.getByRole('article').first().waitFor()
  return await context.storageState() // before it closes
}

/** A window with nothing in its caches, of somebody who is signed in, on a slow network and a slow processor. */
export async function openSlowWindow(browser: Browser, url: string, signed: Signed): Promise<SlowWindow> {
  const context = await browser.newContext({ baseURL: url, viewport: VIEWPORT, storageState: signed })
  await context.addInitScript(observe)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', NETWORK)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return { page, cdp, [Symbol.asyncDispose]: () => context.close() }
}

/** What the page has noted of itself: times in ms since it began, epoch ms of that beginning, shifts, slow interactions. */
export type Noted = { began: number; lcp: number; what: string; shifts: number; longest: number }

export const readNoted = (page: Page): Promise<Noted> => page.evaluate(() => (globalThis as unknown as Noting).noted)

type Noting = { noted: Noted }
type Entry = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  element: Element | null
  interactionId: number
}

/** Runs in the page, before all else. */
function observe(): void {
  const noted: Noted = { began: performance.timeOrigin, lcp: 0, what: '', shifts: 0, longest: 0 }
  ;(globalThis as unknown as Noting).noted = noted
  const on = (type: string, note: (entry: Entry) => void, options: object = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry as Entry)
    }).observe({ type, buffered: true, ...options })
  on('largest-contentful-paint', ({ startTime, element }) => {
    noted.lcp = startTime
    noted.what = element?.outerHTML.slice(0, 120) ?? ''
  })
  on('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) noted.shifts += value
  })
  const keepLongest = ({ interactionId, duration }: Entry) => {
    if (interactionId > 0) noted.longest = Math.max(noted.longest, duration)
  }
  on('event', keepLongest, { durationThreshold: 16 })
}
