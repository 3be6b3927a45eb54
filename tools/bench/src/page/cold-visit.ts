import type { Browser, CDPSession } from 'playwright-core'
import { openSlowWindow, readNoted, type Signed } from './slow-window.ts'

export type Visit = { lcp: number; scriptKib: number; requests: number; shifts: number; what: string; early: Request[] }

/** A request of the page: its path, what it fetched, when it was sent (epoch ms), bytes as they came with the headers. */
type Request = { path: string; type: string; sentAt: number; bytes: number }

/** When nothing new was painted for so long (ms), the largest has been. */
const STILL_MS = 4_000

/** Opens the home page with nothing cached, and answers what it took until its largest part was painted. */
export async function visitCold(browser: Browser, url: string, signed: Signed): Promise<Visit> {
  await using window = await openSlowWindow(browser, url, signed)
  const { page, cdp } = window
  const requests = recordRequests(cdp)
  await page.goto('/home')
  await page.getByRole('article').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(STILL_MS)
  const { began, lcp, what, shifts } = await readNoted(page)
  const early = [...requests.values()].filter(({ sentAt }) => sentAt < began + lcp)
  const scripts = early.filter(({ type }) => type === 'Script')
  const scriptKib = scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024
  return { lcp, scriptKib, requests: early.length, shifts, what, early }
}

/** Fills with what goes over the network from now on. */
function recordRequests(cdp: CDPSession): Map<string, Request> {
  const requests = new Map<string, Request>()
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
