import type { Browser, CDPSession } from '@playwright/test'
import { openSlowWindow, readPageMetrics, type SignedInState } from './slow-window.ts'

export type ColdVisit = {
  lcp: number
  scriptKib: number
  requests: number
  shifts: number
  what: string
  early: PageRequest[]
}

/** A request of the page: path, resource type, time (epoch ms), and transferred bytes including headers. */
type PageRequest = { path: string; type: string; sentAt: number; bytes: number }

/** After that time without a new paint the largest one is known. */
const PAINT_IDLE_MS = 4_000

/** Opens the home page with an empty cache and measures it until the largest contentful paint. */
export async function measureColdVisit(browser: Browser, url: string, signed: SignedInState): Promise<ColdVisit> {
  await using window = await openSlowWindow(browser, url, signed)
  const { page, cdp } = window
  const requests = recordRequests(cdp)
  await page.goto('/home')
  await page.getByRole('article').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(PAINT_IDLE_MS)
  const { startedAt: began, lcp, lcpElement: what, shifts } = await readPageMetrics(page)
  const early = [...requests.values()].filter(({ sentAt }) => sentAt < began + lcp)
  const scripts = early.filter(({ type }) => type === 'Script')
  const scriptKib = scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024
  return { lcp, scriptKib, requests: early.length, shifts, what, early }
}

/** Records the network requests from now on. */
function recordRequests(cdp: CDPSession): Map<string, PageRequest> {
  const requests = new Map<string, PageRequest>()
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type = '', wallTime }) => {
    const { protocol, pathname: path } = new URL(request.url)
    if (/^https?:/.test(protocol)) requests.set(requestId, { path, type, sentAt: wallTime * 1000, bytes: 0 })
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) request.bytes = encodedDataLength
  })
  return requests
}
