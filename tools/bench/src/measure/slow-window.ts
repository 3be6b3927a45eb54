import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

/** The browser storage of a signed-in member. */
export type SignedInState = Awaited<ReturnType<BrowserContext['storageState']>>

/** A typical mobile network, and a quarter of the processor speed. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 }
const CPU_SLOWDOWN = 4
const VIEWPORT = { width: 412, height: 823 }

export type SlowWindow = AsyncDisposable & { page: Page; cdp: CDPSession }

/** Visits the home page with this token and returns the browser storage. */
export async function createSignedInState(
  browser: Browser,
  url: string,
  token: string,
  userId: string,
): Promise<SignedInState> {
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

/** Opens a window of a signed-in member with an empty cache, a slow network and a slow processor. */
export async function openSlowWindow(browser: Browser, url: string, signed: SignedInState): Promise<SlowWindow> {
  const context = await browser.newContext({ baseURL: url, viewport: VIEWPORT, storageState: signed })
  await context.addInitScript(observePerformance)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', NETWORK)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return { page, cdp, [Symbol.asyncDispose]: () => context.close() }
}

/** The metrics of a page: times in ms since `startedAt` (epoch ms), layout shifts and slow interactions. */
export type PageMetrics = {
  startedAt: number
  lcp: number
  lcpElement: string
  shifts: number
  slowestInteractionMs: number
}

export const readPageMetrics = (page: Page): Promise<PageMetrics> =>
  page.evaluate(() => (globalThis as unknown as PageGlobal).noted)

type PageGlobal = { noted: PageMetrics }
type Entry = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  element: Element | null
  interactionId: number
}

/** Observes the metrics. Runs in the page before all other scripts. */
function observePerformance(): void {
  const metrics: PageMetrics = {
    startedAt: performance.timeOrigin,
    lcp: 0,
    lcpElement: '',
    shifts: 0,
    slowestInteractionMs: 0,
  }
  ;(globalThis as unknown as PageGlobal).noted = metrics
  const observeType = (type: string, onEntry: (entry: Entry) => void, options: object = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) onEntry(entry as Entry)
    }).observe({ type, buffered: true, ...options })
  observeType('largest-contentful-paint', ({ startTime, element }) => {
    metrics.lcp = startTime
    metrics.lcpElement = element?.outerHTML.slice(0, 120) ?? ''
  })
  observeType('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) metrics.shifts += value
  })
  const onInteraction = ({ interactionId, duration }: Entry) => {
    if (interactionId > 0) metrics.slowestInteractionMs = Math.max(metrics.slowestInteractionMs, duration)
  }
  observeType('event', onInteraction, { durationThreshold: 16 })
}
